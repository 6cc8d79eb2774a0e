import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate, goldenCases, workFolder } from "./cases.js";
import { compile, lintCases, plainStrict } from "./compile.js";

/**
 * Compiles and lints generated code with the settings of users' projects. `golden.test.ts` uses
 * stricter compiler options.
 */
describe("generated code of all golden cases", () => {
  const compiling: string[] = [];

  beforeAll(async () => {
    for (const golden of goldenCases()) if (!(await generate(golden)).failed) compiling.push(golden.name);
  });

  afterAll(() => {
    rmSync(workFolder, { recursive: true, force: true });
  });

  test("compiles under plain strict", () => {
    expect(compiling.length).toBeGreaterThan(0);
    expect(compile(compiling, plainStrict)).toBe("");
  });

  test("has no findings of the linter for hand-written code", () => {
    expect(lintCases(compiling)).toBe("");
  });
});
