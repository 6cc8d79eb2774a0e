/**
 * The changed content of a file, or the reason why the file cannot be changed, with the position of
 * the cause.
 */
export type MarkedFile =
  | { readonly text: string }
  | { readonly fault: string; readonly line: number; readonly column: number };

/**
 * Adds or replaces the marker that names the peer of a version in the content of the version's
 * doc.ts.
 *
 * @param text content of the doc.ts; undefined if the file does not exist
 * @param oldHub the peer in the existing marker; undefined if the marker must not exist yet
 */
export function withPeer(text: string | undefined, oldHub: string | undefined, hub: string): MarkedFile {
  if (text === undefined) return { fault: "the file does not exist", line: 1, column: 1 };
  const lines = text.split("\n");
  const at = (pattern: RegExp): number => lines.findIndex((line) => pattern.test(line));
  const named = lines.flatMap((line, index) => (line.includes("+k8s:conversion-gen=") ? [index] : []));
  const [first, second] = named;
  const wrong = (fault: string, index: number): MarkedFile => ({
    fault,
    line: index + 1,
    column: Math.max(lines[index]?.indexOf("+") ?? 0, 0) + 1,
  });
  if (second !== undefined) return wrong("the file has several markers +k8s:conversion-gen", second);
  const marker = ` * +k8s:conversion-gen=../${hub}`;
  if (first !== undefined) {
    const line = lines[first] ?? "";
    const present = /^ \* \+k8s:conversion-gen=\.\.\/(v\w+)(\r?)$/.exec(line);
    if (present === null || (present[1] !== hub && present[1] !== oldHub))
      return wrong(
        oldHub === undefined
          ? "the hub has a marker that names another version as its peer"
          : `the marker was changed by hand; it must be +k8s:conversion-gen=../${oldHub} with the current hub`,
        first,
      );
    return { text: lines.with(first, `${marker}${present[2] ?? ""}`).join("\n") };
  }
  const group = at(/^ \* \+groupName=\S+\r?$/);
  if (group < 0) return wrong("the file has no line ` * +groupName=…`, which codegen generated", 0);
  const defaults = at(/^ \* \+k8s:defaulter-gen=/);
  const before = defaults >= 0 && defaults < group ? defaults : group;
  const end = lines[group]?.endsWith("\r") === true ? "\r" : "";
  return { text: lines.toSpliced(before, 0, `${marker}${end}`).join("\n") };
}

/**
 * Returns a message that a doc.ts was not changed, with the position, the reason, and the line to
 * write by hand.
 *
 * @param remedy a sentence that introduces the line
 */
export function printRefusal(path: string, marked: MarkedFile, hub: string, remedy: string): string {
  const { fault, line, column } = "fault" in marked ? marked : { fault: "", line: 1, column: 1 };
  return `${path}:${line}:${column} ${fault}; nothing was written
    ${remedy}
     * +k8s:conversion-gen=../${hub}`;
}
