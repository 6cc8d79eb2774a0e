import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeIfPossible } from "./cache-folder.js";

/** Maximum total size of the files in a cache folder, in bytes. */
export const storeLimit = 64 * 1024 * 1024;

const digestBytes = 32;

/**
 * Returns the content of a cache entry; undefined if the entry is missing or damaged, or was copied
 * from another path.
 */
export function readStored(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const content = bytes.subarray(digestBytes);
    return digestOf(path, content).equals(bytes.subarray(0, digestBytes)) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a cache entry by `replaceStored`. */
export function writeStored(path: string, content: Buffer, limit = storeLimit): void {
  replaceStored(path, [digestOf(path, content), content], limit);
}

/**
 * Replaces a file of a cache folder atomically, and then removes the oldest files of the folder
 * until their total size is within the limit. Stores nothing if the content is larger than the
 * limit. Ignores errors, because a run works without a cache.
 * @param parts the content of the file, in several buffers
 */
export function replaceStored(path: string, parts: readonly Buffer[], limit = storeLimit): void {
  if (parts.reduce((sum, { length }) => sum + length, 0) > limit) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    for (const [index, part] of parts.entries()) writeFileSync(temporary, part, { flag: index === 0 ? "w" : "a" });
    renameSync(temporary, path);
    removeOldest(dirname(path), limit);
  } catch {
    removeIfPossible(temporary);
  }
}

/** Returns the digest of an entry's path and content. */
function digestOf(path: string, content: Buffer): Buffer {
  return Buffer.from(hash("sha256", `${path}\n${hash("sha256", content)}`, "hex"), "hex");
}

/**
 * Removes files of a folder, the oldest first, until their total size is within a limit in bytes.
 * Temporary files count too, because a killed process leaves them in the folder.
 */
function removeOldest(folder: string, limit: number): void {
  const files = readdirSync(folder).flatMap((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() === true ? [{ name, size: found.size, age: found.mtimeMs }] : [];
  });
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files.sort((a, b) => a.age - b.age)) {
    if (total <= limit) return;
    rmSync(join(folder, name), { force: true });
    total -= size;
  }
}
