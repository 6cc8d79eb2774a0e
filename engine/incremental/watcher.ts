import { statSync, watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";

/** Tells that something happened in some folders; what it was, the caller finds out by looking. */
export interface Watcher {
  /** The folders from now on, absolute. */
  watch(folders: readonly string[]): void;
  /**
   * Resolves after the next change since the last call, when it has been quiet for a moment.
   *
   * @param look is called at once, and again for as long as changes go on
   * @returns what the last look has found
   */
  next<Found>(look: () => Found | Promise<Found>): Promise<Found>;
  close(): void;
}

// An editor's save is several events; they come within a few milliseconds.
const quietMs = 15;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/**
 * Watches folder by folder, without those below: works on every system and with editors that
 * replace files. What is watched is a folder, not its name: one that takes the place of another, as
 * with Git's checkout, is watched from then on.
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
      // So it says that it is gone itself, in whose place there may be another with all that
      // statSync knows of it.
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
        // Gone since, or out of reach: the folder above tells when that changes.
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
        // Timers come before the events that have been waiting.
        await setImmediate();
        if (seen === changes) return found;
      }
    },
    close() {
      for (const folder of [...watchers.keys()]) stop(folder);
    },
  };
}

/** What tells it from another folder of its name, undefined where there is none. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() === true ? `${found.dev} ${found.ino} ${found.birthtimeNs}` : undefined;
}
