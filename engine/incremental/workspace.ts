import type { Snapshot } from "../load/snapshot/snapshot.js";
import type { Universe } from "../model/universe.js";
import { diskFileSystem } from "../base/file-system.js";
import type { RunFingerprint } from "./entry.js";
import { noMemos, type MemosOfRun } from "../plan/memo.js";
import { record, type Recording } from "../base/recording.js";
import { fingerprintOf, type FinishedRun } from "./run-fingerprint.js";

/**
 * Kinds of memoised values:
 * - `digest`: digest of a file's text, by path;
 * - `definitions`: index of the marker definitions;
 * - `syntax`: syntax of a file, by path;
 * - `templates`: compiled templates, by generator;
 * - `body`: text of a generated file without header, by path;
 * - `text`: formatted text of a generated file, by path.
 */
export type Stage = "digest" | "definitions" | "syntax" | "templates" | "body" | "text";

/**
 * The disk, and the results that the runs of one process store for later runs. A run reuses a
 * result only if the inputs of the result are unchanged.
 */
export interface Workspace {
  /**
   * Returns the file system below a root. A run reads all files through this object, which reads
   * each file only once.
   */
  disk(root: string): Recording;
  /**
   * Returns `make()`, or the value that an earlier call with the same stage and key has made from
   * identical `deps`. `make` must not read anything else. If `make` throws, or its promise is
   * rejected, nothing is stored.
   */
  memo<T>(stage: Stage, key: string, deps: readonly unknown[], make: () => T): T;
  /** Forgets the values of a stage that were not used since the last call of `forgetUnused`. */
  forgetUnused(stage: Stage): void;
  /**
   * Returns the universe. Each package that is equal to a package of the last universe of this name
   * is replaced by the earlier object. An unchanged package is therefore the identical object.
   */
  share(name: "loaded" | "universe", universe: Universe): Universe;
  /** Snapshots of the folders in the last run that read everything without a problem. */
  readonly snapshot: Snapshot | undefined;
  keepSnapshot(take: () => Snapshot): void;
  /**
   * Returns the memoised values of generators.
   *
   * @param settings all settings that generators can read
   */
  plans(universe: Universe, settings: unknown): MemosOfRun;
  /** Returns the inputs and outputs of a run. Later, the disk is compared with them. */
  fingerprint(run: FinishedRun): RunFingerprint;
  /**
   * Ends a run that has rendered all files. Forgets the files and values that the run did not use.
   */
  close(recording: Recording): void;
}

/** The workspace of a single run. Nothing is stored for later runs. */
export const noWorkspace: Workspace = {
  disk: (root) => record(diskFileSystem(root)),
  memo: (_stage, _key, _deps, make) => make(),
  forgetUnused: () => undefined,
  share: (_name, universe) => universe,
  snapshot: undefined,
  keepSnapshot: () => undefined,
  plans: () => noMemos,
  fingerprint: fingerprintOf,
  close: () => undefined,
};
