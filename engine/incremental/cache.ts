import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isAnswer, type DiskAnswer } from "../base/ask.js";
import { cacheFolder } from "../base/cache-folder.js";
import { cacheKey, type CacheRequest } from "./key.js";
import type { UnchangedOutput } from "./run-fingerprint.js";
import type { Problem } from "../base/problem.js";
import { hasContents, type StoredContents } from "./contents.js";

/** The stored result of the last run, which is valid only if no input or output has changed. */
export interface CachedOutcome {
  readonly root: string;
  /** Warnings and infos of the run. */
  readonly problems: readonly Problem[];
  readonly changes: readonly UnchangedOutput[];
}

/** A completed run, as the cache stores it. */
export interface RunRecord extends CachedOutcome {
  readonly key: string;
  /** Facts about the disk by which the run has found its project. */
  readonly answers: readonly DiskAnswer[];
  readonly contents: StoredContents;
}

/**
 * Returns the result of the last run; undefined if any input or output differs. Compares the
 * contents of files, not their modification times. Every run begins with this function, so it
 * imports only a few modules.
 */
export function readCache(request: CacheRequest): CachedOutcome | undefined {
  const file = cacheFile(request);
  const stored = file === undefined ? undefined : readRecord(file);
  if (stored === undefined || stored.record.key !== cacheKey(request)) return undefined;
  const { root, answers, contents } = stored.record;
  return answers.every(isAnswer) && hasContents(root, contents, stored.bytes) ? stored.record : undefined;
}

/**
 * Returns the path of the cache file of a command line; undefined if no cache folder is found. The
 * cache folder is found without reading the configuration, because the first path and the
 * configuration file are in the project.
 */
export function cacheFile(request: CacheRequest): string | undefined {
  const { cwd, paths, config = "." } = request;
  const folder = cacheFolder(resolve(cwd, paths[0] ?? config));
  return folder === undefined ? undefined : join(folder, `${shortHash(JSON.stringify(request))}.run`);
}

/**
 * Returns a hash of 64 bits. Command lines with the same hash overwrite, but never use, each
 * other's cache, because their keys differ. Loading `node:crypto` would take longer than everything
 * else in this check.
 */
function shortHash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(index), 0x5bd1e995) ^ (b >>> 15);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * Reads a record: the size of its JSON, the JSON twice, and the bytes of the files. Returns
 * undefined for a missing record, and for a damaged one, whose two copies of the JSON differ.
 * Damaged bytes are not detected here; they differ from the files on disk.
 */
function readRecord(file: string): { readonly record: RunRecord; readonly bytes: Buffer } | undefined {
  try {
    const all = readFileSync(file);
    const start = all.indexOf("\n") + 1;
    const size = Number(all.toString("latin1", 0, start));
    const json = all.subarray(start, start + size);
    if (!json.equals(all.subarray(start + size, start + 2 * size))) return undefined;
    return { record: JSON.parse(json.toString()) as RunRecord, bytes: all.subarray(start + 2 * size) };
  } catch {
    return undefined;
  }
}
