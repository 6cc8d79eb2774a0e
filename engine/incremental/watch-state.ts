import type { DigestMemory, DiskMemory } from "./disk-memory.js";
import type { FilePlan, Generator } from "../generator.js";
import type { FileSystem } from "../load/discover/file-system.js";
import type { Snapshot } from "../load/snapshot/snapshot.js";
import type { SourceFile } from "../load/syntax/source-file.js";
import type { MarkerDefinition } from "../markers/marker.js";
import type { Universe } from "../model/universe.js";
import { createMemos, type Memos } from "./memo.js";
import type { Render } from "../render.js";

/**
 * State that the runs of one process keep for each other under `--watch`. Every value is compared
 * with its inputs before a run uses it.
 */
export interface WatchState {
  /** Files as they were read last. */
  readonly disk: DiskMemory;
  readonly digests: DigestMemory;
  /** The disk in the state in which a change was found. The next run reads the same state. */
  looked: { readonly root: string; readonly disk: FileSystem } | undefined;
  /** Syntax by path, valid while the text of the file is unchanged. */
  readonly sources: Map<string, SourceFile>;
  /** The marker definitions with which the sources were read. */
  definitions: readonly MarkerDefinition[];
  /** Folder snapshots of the last run that read everything without a problem. */
  snapshot: Snapshot | undefined;
  /** Compiled templates. */
  readonly renderers: Map<Generator, Render>;
  /**
   * The last model, as it was loaded and as generators saw it. A package that is equal in the next
   * run is replaced by its object from here.
   */
  loaded: Universe | undefined;
  universe: Universe | undefined;
  /** Memoised values of generators. */
  readonly memos: Memos;
  /** Generated files by path. */
  readonly printed: Map<string, Printed>;
}

/** A file as it was printed last. */
export interface Printed {
  readonly generator: Generator;
  readonly plan: FilePlan;
  readonly ending: string;
  /** Header and body before formatting. */
  readonly top: string;
  readonly body: string;
  readonly formatted: string;
}

export function createWatchState(): WatchState {
  return {
    disk: new Map(),
    digests: new Map(),
    looked: undefined,
    loaded: undefined,
    sources: new Map(),
    snapshot: undefined,
    definitions: [],
    renderers: new Map(),
    universe: undefined,
    memos: createMemos(),
    printed: new Map(),
  };
}

/**
 * Returns the syntax that was read with the same marker definitions. Other definitions find other
 * markers in the same text.
 */
export function rememberedSources(
  memory: WatchState,
  definitions: readonly MarkerDefinition[],
): Map<string, SourceFile> {
  const same =
    memory.definitions.length === definitions.length &&
    definitions.every((definition, index) => definition === memory.definitions[index]);
  if (!same) memory.sources.clear();
  memory.definitions = definitions;
  return memory.sources;
}

/** Forgets the files that a run has neither read nor written. */
export function forgetOtherFiles(
  { disk, digests, printed }: WatchState,
  read: ReadonlySet<string>,
  written: ReadonlySet<string>,
): void {
  for (const known of [disk, digests])
    for (const path of known.keys()) if (!read.has(path) && !written.has(path)) known.delete(path);
  for (const path of printed.keys()) if (!written.has(path)) printed.delete(path);
}
