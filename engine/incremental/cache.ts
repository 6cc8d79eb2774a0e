import { versionBehind } from "../installed.js";
import { diskFileSystem } from "../load/discover/file-system.js";
import type { Problem } from "../problem.js";
import type { FileChange } from "../write/change.js";
import { isAbandoned } from "../write/temporary.js";
import type { WatchState } from "./watch-state.js";
import { rememberDigests, rememberDisk } from "./disk-memory.js";
import { digestEntries, digestText } from "./digest.js";
import type { RunFingerprint } from "./entry.js";
import { cacheKey, cacheName, type CacheRequest } from "./key.js";
import { record } from "./recording.js";
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
  if (entry === undefined || entry.key !== cacheKey(request) || !isCurrent(root, entry)) return undefined;
  return { problems: entry.problems, changes: entry.outputs };
}

/** Stores the result of a run. Deletes the stored result if `entry` is undefined. */
export function writeCache(request: CacheRequest, entry: RunFingerprint | undefined): void {
  const kept = entry === undefined ? undefined : { key: cacheKey(request), ...entry };
  writeEntry(request.project.root, cacheName(request), kept);
}

/**
 * Reports whether the disk is still in the state that a run left. If not, the watch state keeps the
 * disk as it was compared, so that the next run reads the same state. Later changes are found by
 * the next call.
 */
export function isCurrent(
  root: string,
  fingerprint: RunFingerprint,
  memory?: Pick<WatchState, "disk" | "digests" | "looked">,
): boolean {
  const disk =
    memory === undefined ? diskFileSystem(root) : record(rememberDisk(root, diskFileSystem(root), memory.disk));
  const digestOf =
    memory === undefined
      ? (_path: string, text: string | undefined) => digestText(text)
      : rememberDigests(memory.digests);
  const current =
    Object.entries(fingerprint.folders).every(([path, digest]) => {
      const entries = disk.list(path);
      return digestEntries(entries) === digest && !(entries ?? []).some(({ name }) => isAbandoned(name));
    }) &&
    Object.entries(fingerprint.files).every(([path, digest]) => digestOf(path, disk.read(path)) === digest) &&
    Object.entries(fingerprint.installed).every(([key, version]) => (versionBehind(root, key) ?? null) === version);
  if (memory !== undefined) memory.looked = current ? undefined : { root, disk };
  return current;
}
