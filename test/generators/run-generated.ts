import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { builtProgram } from "../built-program.js";

const root = join(import.meta.dirname, "../..");

/**
 * Returns the path of a test's work folder. The folder is inside the repository, so that imports
 * resolve.
 */
export function workFolder(name: string): string {
  return join(root, "test/golden/.work", `${process.pid}-${name}`);
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A test that ran. */
export interface GeneratedTest {
  /** Path of the test file, relative to the work folder. */
  readonly file: string;
  readonly name: string;
  /** Message of the failure; undefined if the test passed. */
  readonly error?: string;
}

export interface GeneratedRun {
  /** What the command printed. */
  readonly output: string;
  readonly status: number | null;
  readonly tests: readonly GeneratedTest[];
}

/** Runs the generated tests in a folder. They import the built runtime, which loads faster. */
export function runGeneratedTests(folder: string, env: Readonly<Record<string, string>>): GeneratedRun {
  writeFiles(folder, { "vitest.config.ts": configOf(dirname(builtProgram(runtime))) });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const report = join(folder, "report.json");
  const reporters = ["--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, [vitest, "run", "--root", folder, ...reporters], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
  });
  return { output: stdout + stderr, status, tests: existsSync(report) ? testsOf(folder, report) : [] };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function testsOf(folder: string, report: string): readonly GeneratedTest[] {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: relative(folder, path),
      name: fullName,
      ...(status === "passed" ? {} : { error: failureMessages.join("\n") }),
    })),
  );
}

const runtime = {
  main: "runtime/dist/bundle/index.js",
  written: "runtime/dist/bundle/index.js",
  sources: ["runtime"],
};

const configOf = (built: string) => `import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@apimachinery\\/runtime$/, replacement: ${JSON.stringify(join(built, "index.js"))} },
      { find: /^@apimachinery\\/runtime\\/codegen\\/v1$/, replacement: ${JSON.stringify(join(built, "codegen/v1.js"))} },
      { find: /^@apimachinery\\/runtime\\/testing$/, replacement: ${JSON.stringify(join(built, "testing/index.js"))} },
    ],
  },
  test: { include: ["**/*.test.ts"], exclude: ["**/node_modules/**"], maxWorkers: 1, isolate: false },
});
`;
