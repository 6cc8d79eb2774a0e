import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ts } from "ts-morph";
import { loadScript } from "../../base/compiled-script.js";

/**
 * The TypeScript compiler of ts-morph, of which mainly the parser is used. The file has nine
 * megabytes. It is not loaded by `import`, because Node would first search the whole file for
 * exports.
 */
export const compiler: typeof ts = load();

function load(): typeof ts {
  const filename = bundledParser();
  // Some versions of ts-morph may not have this file. The parser is then loaded from ts-morph
  // itself, which takes longer.
  if (filename === undefined) return (createRequire(import.meta.url)("ts-morph") as { readonly ts: typeof ts }).ts;
  return loadScript(filename) as typeof ts;
}

/**
 * Returns the path of the file of ts-morph that contains only TypeScript; undefined if it does not
 * exist.
 */
function bundledParser(): string | undefined {
  const morph = createRequire(import.meta.url).resolve("ts-morph");
  const filename = join(dirname(createRequire(morph).resolve("@ts-morph/common")), "typescript.js");
  return existsSync(filename) ? filename : undefined;
}
