import { isRecord } from "../../util/is-record.js";

const severities: readonly unknown[] = ["error", "warning", "info"];

/**
 * Returns the first mistake in the problem codes of a custom generator; undefined if they are
 * valid. The check is needed because the generator can be JavaScript without type checks.
 */
export function problemsReason(tables: unknown): string | undefined {
  if (tables === undefined) return undefined;
  if (!Array.isArray(tables)) return `"problems" is not a list`;
  for (const [index, table] of (tables as readonly unknown[]).entries()) {
    const name = `problems[${index}]`;
    if (!isRecord(table) || !isRecord(table["rows"])) return `${name} is not a table of defineProblems`;
    for (const key of ["area", "rule"])
      if (typeof table[key] !== "string") return `${name} has no string property "${key}"`;
    for (const [code, row] of Object.entries(table["rows"])) {
      const reason = code.startsWith(`${String(table["area"])}/`)
        ? problemOf(row)
        : "does not begin with the area of its table";
      if (reason !== undefined) return `${name} (${code}) ${reason}`;
    }
  }
  return undefined;
}

function problemOf(row: unknown): string | undefined {
  if (!isRecord(row)) return "is not an object";
  for (const key of ["meaning", "repair"]) if (typeof row[key] !== "string") return `has no string property "${key}"`;
  if (![row["severity"]].flat().every((severity) => severities.includes(severity)))
    return `has a "severity" that is not error, warning or info`;
  const places = [row["place"]].flat();
  return places.every((place) => typeof place === "string") ? undefined : `has no string property "place"`;
}
