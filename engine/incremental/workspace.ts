import { diskFileSystem } from "../base/file-system.js";
import { recordReads, type Recording } from "../base/recording.js";
import { noLoadWorkspace, type LoadWorkspace } from "../load/load-workspace.js";
import type { Universe } from "../model/universe.js";
import type { FilePlan, Generator } from "../plan/generator.js";
import { noMemos, type MemosOfRun } from "../plan/memo.js";
import type { ImportEnding } from "../base/symbol.js";

/** The inputs that determine the text of a generated file, and the present text of the file. */
export interface PrintInput {
  readonly generator: Generator;
  readonly ending: ImportEnding;
  /** The first lines of the file, such as the header. */
  readonly top: string;
  readonly file: FilePlan;
  /** Text of the file on disk; undefined if the file does not exist. */
  readonly before: string | undefined;
}

/**
 * Access to the disk for a run, and the results that the runs of one process store for later runs.
 */
export interface RunWorkspace extends LoadWorkspace {
  /**
   * Returns the file system below a root. All reads of a run use it, so that each file is read only
   * once.
   */
  disk(root: string): Recording;
  /**
   * Returns the memoised values of generators for a run.
   *
   * @param settings all settings that generators can read
   */
  plans(universe: Universe, settings: unknown): MemosOfRun;
  /**
   * Returns the text of a file. Reuses the text that an earlier run made from equal input;
   * otherwise, calls `make`.
   */
  printed(input: PrintInput, make: () => Promise<string>): Promise<string>;
  /**
   * Ends a run that has printed all files. Removes stored files and values that the run did not
   * use.
   */
  close(recording: Recording): void;
}

/** A workspace for a single run. It stores nothing for later runs. */
export const singleRun: RunWorkspace = {
  ...noLoadWorkspace,
  disk: (root) => recordReads(diskFileSystem(root)),
  plans: () => noMemos,
  printed: (_input, make) => make(),
  close: () => undefined,
};
