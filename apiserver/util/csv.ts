/** A record of a CSV text, and the line at which it begins. */
export interface CSVRecord {
  readonly line: number;
  readonly columns: readonly string[];
}

/**
 * Matches a column: a quoted string in which quotes are doubled, or a string without quotes and
 * line breaks.
 */
const column = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Parses comma-separated values (RFC 4180). Empty lines are ignored.
 * @param file name for messages
 * @throws Error with the line of a quote that is not closed or not at the beginning of a column
 */
export function parseCSV(text: string, file: string): readonly CSVRecord[] {
  const records: CSVRecord[] = [];
  let columns: string[] = [];
  let line = 1;
  let begin = 1;
  column.lastIndex = 0;
  while (column.lastIndex < text.length) {
    const match = column.exec(text);
    if (match === null) throw new Error(`${file}:${line}: a quote is not closed, or is inside of a column`);
    const [whole, quoted, plain = "", end] = match;
    columns.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    if (end === ",") {
      if (column.lastIndex === text.length) columns.push("");
      else continue;
    }
    if (columns.length > 1 || columns[0] !== "") records.push({ line: begin, columns });
    columns = [];
    begin = line;
  }
  return records;
}
