import { watch, type FSWatcher } from "node:fs";
import { setTimeout } from "node:timers/promises";

/** Tells that something happened in some folders; what it was, the caller finds out by looking. */
export interface Watcher {
  /** The folders from now on, absolute. */
  watch(folders: readonly string[]): void;
  /** Resolves after the next change since the last call, when it has been quiet for a moment. */
  next(): Promise<void>;
  close(): void;
}

// An editor's save is several events; they come within a few milliseconds.
const quietMs = 15;

/** Watches folder by folder, without those below: works on every system and with editors that replace files. */
export function createWatcher(): Watcher {
  const watchers = new Map<string, FSWatcher>();
  let changes = 0;
  let seen = 0;
  let wake: (() => void) | undefined;
  const changed = (): void => {
    changes++;
    wake?.();
  };
  const stop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    watch(folders) {
      const wanted = new Set(folders);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) stop(folder);
      for (const folder of wanted) {
        if (watchers.has(folder)) continue;
        try {
          const watcher = watch(folder, changed);
          watcher.on("error", () => {
            stop(folder);
            changed();
          });
          watchers.set(folder, watcher);
        } catch {
          // The folder is gone: the one above tells when it comes back.
        }
      }
    },
    async next() {
      if (changes === seen) await new Promise<void>((resolve) => (wake = resolve));
      do {
        seen = changes;
        await setTimeout(quietMs);
      } while (seen !== changes);
    },
    close() {
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}
