import { statSync, watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";

/** Watches folders. It reports that something has changed; the caller looks for the change. */
export interface Watcher {
  /** Replaces the watched folders, which are absolute paths. */
  watch(folders: readonly string[]): void;
  /**
   * Resolves a moment after the last of the next changes.
   *
   * @param look is called at once, and again while changes go on
   * @returns the result of the last `look`
   */
  next<Found>(look: () => Found | Promise<Found>): Promise<Found>;
  close(): void;
}

// One save of an editor causes several events within a few milliseconds.
const quietMs = 15;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/**
 * Watches each folder without the folders below it, which works on every system and with editors
 * that replace files. Where another folder takes the place of a watched one (a checkout by Git),
 * the new folder is watched.
 */
export function createWatcher(): Watcher {
  const watchers = new Map<string, Watched>();
  let wanted: ReadonlySet<string> = new Set();
  let changes = 0;
  let seen = 0;
  let wake: (() => void) | undefined;
  const changed = (): void => {
    changes++;
    wake?.();
  };
  const stop = (folder: string): void => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  const start = (folder: string, identity: string): void => {
    const watcher = watch(folder, (event, name) => {
      // A "rename" event for the folder's own name means that the folder was removed. A new folder
      // may already have taken its place with the same dev, inode and birth time, so statSync
      // cannot distinguish them.
      if (event === "rename" && name === basename(folder) && watchers.get(folder)?.watcher === watcher) stop(folder);
      changed();
    });
    watcher.on("error", () => {
      if (watchers.get(folder)?.watcher === watcher) stop(folder);
      changed();
    });
    watchers.set(folder, { watcher, identity });
  };
  const arm = (): void => {
    for (const folder of wanted) {
      try {
        const identity = identityOf(folder);
        if (watchers.get(folder)?.identity === identity) continue;
        stop(folder);
        if (identity !== undefined) start(folder, identity);
      } catch {
        // The folder was removed or is not accessible. The folder above reports when that changes.
      }
    }
  };
  return {
    watch(folders) {
      wanted = new Set(folders);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) stop(folder);
      arm();
    },
    async next(look) {
      if (changes === seen) await new Promise<void>((resolve) => (wake = resolve));
      for (;;) {
        seen = changes;
        arm();
        const quiet = setTimeout(quietMs);
        const found = await look();
        await quiet;
        // Timers run before pending events of the file system.
        await setImmediate();
        if (seen === changes) return found;
      }
    },
    close() {
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}

/**
 * Returns the identity of a folder, which differs for a new folder of the same name; undefined for
 * a missing folder.
 */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() === true ? `${found.dev} ${found.ino} ${found.birthtimeNs}` : undefined;
}
