import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expected, goldenCases } from "./cases.js";

const root = join(import.meta.dirname, "../..");

test("a golden case reports each code of a problem, so that its hint and its fixes are tried", () => {
  const problems = goldenCases().flatMap((golden) => expected(golden).problems.split("\n"));
  const reported = new Set(
    problems.flatMap((line) => /^\S+:\d+:\d+ (?:error|warning|info) (\S+): /.exec(line)?.[1] ?? []),
  );
  expect(codesOfSources().filter((code) => !reported.has(code))).toEqual([]);
});

/**
 * Returns the codes of problems that the sources of the generators and of the engine contain as
 * literals. A code that the sources put together is not among them.
 */
function codesOfSources(): string[] {
  const texts = ["engine", "generators"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  const codes = texts.flatMap((text) => [...text.matchAll(/code: "([a-z-]+\/[a-z-]+)"/g)].map(([, code = ""]) => code));
  return [...new Set(codes)].sort();
}
