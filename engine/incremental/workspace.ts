import { diskFileSystem } from "../base/file-system.js";
import { recordReads, type Recording } from "../base/recording.js";
import { noLoadWorkspace, type LoadWorkspace } from "../load/load-workspace.js";
import type { Universe } from "../model/universe.js";
import type { FilePlan, Generator } from "../plan/generator.js";
import { noMemos, type MemosOfRun } from "../plan/memo.js";
import type { ImportEnding } from "../base/symbol.js";

/** All input of the text of a file. */
export interface PrintInput {
  readonly generator: Generator;
  readonly ending: ImportEnding;
  /** First lines of the file. */
  readonly top: string;
  readonly file: FilePlan;
  /** Text of the file on disk. */
  readonly before: string | undefined;
}

/** The disk of a run, and the results that the runs of one process store for later runs. */
export interface RunWorkspace extends LoadWorkspace {
  /**
   * Returns the file system below a root. A run reads all files through this object, which reads
   * each file only once.
   */
  disk(root: string): Recording;
  /**
   * Returns the memoised values of generators.
   *
   * @param settings all settings that generators can read
   */
  plans(universe: Universe, settings: unknown): MemosOfRun;
  /** Returns the text of a file: `make()`, or the text that an earlier run made of equal input. */
  printed(input: PrintInput, make: () => Promise<string>): Promise<string>;
  /**
   * Ends a run that has rendered all files. Forgets the files and values that the run did not use.
   */
  close(recording: Recording): void;
}

/** The workspace of a single run. Nothing is stored for later runs. */
export const singleRun: RunWorkspace = {
  ...noLoadWorkspace,
  disk: (root) => recordReads(diskFileSystem(root)),
  plans: () => noMemos,
  printed: (_input, make) => make(),
  close: () => undefined,
};
