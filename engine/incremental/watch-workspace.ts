import type { LoadSnapshot } from "../load/snapshot/snapshot.js";
import { join } from "node:path";
import { diskFileSystem } from "../base/file-system.js";
import type { Universe } from "../model/universe.js";
import { rememberDisk, type DiskMemory } from "./disk-memory.js";
import { createMemos, openMemos, sharePackages, type MemosOfRun } from "../plan/memo.js";
import { MemoTable } from "./memo-table.js";
import { recordReads, type Reads, type Recording } from "../base/recording.js";
import type { Contents } from "./contents.js";
import { fingerprintOfRun, isCurrent } from "./run-fingerprint.js";
import type { IsQuiet } from "./watcher.js";
import type { PrintInput, RunWorkspace } from "./workspace.js";
import type { MemoKind } from "../load/load-workspace.js";

/** The workspace of `--watch`: each run reuses the results of the earlier runs of this process. */
export class WatchWorkspace implements RunWorkspace {
  readonly #files: DiskMemory = new Map();
  /** The results of the last reads from the disk. */
  readonly #last: Reads = { texts: new Map(), folders: new Map() };
  readonly #table = new MemoTable();
  readonly #memos = createMemos();
  readonly #universes = new Map<string, Universe>();
  #snapshot: LoadSnapshot | undefined;
  /**
   * The file system in which the last comparison found a change. The next run reads from it, so
   * that the run uses the state that was compared.
   */
  #changed: { readonly root: string; readonly disk: Recording } | undefined;
  /** The reads of the present run. */
  #read: Recording | undefined;
  /** Paths of the files that the system refused to read in the present run. */
  readonly #refused = new Set<string>();

  get snapshot(): LoadSnapshot | undefined {
    return this.#snapshot;
  }

  /**
   * Reports whether the disk is still in the state that a run left. If not, the next run reads the
   * files in the state that this call has read. Changes after this call are found by the next call
   * of `isCurrent`.
   * @param isQuiet reports whether a folder has not changed since the last comparison
   */
  isCurrent(root: string, contents: Contents, isQuiet: IsQuiet = () => false): boolean {
    const disk = this.#open(root, isQuiet);
    const current = isCurrent(contents, disk);
    this.#changed = current ? undefined : { root, disk };
    return current;
  }

  /**
   * Ends a run. Discards the state of the disk that `isCurrent` has read, so that the next run
   * reads the disk again.
   * @returns the contents of all files and folders that the run has read
   */
  endRun(): Contents {
    const refused = [...this.#refused].map((path) => [path, undefined] as const);
    const texts = new Map([...(this.#read?.texts ?? []), ...refused]);
    const recording = { texts, folders: this.#read?.folders ?? new Map<string, undefined>() };
    this.#changed = undefined;
    this.#read = undefined;
    this.#refused.clear();
    return fingerprintOfRun({ recording, changes: [], problems: [] });
  }

  disk(root: string): Recording {
    // Each run starts a new recording, because the fingerprint of a run must list only the files
    // that this run has read.
    const recording = this.#changed?.root === root ? recordReads(this.#changed.disk) : this.#open(root, () => false);
    const read = (path: string): string | undefined => {
      try {
        return recording.read(path);
      } catch (error) {
        this.#refused.add(path);
        throw error;
      }
    };
    this.#read = { ...recording, read };
    return this.#read;
  }

  memo<T>(stage: MemoKind, key: string, deps: readonly unknown[], make: () => T): T {
    return this.#table.memo(stage, key, deps, make);
  }

  forgetUnused(stage: MemoKind): void {
    this.#table.forgetUnused(stage);
  }

  share(name: "loaded" | "universe", universe: Universe): Universe {
    const shared = sharePackages(universe, this.#universes.get(name));
    this.#universes.set(name, shared);
    return shared;
  }

  keepSnapshot(take: () => LoadSnapshot): void {
    this.#snapshot = take();
  }

  plans(universe: Universe, settings: unknown): MemosOfRun {
    return openMemos(this.#memos, universe, settings);
  }

  printed({ generator, ending, top, file }: PrintInput, make: () => Promise<string>): Promise<string> {
    return this.memo("printed", file.path, [generator, ending, top, file], make);
  }

  close({ texts }: Recording): void {
    for (const path of this.#files.keys()) if (!texts.has(path)) this.#files.delete(path);
    for (const path of this.#last.texts.keys()) if (!texts.has(path)) this.#last.texts.delete(path);
    for (const stage of ["templates", "printed"] as const) this.#table.forgetUnused(stage);
  }

  #open(root: string, isQuiet: IsQuiet): Recording {
    const disk = rememberDisk(root, diskFileSystem(root), this.#files);
    const known = new Map<string, boolean>();
    const isUnchanged = (folder: string): boolean => {
      const result = known.get(folder) ?? isQuiet(join(root, folder));
      known.set(folder, result);
      return result;
    };
    return recordReads(recordReads(disk, this.#last, isUnchanged));
  }
}
