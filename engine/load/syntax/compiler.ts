import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import type { ts } from "ts-morph";
import { readCompiled, writeCompiled } from "../../incremental/compiled.js";

let keep: (() => void) | undefined;

/**
 * The TypeScript parser of ts-morph. Most of the time of a small run is V8 compiling these nine
 * megabytes, so what it has made of them is kept: a later process takes it over in a quarter of the
 * time. An `import` would lex the whole file for its exports before.
 */
export const compiler: typeof ts = load();

/**
 * Keeps the compiled form of what this process has used of the parser, where none was kept before.
 * It takes a moment: call it last.
 */
export function keepCompiled(): void {
  keep?.();
  keep = undefined;
}

function load(): typeof ts {
  const filename = bundledParser();
  // A ts-morph that is laid out otherwise is asked for it, which takes longer.
  if (filename === undefined) return (createRequire(import.meta.url)("ts-morph") as { readonly ts: typeof ts }).ts;
  // Not by readFileSync(…, "utf8"), which reads nine megabytes in small pieces and takes twice as
  // long.
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

/** The file of ts-morph that holds TypeScript, without the wrapper around it. */
function bundledParser(): string | undefined {
  const morph = createRequire(import.meta.url).resolve("ts-morph");
  const filename = join(dirname(createRequire(morph).resolve("@ts-morph/common")), "typescript.js");
  return existsSync(filename) ? filename : undefined;
}
