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
export interface Workspace {
  /**
   * Returns the stored value if an earlier call with the same stage and key had identical `deps`;
   * otherwise, calls `make` and stores its result. The result of `make` must depend only on `deps`.
   * If `make` throws, or its promise is rejected, nothing is stored.
   */
  memo<T>(stage: MemoKind, key: string, deps: readonly unknown[], make: () => T): T;
  /** Removes the values of a stage that were not used since the previous call of `forgetUnused`. */
  forgetUnused(stage: MemoKind): void;
}

/** A workspace that stores nothing. */
export const noWorkspace: Workspace = {
  memo: (_stage, _key, _deps, make) => make(),
  forgetUnused: () => undefined,
};
