import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

interface Listed {
  readonly changes?: readonly { readonly code: string; readonly severity: string; readonly example?: unknown }[];
}

const table = readFileSync(join(import.meta.dirname, "README.md"), "utf8").split("\n");

/**
 * Checks that README.md has the number of alarms of each kind, with an explanation.
 * @param title the first cell of the rows
 * @param stdout output of a comparison, as JSON
 */
export function expectExplained(title: string, stdout: string): void {
  const { changes } = JSON.parse(stdout) as Listed;
  expect(changes, stdout).toBeDefined();
  const counts = new Map<string, number>();
  for (const { code, severity, example } of changes ?? []) {
    if (severity === "compatible") continue;
    const shown = severity === "breaking" && example === undefined ? ", no example" : "";
    const kind = `${severity} \`${code.replace("breaking/", "")}\`${shown}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const rows = [...counts].map(([kind, count]) => `| ${title} | ${kind} | ${String(count)} |`).sort();
  const known = table.filter((line) => line.startsWith(`| ${title} |`)).sort();
  expect(known.map((line) => line.split("|").slice(0, 4).join("|") + "|")).toEqual(rows);
  for (const line of known) expect(line.split("|")[4]?.trim(), line).not.toBe("");
}
