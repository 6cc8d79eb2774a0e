import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { cacheFolder, removeIfPossible } from "../../base/cache-folder.js";

const checksumBytes = 32;

/**
 * Returns V8's compiled code of a script from an earlier process. Returns undefined if the code is
 * incomplete, or if it was compiled by another version of Node or from another file.
 */
export function readCompiled(script: string): Buffer | undefined {
  try {
    const path = pathOf(script);
    const kept = path === undefined ? undefined : readFileSync(path);
    if (kept === undefined || kept.length <= checksumBytes) return undefined;
    const data = kept.subarray(checksumBytes);
    return checksum(data).equals(kept.subarray(0, checksumBytes)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the compiled code. If the cache is not writable, each later process compiles the script
 * again.
 */
export function writeCompiled(script: string, data: Buffer): void {
  const path = pathOf(script);
  if (path === undefined) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, Buffer.concat([checksum(data), data]));
    renameSync(temporary, path);
  } catch {
    removeIfPossible(temporary);
  }
}

/**
 * Returns the path of the compiled code. V8 refuses code that was compiled by another version or
 * with other flags (`NODE_OPTIONS`), so each combination has a separate file. The path also depends
 * on the size and modification time of the script.
 */
function pathOf(script: string): string | undefined {
  const folder = cacheFolder(dirname(script));
  if (folder === undefined) return undefined;
  const { size, mtimeMs } = statSync(script);
  const identity = createHash("sha256")
    .update(JSON.stringify([script, size, mtimeMs, process.version, process.arch, cachedDataVersionTag()]))
    .digest("base64url");
  return join(folder, `${basename(script)}-${identity}.compiled`);
}

function checksum(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
