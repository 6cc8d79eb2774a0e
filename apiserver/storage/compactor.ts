import { StorageClosedError } from "./errors.js";
import type { Storage } from "./storage.js";

export interface CompactorOptions {
  /**
   * Time between two compactions in milliseconds. Reads and watches can go back one to two
   * intervals. Kubernetes' default is five minutes.
   */
  readonly interval: number;
  /** Called when a compaction fails. The next compaction runs at its usual time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Compacts the history of a storage periodically. As in the compactor of Kubernetes' etcd3 package,
 * each run removes the revisions that were outdated at the previous run. The compactor stops when
 * the storage is closed, and does not prevent the process from ending. Returns a function that
 * stops the compactor.
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
