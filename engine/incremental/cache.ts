import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, removeIfPossible } from "../base/cache-folder.js";
import { diskFileSystem } from "../base/file-system.js";
import type { Problem } from "../base/problem.js";
import type { FileChange } from "../base/change.js";
import { isCurrent } from "./current.js";
import { parseEntry, type CacheEntry, type RunFingerprint } from "./entry.js";
import { cacheKey, cacheName, type CacheRequest } from "./key.js";

/** The result of the last run, if nothing has changed since. */
export interface CachedOutcome {
  readonly problems: readonly Problem[];
  readonly changes: readonly FileChange[];
}

/**
 * Returns the result of the last run; undefined if any input differs. Compares contents only, and
 * loads neither the compiler nor the formatter.
 */
export function readCache(request: CacheRequest): CachedOutcome | undefined {
  const { root } = request.project;
  const entry = readEntry(root, cacheName(request));
  if (entry === undefined || entry.key !== cacheKey(request) || !isCurrent(root, entry, diskFileSystem(root)))
    return undefined;
  return { problems: entry.problems, changes: entry.outputs };
}

/** Stores the result of a run. Deletes the stored result if `entry` is undefined. */
export function writeCache(request: CacheRequest, entry: RunFingerprint | undefined): void {
  const kept = entry === undefined ? undefined : { key: cacheKey(request), ...entry };
  writeEntry(request.project.root, cacheName(request), kept);
}

/** Returns the stored entry; undefined for a missing or incomplete one. */
function readEntry(root: string, name: string): CacheEntry | undefined {
  const folder = cacheFolder(root);
  if (folder === undefined) return undefined;
  try {
    return parseEntry(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes an entry. Ignores errors, since every run works without a cache. */
function writeEntry(root: string, name: string, entry: CacheEntry | undefined): void {
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
