import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import type ts from "typescript";
import { readCompiled, writeCompiled } from "../cache/compiled.js";

let keep: (() => void) | undefined;

/**
 * TypeScript's parser. Most of the time of a small run is V8 compiling these nine megabytes, so what it has made of them is
 * kept: a later process takes it over in a quarter of the time. An `import` would lex the whole file for its exports before.
 */
export const compiler: typeof ts = load();

/** Keeps the compiled form of what this process has used of the parser, where none was kept before. It takes a moment: call it last. */
export function keepCompiled(): void {
  keep?.();
  keep = undefined;
}

function load(): typeof ts {
  const require = createRequire(import.meta.url);
  const filename = require.resolve("typescript");
  const source = readFileSync(filename, "utf8");
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
