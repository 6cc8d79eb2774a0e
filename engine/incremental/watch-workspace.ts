import type { LoadSnapshot } from "../load/snapshot/snapshot.js";
import { diskFileSystem } from "../base/file-system.js";
import type { Universe } from "../model/universe.js";
import { isCurrent } from "./current.js";
import { digestString, type Digest } from "./digest.js";
import { rememberDisk, type DiskMemory } from "./disk-memory.js";
import type { RunFingerprint } from "./entry.js";
import { createMemos, openMemos, sharePackages, type MemosOfRun } from "../plan/memo.js";
import { MemoTable } from "./memo-table.js";
import { recordReads, type Recording } from "../base/recording.js";
import { fingerprintOfRun, type FinishedRun } from "./run-fingerprint.js";
import type { PrintInput, RunWorkspace } from "./workspace.js";
import type { MemoKind } from "../base/workspace.js";

/** The workspace of `--watch`: each run reuses the results of the earlier runs of this process. */
export class WatchWorkspace implements RunWorkspace {
  readonly #files: DiskMemory = new Map();
  readonly #table = new MemoTable();
  readonly #memos = createMemos();
  readonly #universes = new Map<string, Universe>();
  #snapshot: LoadSnapshot | undefined;
  /**
   * Results of the comparison that found a change. The next run reads the disk through them, until
   * the next comparison replaces them.
   */
  #changed: { readonly root: string; readonly disk: Recording } | undefined;

  get snapshot(): LoadSnapshot | undefined {
    return this.#snapshot;
  }

  /**
   * Reports whether the disk is still in the state that a run left. If not, the next run reads
   * exactly the files that this function has compared. The next call of `isCurrent` finds changes
   * that occur after the comparison.
   */
  isCurrent(root: string, fingerprint: RunFingerprint): boolean {
    const disk = this.#open(root);
    const current = isCurrent(root, fingerprint, disk, (path, text) => this.#digest(path, text));
    this.#changed = current ? undefined : { root, disk };
    return current;
  }

  /** Drops the recorded state, so that the next run reads the current state of the disk. */
  forgetDisk(): void {
    this.#changed = undefined;
  }

  disk(root: string): Recording {
    // Each run starts a new recording, because the fingerprint of a run must list only the files
    // that this run has read.
    return this.#changed?.root === root ? recordReads(this.#changed.disk) : this.#open(root);
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

  fingerprint(run: FinishedRun): RunFingerprint {
    return fingerprintOfRun(run, (path, text) => this.#digest(path, text));
  }

  close({ texts }: Recording): void {
    for (const path of this.#files.keys()) if (!texts.has(path)) this.#files.delete(path);
    for (const stage of ["digest", "templates", "printed"] as const) this.#table.forgetUnused(stage);
  }

  #open(root: string): Recording {
    return recordReads(rememberDisk(root, diskFileSystem(root), this.#files));
  }

  #digest(path: string, text: string | undefined): Digest {
    return this.memo("digest", path, [text], () => digestString(text));
  }
}
