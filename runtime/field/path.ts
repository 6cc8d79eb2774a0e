/**
 * Path of a field from a root: `spec.toppings[0].name`, `metadata.labels[app]` (Go: field.Path).
 * Immutable: every method returns a new path.
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

  /** Returns a path of one or more fields. */
  static of(name: string, ...more: readonly string[]): Path {
    return more.reduce((parent, next) => new Path(next, "", parent), new Path(name, "", null));
  }

  /** Returns the path of an entry in a root list or map, such as `[0]` or `[app]`. */
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
   * Walks from a root value along the path and returns the value at its end. `step` receives a
   * value and a name, index or key, and returns the value there. If it returns undefined, the walk
   * ends with undefined.
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

/** Returns a path of one or more fields (Go: field.NewPath). */
export function newPath(name: string, ...more: readonly string[]): Path {
  return Path.of(name, ...more);
}
