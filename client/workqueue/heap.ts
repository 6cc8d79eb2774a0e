/** An element that can be in one heap at a time. */
export interface HeapElement {
  /** Position in the heap, set by the heap; -1 if the element is not in a heap. */
  index: number;
}

/** Binary heap. Elements can be removed, and can be moved after their order has changed. */
export class Heap<E extends HeapElement> {
  readonly #elements: E[] = [];
  readonly #isBefore: (a: E, b: E) => boolean;

  constructor(isBefore: (a: E, b: E) => boolean) {
    this.#isBefore = isBefore;
  }

  get length(): number {
    return this.#elements.length;
  }

  get first(): E | undefined {
    return this.#elements[0];
  }

  /**
   * Adds an element. If the element is already in the heap, moves it according to its changed
   * order.
   */
  put(element: E): void {
    if (element.index < 0) {
      element.index = this.#elements.length;
      this.#elements.push(element);
    }
    this.#up(element);
    this.#down(element);
  }

  remove(element: E): void {
    const last = this.#elements.pop();
    if (last !== undefined && last !== element) {
      this.#place(last, element.index);
      this.#up(last);
      this.#down(last);
    }
    element.index = -1;
  }

  clear(): void {
    for (const element of this.#elements.splice(0)) element.index = -1;
  }

  #up(element: E): void {
    while (element.index > 0) {
      const parent = this.#elements[(element.index - 1) >> 1];
      if (parent === undefined || !this.#isBefore(element, parent)) return;
      this.#swap(parent, element);
    }
  }

  #down(element: E): void {
    for (;;) {
      const left = this.#elements[2 * element.index + 1];
      const right = this.#elements[2 * element.index + 2];
      const child = left !== undefined && right !== undefined && this.#isBefore(right, left) ? right : left;
      if (child === undefined || !this.#isBefore(child, element)) return;
      this.#swap(element, child);
    }
  }

  #swap(a: E, b: E): void {
    const { index } = a;
    this.#place(a, b.index);
    this.#place(b, index);
  }

  #place(element: E, index: number): void {
    element.index = index;
    this.#elements[index] = element;
  }
}
