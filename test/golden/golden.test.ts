import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { formatter } from "../../engine/base/format.js";
import { accept, expected, generate, goldenCases, workFolder } from "./cases.js";
import { compile, everyStrictFlag, lintCases, plainStrict } from "./compile.js";
import { runsAllCases, selectedCases } from "../sizes.js";

const compiling: string[] = [];
const generated = new Map<string, string>();

describe("golden cases", () => {
  for (const golden of goldenCases()) {
    test(golden.name, async () => {
      const outcome = await generate(golden);
      if (!outcome.failed) compiling.push(golden.name);
      for (const [path, text] of outcome.files) generated.set(`${golden.name}/${path}`, text);
      if (process.env["UPDATE_GOLDEN"] !== undefined) accept(golden, outcome);
      const want = expected(golden);
      expect(outcome.problems).toBe(want.problems);
      expect([...outcome.files.keys()].sort()).toEqual([...want.files.keys()]);
      for (const [path, text] of outcome.files) expect(text, path).toBe(want.files.get(path));
      expect(outcome.files.size + outcome.problems.length, "a case expects a file or a problem").toBeGreaterThan(0);
    });
  }
});

/**
 * Compiles and checks files that the tests above have generated: of all cases in `make test-all`
 * and `make golden`, and of some in `make test`, because the files are the same as long as the
 * tests above pass. Each generated file is beside its input.
 */
describe("generated code", () => {
  test("compiles under every strict flag", () => {
    expect(compiling.length).toBeGreaterThan(0);
    expect(compile(selectedCases(compiling, { quick: 10 }), everyStrictFlag)).toBe("");
  });

  test.runIf(runsAllCases)("compiles under plain strict, as in many projects of users", () => {
    expect(compile(compiling, plainStrict)).toBe("");
  });

  test("compiles without strict, as in old projects of users", () => {
    expect(compile(selectedCases(compiling, { quick: 10 }), { ...plainStrict, strict: false })).toBe("");
  });

  test.runIf(runsAllCases)("has no findings of the linter for hand-written code", () => {
    expect(lintCases(compiling)).toBe("");
  });

  test("prettier and the faster formatter print it in the same way", async () => {
    const prettier = await formatter("prettier");
    // Manifests have the form of Go's YAML. Manifests and .proto files are not formatted.
    const formatted = selectedCases(
      [...generated].filter(([path]) => !/\.(yaml|proto)$/.test(path)),
      { quick: 8 },
    );
    for (const [path, text] of formatted) expect(await prettier(text, path), path).toBe(text);
  });
});

afterAll(() => {
  if (process.env["KEEP_GOLDEN"] === undefined) rmSync(workFolder, { recursive: true, force: true });
});
