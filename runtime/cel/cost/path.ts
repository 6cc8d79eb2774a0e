/**
 * The path from a variable to a part of its value. It consists of names of fields, `@items`,
 * `@keys`, `@values` and `@indices`. In Go, paths are slices, and appending to a slice can reuse
 * its memory. Therefore, if two longer paths are made from one path, the second can overwrite the
 * last part of the first. Kubernetes' estimates depend on this effect, so this class reproduces it.
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

  /** Returns a path with one more part that shares no memory with this path. */
  copyWith(part: string): CostPath {
    return new CostPath([...this.parts, part], this.length + 1, this.length + 1);
  }
}
