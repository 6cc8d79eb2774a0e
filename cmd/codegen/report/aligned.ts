/**
 * Returns one line for each row, in which the cells of a column have the same width.
 * @param isRight reports whether the cells of a column are aligned to the right
 */
export function alignedLines(
  rows: readonly (readonly string[])[],
  gap = "  ",
  isRight = (_column: number): boolean => false,
): readonly string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  const padded = (cell: string, column: number): string =>
    isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join(gap).trimEnd());
}
