interface Entry {
  readonly deps: readonly unknown[];
  readonly value: unknown;
}

/** The stored values of one stage. */
interface Values {
  readonly entries: Map<string, Entry>;
  /** Keys that were used since the last call of `forgetUnused`. */
  used: Set<string>;
}

/** Memoised values by stage and key. A value is reused while its `deps` are identical. */
export class MemoTable {
  readonly #stages = new Map<string, Values>();

  /**
   * Returns the stored value if an earlier call had identical `deps`; otherwise, calls `make` and
   * stores its result. If `make` throws, or its promise is rejected, nothing is stored.
   */
  memo<T>(stage: string, key: string, deps: readonly unknown[], make: () => T): T {
    const { entries, used } = this.#valuesOf(stage);
    used.add(key);
    const known = entries.get(key);
    if (known !== undefined && isSame(known.deps, deps)) return known.value as T;
    entries.delete(key);
    const made = { deps, value: make() };
    entries.set(key, made);
    if (made.value instanceof Promise)
      made.value.catch(() => {
        if (entries.get(key) === made) entries.delete(key);
      });
    return made.value;
  }

  /** Removes the values of a stage that were not used since the previous call of `forgetUnused`. */
  forgetUnused(stage: string): void {
    const values = this.#valuesOf(stage);
    for (const key of values.entries.keys()) if (!values.used.has(key)) values.entries.delete(key);
    values.used = new Set();
  }

  #valuesOf(stage: string): Values {
    const known = this.#stages.get(stage) ?? { entries: new Map<string, Entry>(), used: new Set<string>() };
    this.#stages.set(stage, known);
    return known;
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
