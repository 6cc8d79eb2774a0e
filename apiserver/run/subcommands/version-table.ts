/** Number of objects of a resource that are stored in one version. */
export interface VersionCount {
  /** Name of the resource, as `resource.group`. */
  readonly resource: string;
  readonly version: string;
  readonly objects: number;
}

const heads = ["RESOURCE", "VERSION", "OBJECTS"];

/**
 * Returns a table of the numbers of stored objects for the terminal, sorted by resource and
 * version.
 */
export function versionTable(counts: readonly VersionCount[]): string {
  const sorted = [...counts].sort((a, b) => compare(a.resource, b.resource) || compare(a.version, b.version));
  const rows = [heads, ...sorted.map(({ resource, version, objects }) => [resource, version, String(objects)])];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("   "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
