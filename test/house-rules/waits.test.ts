import { expect, test } from "vitest";
import { isGenerated, read, sourceFiles } from "./source-files.js";

const tests = sourceFiles().filter((path) => path.startsWith("test/") && !isGenerated(path));

/** Returns the places of a pattern in the tests, as `path: text`. */
function places(pattern: RegExp): readonly string[] {
  return tests.flatMap((path) => Array.from(read(path).matchAll(pattern), ([text]) => `${path}: ${text}`));
}

test("tests wait with eventually or expect.poll, whose limits are minutes", () => {
  expect(places(/\bvi\s*\.\s*wait(For|Until)\b/g)).toEqual([]);
  expect(places(/\.poll\([^;]*?\{[^{};]*\b(timeout|interval): [^;]*?\}/g)).toEqual([]);
});

test("a test with a timeout of its own has at least ten minutes", () => {
  const own =
    /\b(?:test|describe|beforeAll|beforeEach|afterAll|afterEach)\b[^\n]*\{ timeout: (\d[\d_]*)|^\}, (\d[\d_]*)\);$/gm;
  const short = tests.flatMap((path) =>
    Array.from(read(path).matchAll(own), ([, option = "", argument = ""]) =>
      Number((option || argument).replaceAll("_", "")),
    )
      .filter((timeout) => timeout < 600_000)
      .map((timeout) => `${path}: ${timeout}`),
  );
  expect(short).toEqual([]);
  // vitest.config.ts has the limit of all tests.
  expect(places(/\bsetConfig\([^)]*(test|hook)Timeout/g)).toEqual([]);
});
