import type { DiskAnswer } from "../base/ask.js";
import { removeIfPossible } from "../base/cache-folder.js";
import { replaceStored } from "../base/store.js";
import { cacheFile, type RunRecord } from "./cache.js";
import { cacheKey, type CacheRequest } from "./key.js";
import type { RunFingerprint } from "./run-fingerprint.js";
import { storeContents } from "./contents.js";

/** A completed run, and the facts about the disk by which it has found its project. */
export interface CompletedRun {
  readonly root: string;
  readonly answers: readonly DiskAnswer[];
  readonly fingerprint: RunFingerprint;
}

/** Stores the result of a run. Deletes the stored result if `run` is undefined. */
export function writeCache(request: CacheRequest, run: CompletedRun | undefined): void {
  const file = cacheFile(request);
  if (file === undefined) return;
  if (run === undefined) {
    removeIfPossible(file);
    return;
  }
  const { root, answers, fingerprint } = run;
  const { problems, outputs: changes } = fingerprint;
  const { contents, bytes } = storeContents(fingerprint);
  const record: RunRecord = { key: cacheKey(request), root, answers, contents, problems, changes };
  const json = Buffer.from(JSON.stringify(record));
  replaceStored(file, [Buffer.from(`${json.length}\n`), json, json, bytes]);
}
