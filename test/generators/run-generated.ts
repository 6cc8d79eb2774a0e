import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

/** Runs the generated tests in a folder. They import the sources of the runtime. */
export function runGeneratedTests(
  folder: string,
  env: Readonly<Record<string, string>>,
): { readonly output: string; readonly status: number | null } {
  writeFiles(folder, { "vitest.config.ts": config });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", folder, "--reporter", "verbose"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
  });
  return { output: stdout + stderr, status };
}

const source = (path: string) => JSON.stringify(join(root, path));

const config = `import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@apimachinery\\/runtime$/, replacement: ${source("runtime/index.ts")} },
      { find: /^@apimachinery\\/runtime\\/codegen\\/v1$/, replacement: ${source("runtime/codegen/v1.ts")} },
      { find: /^@apimachinery\\/runtime\\/testing$/, replacement: ${source("runtime/testing/index.ts")} },
    ],
  },
  test: { include: ["**/*.test.ts"], exclude: ["**/node_modules/**"], maxWorkers: 1, isolate: false },
});
`;
