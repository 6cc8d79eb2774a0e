import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Codes that no golden case reports, with the test that does; `undefined` if no test reports the
 * code. The tests of hints do not apply their fixes.
 */
export const unreported: { readonly [code: string]: string | undefined } = {
  "config/generators": "cmd/generate.test.ts",
  "config/not-read": "engine/config.test.ts",
  "config/repeated-key": "engine/config.test.ts",
  "config/syntax": "engine/config.test.ts",
  "config/two-configurations": "engine/config.test.ts",
  "config/unknown-option": "cmd/named-folders.test.ts",
  "crd/too-large": "crd/run.test.ts",
  "load/declaration-file": "engine/load-packages.test.ts",
  "load/import-ending": "cmd/modules.test.ts",
  "load/no-package": "engine/type-folders.test.ts",
  "load/symbolic-link": "engine/load-packages.test.ts",
  "load/too-deep": undefined,
  "load/unsupported-type": "engine/load-refusals.test.ts",
  "markers/contradiction": "engine/markers-check.test.ts",
  "output/claimed-twice": "cmd/usage.test.ts",
  "output/copy": undefined,
  "output/hand-written": "cmd/generate.test.ts",
  "plugin/failed": undefined,
  "project/commonjs": "cmd/modules.test.ts",
  "project/no-runtime": "cmd/usage.test.ts",
  "project/not-exported": undefined,
  "project/nothing-generated": "engine/suppress-follow-ups.test.ts",
  "project/other-runtime": undefined,
  "validation/not-generated": undefined,
  "write/failed": "engine/write.test.ts",
};

/**
 * Returns the codes of problems that the sources of the generators and of the engine contain as
 * literals, sorted. A code that the sources put together is not among them.
 */
export function codesOfSources(): string[] {
  const texts = ["engine", "generators"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  const codes = texts.flatMap((text) => [...text.matchAll(/code: "([a-z-]+\/[a-z-]+)"/g)].map(([, code = ""]) => code));
  return [...new Set(codes)].sort();
}
