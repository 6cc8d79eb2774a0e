import { comparePathElements, type PathElement } from "./path-element.js";

/**
 * A sorted set of path elements. Only `insert` mutates a set. Source: `fieldpath.PathElementSet`.
 */
export class PathElementSet implements Iterable<PathElement> {
  #members: PathElement[] = [];

  constructor(...elements: PathElement[]) {
    for (const element of elements) this.insert(element);
  }

  /** Iterates over the elements in Go's order. */
  [Symbol.iterator](): Iterator<PathElement> {
    return this.#members.values();
  }

  /** Adds an element, unless the set has an equal one. */
  insert(element: PathElement): void {
    const at = this.#position(element);
    if (!this.#isAt(at, element)) this.#members.splice(at, 0, element);
  }

  has(element: PathElement): boolean {
    return this.#isAt(this.#position(element), element);
  }

  /** The number of members. */
  get size(): number {
    return this.#members.length;
  }

  /** Returns the elements that are in at least one of the sets. */
  union(other: PathElementSet): PathElementSet {
    return new PathElementSet(...other.#members, ...this.#members);
  }

  /** Returns the elements in both sets. */
  intersection(other: PathElementSet): PathElementSet {
    return this.#where((element) => other.has(element));
  }

  /** Returns the elements of this set that the other set does not have. */
  difference(other: PathElementSet): PathElementSet {
    return this.#where((element) => !other.has(element));
  }

  equals(other: PathElementSet): boolean {
    return this.size === other.size && this.#members.every((element) => other.has(element));
  }

  #where(keeps: (element: PathElement) => boolean): PathElementSet {
    const set = new PathElementSet();
    set.#members = this.#members.filter(keeps);
    return set;
  }

  /** Returns the index of the first member that is not less than the element. */
  #position(element: PathElement): number {
    let [low, high] = [0, this.#members.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePathElements(this.#members[middle] as PathElement, element) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isAt(at: number, element: PathElement): boolean {
    const member = this.#members[at];
    return member !== undefined && comparePathElements(member, element) === 0;
  }
}
