import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEntry, type CacheEntry } from "./entry.js";
import { cacheFolder, removeIfPossible } from "../base/cache-folder.js";

/** Returns the stored entry; undefined for a missing or incomplete one. */
export function readEntry(root: string, name: string): CacheEntry | undefined {
  const folder = cacheFolder(root);
  if (folder === undefined) return undefined;
  try {
    return parseEntry(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes an entry. Ignores errors, since every run works without a cache. */
export function writeEntry(root: string, name: string, entry: CacheEntry | undefined): void {
  const folder = cacheFolder(root);
  if (folder === undefined) return;
  const file = join(folder, name);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    if (entry === undefined) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, JSON.stringify(entry));
    renameSync(temporary, file);
  } catch {
    removeIfPossible(temporary);
  }
}
