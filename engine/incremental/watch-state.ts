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
 * What the runs of one process keep for each other: under `--watch` nearly everything is as it was.
 * Nothing here is believed unseen.
 */
export interface WatchState {
  /** Files as they were read last. */
  readonly disk: DiskMemory;
  readonly digests: DigestMemory;
  /**
   * The disk as it was when something was found to have changed: the run that follows sees the
   * same.
   */
  looked: { readonly root: string; readonly disk: FileSystem } | undefined;
  /** Syntax by path: taken again where the text is the same. */
  readonly sources: Map<string, SourceFile>;
  /** Those that the sources were read with. */
  definitions: readonly MarkerDefinition[];
  /** What folders came to, when everything was read without a problem. */
  snapshot: Snapshot | undefined;
  /** Compiled templates. */
  readonly renderers: Map<Generator, Render>;
  /**
   * The last model, as it was loaded and as generators saw it: packages that are equal now are
   * those of then.
   */
  loaded: Universe | undefined;
  universe: Universe | undefined;
  /** Plans of single packages. */
  readonly memos: Memos;
  /** Generated files by path. */
  readonly printed: Map<string, Printed>;
}

/** A file as it was printed last. */
export interface Printed {
  readonly generator: Generator;
  readonly plan: FilePlan;
  readonly ending: string;
  /** Header and body, not yet formatted. */
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
 * The syntax that was read before with the same markers in mind; other markers make other comments
 * of the same text.
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

/** Forgets files that a run has neither read nor written. */
export function forgetOtherFiles(
  { disk, digests, printed }: WatchState,
  read: ReadonlySet<string>,
  written: ReadonlySet<string>,
): void {
  for (const known of [disk, digests])
    for (const path of known.keys()) if (!read.has(path) && !written.has(path)) known.delete(path);
  for (const path of printed.keys()) if (!written.has(path)) printed.delete(path);
}
