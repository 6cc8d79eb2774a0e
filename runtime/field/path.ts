/**
 * Path of a field, such as `spec.toppings[0].name` or `metadata.labels[app]` (Go: field.Path).
 * Paths are immutable: `child`, `index` and `key` return new paths.
 */
export class Path {
  readonly #name: string;
  readonly #subscript: string | number;
  readonly #parent: Path | null;

  protected constructor(name: string, subscript: string | number, parent: Path | null) {
    this.#name = name;
    this.#subscript = subscript;
    this.#parent = parent;
  }

  /** Returns the path of a field of the root, or of a nested field if there are more names. */
  static of(name: string, ...more: readonly string[]): Path {
    return more.reduce((parent, next) => new Path(next, "", parent), new Path(name, "", null));
  }

  /**
   * Returns the path of an item of a root list, such as `[0]`, or of a value of a root map, such as
   * `[app]`.
   */
  static ofSubscript(subscript: string | number): Path {
    return new Path("", subscript, null);
  }

  child(name: string, ...more: readonly string[]): Path {
    const first = new Path(name, "", this);
    return more.length === 0 ? first : more.reduce((parent, next) => new Path(next, "", parent), first);
  }

  /** Returns the path of an item of a list. */
  index(index: number): Path {
    return new Path("", index, this);
  }

  /** Returns the path of a value in a map. */
  key(key: string): Path {
    return new Path("", key, this);
  }

  /**
   * Returns the value at this path in a root value. `step` returns the child of a value at a name,
   * index or key. If `step` returns undefined, the result is undefined.
   */
  walk<T>(root: T, step: (from: T, by: string | number) => T | undefined): T | undefined {
    const from = this.#parent === null ? root : this.#parent.walk(root, step);
    return from === undefined ? undefined : step(from, this.#name === "" ? this.#subscript : this.#name);
  }

  root(): Path {
    return this.#parent === null ? this : this.#parent.root();
  }

  toString(): string {
    const before = this.#parent === null ? "" : this.#parent.toString();
    if (this.#name === "") return `${before}[${String(this.#subscript)}]`;
    return this.#parent === null ? this.#name : `${before}.${this.#name}`;
  }
}

/**
 * Returns the path of a field of the root, or of a nested field if there are more names (Go:
 * field.NewPath).
 */
export function newPath(name: string, ...more: readonly string[]): Path {
  return Path.of(name, ...more);
}
