import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { ts } from "ts-morph";
import { readCompiled, writeCompiled } from "./compiled.js";

/** A function that writes the compiled code to disk; undefined if the code is already on disk. */
let keep: (() => void) | undefined;

/**
 * The TypeScript compiler of ts-morph, of which only the parser is used. The file has nine
 * megabytes, and compiling it takes most of the time of a small run. V8's compiled code is
 * therefore stored on disk, from which a later process loads it in a quarter of the time. The file
 * is not loaded by `import`, because Node would first search the whole file for exports.
 */
export const compiler: typeof ts = load();

/**
 * Writes the compiled code of the parser to disk, unless an earlier run has stored it. The code
 * contains only functions that this process has already called, and writing takes time. Call this
 * function at the end of a run.
 */
export function keepCompiled(): void {
  keep?.();
  keep = undefined;
}

function load(): typeof ts {
  const filename = bundledParser();
  // Some versions of ts-morph may not have this file. The parser is then loaded from ts-morph
  // itself, which takes longer.
  if (filename === undefined) return (createRequire(import.meta.url)("ts-morph") as { readonly ts: typeof ts }).ts;
  // The file is read as bytes because `readFileSync(…, "utf8")` takes twice as long for nine
  // megabytes.
  const source = readFileSync(filename).toString();
  const cachedData = readCompiled(filename);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    keep = () => {
      writeCompiled(filename, script.createCachedData());
    };
  }
  const module: { exports: typeof ts } = { exports: {} as typeof ts };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(filename), module, filename, dirname(filename));
  return module.exports;
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
