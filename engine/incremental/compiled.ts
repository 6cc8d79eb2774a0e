import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { cacheFolder, removeIfPossible } from "./folder.js";

const checksumBytes = 32;

/**
 * @returns what V8 has made of a script in an earlier process, whole and made by this very Node
 * from this very file
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

/** Where it can't be kept, later processes compile again. */
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
 * V8 refuses what was made by another version of it or under other flags (`NODE_OPTIONS`), so each
 * of these has a file of its own; another version of the script has another size or time.
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
