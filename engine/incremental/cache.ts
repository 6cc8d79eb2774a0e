import { diskFileSystem } from "../base/file-system.js";
import type { Problem } from "../base/problem.js";
import type { FileChange } from "../base/change.js";
import { isCurrent } from "./current.js";
import type { RunFingerprint } from "./entry.js";
import { cacheKey, cacheName, type CacheRequest } from "./key.js";
import { readEntry, writeEntry } from "./store.js";

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
