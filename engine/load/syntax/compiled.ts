import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { cacheFolder } from "../../base/cache-folder.js";
import { readStored, writeStored } from "../../base/store.js";

/**
 * Returns V8's compiled code of a script, which an earlier process has stored. Returns undefined if
 * the code is damaged, or was compiled from another file or by another version of Node.
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
 * Returns the path of the compiled code; undefined without a cache folder. V8 rejects code that was
 * compiled by another version or with other flags (`NODE_OPTIONS`), so each combination has a
 * separate file. The path also depends on the size and modification time of the script.
 */
function pathOf(script: string): string | undefined {
  const folder = cacheFolder(dirname(script));
  if (folder === undefined || !existsSync(script)) return undefined;
  const { size, mtimeMs } = statSync(script);
  const identity = JSON.stringify([script, size, mtimeMs, process.version, process.arch, cachedDataVersionTag()]);
  return join(folder, `${basename(script)}-${hash("sha256", identity, "base64url")}.compiled`);
}
