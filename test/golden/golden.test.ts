import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatter } from "../../engine/format.js";
import { accept, expected, generate, goldenCases, workFolder } from "./cases.js";

const root = join(import.meta.dirname, "../..");
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
 * Compiles and checks all files that the cases above have generated. Each file is beside its input.
 */
describe("generated code of all cases", () => {
  const strict = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    types: [],
  };
  const strictest = {
    ...strict,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    isolatedDeclarations: true,
    declaration: true,
  };
  test.each([
    ["plain strict", strict],
    ["every strict flag", strictest],
  ])("compiles under %s", { timeout: 180_000 }, (_name, compilerOptions) => {
    expect(compiling.length).toBeGreaterThan(0);
    const config = join(workFolder, "tsconfig.json");
    writeFileSync(config, JSON.stringify({ compilerOptions, include: compiling.map((name) => `${name}/**/*.ts`) }));
    const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config], {
      cwd: root,
      encoding: "utf8",
    });
    expect(
      stdout
        .split("\n")
        .filter((line) => !isOfInput(line))
        .join("\n"),
    ).toBe("");
  });

  test("prettier and the faster formatter print it in the same way", { timeout: 180_000 }, async () => {
    const prettier = await formatter("prettier");
    for (const [path, text] of generated) expect(await prettier(text, path), path).toBe(text);
  });

  test("has no findings of the linter for hand-written code", { timeout: 180_000 }, () => {
    writeFileSync(join(workFolder, "eslint.config.js"), lintConfig());
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/eslint/bin/eslint.js"),
        "--max-warnings",
        "0",
        ...compiling.map((name) => `${name}/**/zz_generated*.ts`),
      ],
      {
        cwd: workFolder,
        encoding: "utf8",
      },
    );
    expect(stdout + stderr).toBe("");
  });
});

afterAll(() => {
  if (process.env["KEEP_GOLDEN"] === undefined) rmSync(workFolder, { recursive: true, force: true });
});

/** Reports whether a compiler message complains that hand-written code has no explicit types. */
function isOfInput(line: string): boolean {
  return line.endsWith("with --isolatedDeclarations.") && !/^\S*\/zz_generated\.\w/.test(line);
}

/** Returns the project's own ESLint configuration for another folder. */
function lintConfig(): string {
  const text = readFileSync(join(root, "eslint.config.js"), "utf8");
  if (!existsSync(join(workFolder, "tsconfig.json"))) throw new Error("nothing was compiled");
  const own = text.replace(/project: \[.*?\]/, "project: true");
  if (own === text) throw new Error("eslint.config.js has no project to replace");
  return own;
}
