import type { Universe } from "../model/universe.js";
import type { LoadSnapshot } from "./snapshot/snapshot.js";

/**
 * Kinds of memoised values:
 * - `definitions`: index of the marker definitions;
 * - `syntax`: syntax of a file, by path;
 * - `templates`: compiled templates, by generator;
 * - `printed`: text of a generated file, by path.
 */
export type MemoKind = "definitions" | "syntax" | "templates" | "printed";

/**
 * Results that the runs of one process store for later runs. A run reuses a result only if the
 * inputs of the result are unchanged.
 */
export interface LoadWorkspace {
  /**
   * Returns the stored value if an earlier call with the same stage and key had identical `deps`;
   * otherwise, calls `make` and stores its result. The result of `make` must depend only on `deps`.
   * If `make` throws, or its promise is rejected, nothing is stored.
   */
  memo<T>(stage: MemoKind, key: string, deps: readonly unknown[], make: () => T): T;
  /** Removes the values of a stage that were not used since the previous call of `forgetUnused`. */
  forgetUnused(stage: MemoKind): void;
  /**
   * Returns the universe. If a package equals a package of the previous universe of this name, the
   * earlier object replaces it. An unchanged package is therefore the identical object in all runs.
   */
  share(name: "loaded" | "universe", universe: Universe): Universe;
  /**
   * Snapshots of the folders in the last run that read all types without a problem; undefined if no
   * run did.
   */
  readonly snapshot: LoadSnapshot | undefined;
  keepSnapshot(take: () => LoadSnapshot): void;
}

/** A workspace that stores nothing. */
export const noLoadWorkspace: LoadWorkspace = {
  memo: (_stage, _key, _deps, make) => make(),
  forgetUnused: () => undefined,
  share: (_name, universe) => universe,
  snapshot: undefined,
  keepSnapshot: () => undefined,
};
