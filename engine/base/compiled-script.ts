import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { cacheFolder } from "./cache-folder.js";
import { readStored, writeStored } from "./store.js";

/**
 * Runs a CommonJS script of several megabytes, and returns its exports. Compiling such a script
 * takes most of the time of a small run. V8's compiled code is therefore stored on disk, from which
 * a later process loads it in a quarter of the time. With Node 20, `import()` fails in a script
 * whose compiled code comes from disk.
 *
 * @param additions additional properties of the script's variable `module`
 */
export function loadScript(filename: string, additions: object = {}): unknown {
  const cachedData = readCompiled(filename);
  const script = new Script(sourceOf(filename), { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    unstored().push(() => {
      writeCompiled(filename, script.createCachedData());
    });
  }
  const module: { exports: unknown } = { ...additions, exports: {} };
  const run = script.runInThisContext() as (...args: readonly unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(filename), module, filename, dirname(filename));
  return module.exports;
}

/**
 * Returns the code of a function that contains a CommonJS script. The file is read as bytes because
 * `readFileSync(…, "utf8")` takes twice as long for nine megabytes. The bytes are joined before
 * they become a string, because V8 would copy a string that is joined from several strings.
 */
function sourceOf(filename: string): string {
  const [head, tail] = ["(function (exports, require, module, __filename, __dirname) {", "\n})"];
  return Buffer.concat([Buffer.from(head), readFileSync(filename), Buffer.from(tail)]).toString();
}

/**
 * Writes the compiled code of the loaded scripts to disk, unless an earlier run has stored it. Call
 * this function at the end of a run, because the compiled code contains only functions that were
 * already called, and because writing takes time.
 */
export function keepCompiled(): void {
  for (const write of unstored().splice(0)) write();
}

const registry: { [key: symbol]: (() => void)[] | undefined } = globalThis;
const key = Symbol.for("apimachinery-codegen.unstored-scripts");

/**
 * Returns the list of functions that write compiled code which is not on disk yet. The list is
 * global to the process, because the loader of the published command and the script that it loads
 * each contain a copy of this module.
 */
function unstored(): (() => void)[] {
  return (registry[key] ??= []);
}

/**
 * Returns V8's compiled code of a script, which an earlier process has stored. Returns undefined if
 * the stored code is missing or damaged, or was compiled from another content of the script or by
 * another version of Node.
 */
export function readCompiled(script: string): Buffer | undefined {
  const path = pathOf(script);
  return path === undefined ? undefined : readStored(path);
}

/**
 * Stores the compiled code of a script. Ignores errors: if the cache is not writable, each process
 * compiles the script again.
 */
export function writeCompiled(script: string, data: Buffer): void {
  const path = pathOf(script);
  if (path !== undefined) writeStored(path, data);
}

/**
 * Returns the path of the compiled code; undefined without the script or a `node_modules`. V8
 * rejects code that was compiled by another version or with other flags (`NODE_OPTIONS`), so each
 * combination has a separate file. The path also depends on the size and modification time of the
 * script.
 */
function pathOf(script: string): string | undefined {
  const folder = cacheFolder(dirname(script));
  if (folder === undefined || !existsSync(script)) return undefined;
  const { size, mtimeMs } = statSync(script);
  const identity = JSON.stringify([script, size, mtimeMs, process.version, process.arch, cachedDataVersionTag()]);
  return join(folder, `${basename(script)}-${hash("sha256", identity, "base64url")}.compiled`);
}
