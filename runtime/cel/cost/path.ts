/**
 * The way from a variable to a part of its value: names of fields, `@items`, `@keys`, `@values` and
 * `@indices`. In Go, paths are slices: a path that is made longer shares its memory with the
 * original, if there is room. Then the next path that is made from the same original changes the
 * last part of this one. Kubernetes' estimates have this effect, so it is repeated here.
 */
export class CostPath {
  static readonly none = new CostPath([], 0, 0);
  readonly length: number;
  readonly #cells: string[];
  readonly #capacity: number;

  private constructor(cells: string[], length: number, capacity: number) {
    this.#cells = cells;
    this.length = length;
    this.#capacity = capacity;
  }

  static of(name: string): CostPath {
    return new CostPath([name], 1, 1);
  }

  get parts(): readonly string[] {
    return this.#cells.slice(0, this.length);
  }

  /** Returns a path with one more part. */
  with(part: string): CostPath {
    const hasRoom = this.length < this.#capacity;
    const cells = hasRoom ? this.#cells : this.#cells.slice(0, this.length);
    cells[this.length] = part;
    return new CostPath(cells, this.length + 1, hasRoom ? this.#capacity : Math.max(2 * this.length, 1));
  }

  /** Returns a path with one more part and its own memory. */
  copyWith(part: string): CostPath {
    return new CostPath([...this.parts, part], this.length + 1, this.length + 1);
  }
}
