/**
 * Kinds of memoised values:
 * - `definitions`: index of the marker definitions;
 * - `syntax`: syntax of a file, by path;
 * - `templates`: compiled templates, by generator;
 * - `printed`: text of a generated file, by path.
 */
export type MemoKind = "definitions" | "syntax" | "templates" | "printed";

/**
 * The results that the runs of one process store for later runs. A run reuses a result only if the
 * inputs of the result are unchanged.
 */
export interface Workspace {
  /**
   * Returns `make()`, or the value that an earlier call with the same stage and key has made from
   * identical `deps`. `make` must not read anything else. If `make` throws, or its promise is
   * rejected, nothing is stored.
   */
  memo<T>(stage: MemoKind, key: string, deps: readonly unknown[], make: () => T): T;
  /** Forgets the values of a stage that were not used since the last call of `forgetUnused`. */
  forgetUnused(stage: MemoKind): void;
}

/** A workspace that stores nothing. */
export const noWorkspace: Workspace = {
  memo: (_stage, _key, _deps, make) => make(),
  forgetUnused: () => undefined,
};
