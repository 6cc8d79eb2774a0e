import { statSync, watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";

// Time without events after which a change counts as complete, in milliseconds. When an editor
// saves a file, several events occur within a few milliseconds.
const quietMs = 10;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

/**
 * Reports whether a folder is watched and has had no event since the promise of `next` last
 * resolved.
 */
export type IsQuiet = (folder: string) => boolean;

/**
 * Watches folders. The watcher only reports that something has changed, and the caller searches for
 * the change. Each folder is watched without its subfolders, which works on every system and with
 * editors that replace files. If another folder replaces a watched folder (as in a checkout by
 * Git), the new folder is watched.
 */
export class Watcher {
  readonly #watched = new Map<string, Watched>();
  #wanted: ReadonlySet<string> = new Set();
  /** Number of file system events so far. */
  #changes = 0;
  /** The value of `#changes` when `look` was last called. */
  #seen = 0;
  #wake: (() => void) | undefined;
  /** Folders with events since the promise of `next` last resolved. */
  readonly #touched = new Set<string>();

  /**
   * Sets the folders to watch. Folders that are not in the list are no longer watched.
   * @param folders absolute paths
   */
  watch(folders: readonly string[]): void {
    this.#wanted = new Set(folders);
    for (const folder of [...this.#watched.keys()]) if (!this.#wanted.has(folder)) this.#stop(folder);
    this.#arm();
  }

  /**
   * Waits until folders change. Resolves shortly after the last of the changes.
   * @param look called after the first change, and again after each change that occurs meanwhile
   * @returns the result of the last call of `look`
   */
  async next<Found>(look: (isQuiet: IsQuiet) => Found | Promise<Found>): Promise<Found> {
    if (this.#changes === this.#seen) await new Promise<void>((resolve) => (this.#wake = resolve));
    for (;;) {
      this.#seen = this.#changes;
      this.#arm();
      const quiet = setTimeout(quietMs);
      const found = await look((folder) => this.#watched.has(folder) && !this.#touched.has(folder));
      await quiet;
      // Node runs timers before it delivers file system events. This call waits until pending
      // events are delivered.
      await setImmediate();
      if (this.#seen !== this.#changes) continue;
      this.#touched.clear();
      return found;
    }
  }

  /** Stops watching. May be called before the promise of `next` has resolved. */
  close(): void {
    this.watch([]);
  }

  /**
   * Starts to watch each wanted folder that exists and is not watched yet. Restarts the watcher of
   * a replaced folder.
   */
  #arm(): void {
    for (const folder of this.#wanted) {
      try {
        const identity = identityOf(folder);
        if (this.#watched.get(folder)?.identity === identity) continue;
        this.#stop(folder);
        if (identity !== undefined) this.#start(folder, identity);
      } catch {
        // The folder was removed or is not accessible. The watcher of its parent folder reports
        // when it becomes accessible.
      }
    }
  }

  #start(folder: string, identity: string): void {
    const watcher = watch(folder, (event, name) => {
      // When a folder is removed, a "rename" event with its name is sent. A new folder may already
      // have replaced it with the same dev, inode and birth time, so statSync cannot distinguish
      // the two.
      this.#changed(folder, watcher, event === "rename" && name === basename(folder));
    });
    watcher.on("error", () => {
      this.#changed(folder, watcher, true);
    });
    this.#watched.set(folder, { watcher, identity });
  }

  #changed(folder: string, watcher: FSWatcher, isGone: boolean): void {
    if (isGone && this.#watched.get(folder)?.watcher === watcher) this.#stop(folder);
    this.#touched.add(folder);
    this.#changes++;
    this.#wake?.();
  }

  #stop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }
}

/**
 * Returns a string that identifies a folder; undefined for a missing folder. A new folder of the
 * same name has a different string.
 */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() === true ? `${found.dev} ${found.ino} ${found.birthtimeNs}` : undefined;
}
