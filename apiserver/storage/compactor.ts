import { StorageClosedError } from "./errors.js";
import type { Storage } from "./storage.js";

export interface CompactorOptions {
  /**
   * Between two compactions, in milliseconds; history reaches back one to two of them. Kubernetes'
   * default is five minutes.
   */
  readonly interval: number;
  /** A compaction failed; the next one is tried all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Forgets history that is older than a window: every interval, what was before the revision that
 * was the newest an interval ago (as k8s.io/apiserver's etcd3 compactor). Ends by itself with the
 * storage, and keeps no process alive. Returns how to stop it.
 */
export function startCompactor(storage: Storage, options: CompactorOptions): () => void {
  let seen: number | undefined;
  const timer = setInterval(() => {
    compactOnce(storage, seen).then(
      (revision) => {
        seen = revision;
      },
      (error: unknown) => {
        if (error instanceof StorageClosedError) clearInterval(timer);
        else options.onError(error);
      },
    );
  }, options.interval);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

async function compactOnce(storage: Storage, seen: number | undefined): Promise<number> {
  const revision = await storage.currentRevision();
  if (seen !== undefined && seen > 0) await storage.compact(seen);
  return revision;
}
