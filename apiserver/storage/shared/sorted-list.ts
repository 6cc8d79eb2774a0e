/**
 * Maximum number of items in a chunk. Longer chunks make the list of chunks shorter. Shorter chunks
 * make insertions cheaper.
 */
const maxChunk = 256;

interface Chunk<T> {
  readonly items: T[];
  /**
   * Identifies the list that may change the chunk in place. All other lists must copy the chunk
   * first.
   */
  readonly owner: object;
}

/**
 * A list of items in the order of their keys, divided into chunks. A read of one item costs
 * O(log n). A write costs O(log n), and the copy of a chunk that a snapshot shares. A snapshot
 * costs one pointer for each chunk, because the list and its snapshot share chunks. Each of them
 * copies a chunk before changing it. Go's watch cache clones a B-tree in the same way.
 */
export class SortedList<T extends { readonly key: string }> {
  #chunks: Chunk<T>[] = [];
  #owner: object = {};
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): T | undefined {
    const chunk = this.#chunks[this.#chunkFor(key)];
    const item = chunk?.items[lowerBound(chunk.items, key)];
    return item?.key === key ? item : undefined;
  }

  /** Adds an item. Returns the replaced item with the same key; undefined if none existed. */
  set(item: T): T | undefined {
    const at = this.#chunkFor(item.key);
    if (this.#chunks.length === 0) this.#chunks.push({ items: [], owner: this.#owner });
    const { items } = this.#own(at);
    const index = lowerBound(items, item.key);
    const previous = items[index];
    if (previous?.key === item.key) {
      items[index] = item;
      return previous;
    }
    items.splice(index, 0, item);
    this.#size++;
    if (items.length > maxChunk) this.#split(at, index === items.length - 1);
    return undefined;
  }

  delete(key: string): T | undefined {
    if (this.get(key) === undefined) return undefined;
    const at = this.#chunkFor(key);
    const { items } = this.#own(at);
    const [removed] = items.splice(lowerBound(items, key), 1);
    if (items.length === 0) this.#chunks.splice(at, 1);
    this.#size--;
    return removed;
  }

  /**
   * Returns the items whose keys start with `prefix` and are not less than `startKey`. `remaining`
   * is the number of further such items beyond `limit`.
   * @param limit maximum number of items; 0 for all
   */
  range(prefix: string, startKey = "", limit = 0): { items: T[]; remaining: number } {
    const start = startKey > prefix ? startKey : prefix;
    const first = this.#rank(start);
    const total = Math.max(0, this.#rank(`${prefix}\uffff`) - first);
    const wanted = limit > 0 ? Math.min(limit, total) : total;
    const items: T[] = [];
    let at = this.#chunkFor(start);
    let from = lowerBound(this.#chunks[at]?.items ?? [], start);
    while (items.length < wanted) {
      const chunk = this.#chunks[at++] as Chunk<T>;
      const end = Math.min(chunk.items.length, from + wanted - items.length);
      for (let index = from; index < end; index++) items.push(chunk.items[index] as T);
      from = 0;
    }
    return { items, remaining: total - items.length };
  }

  /** Returns a copy of the list that later changes do not affect. */
  snapshot(): SortedList<T> {
    const copy = new SortedList<T>();
    copy.#chunks = this.#chunks.slice();
    copy.#size = this.#size;
    this.#owner = {};
    return copy;
  }

  /** Returns the number of keys that are less than `key`. */
  #rank(key: string): number {
    const at = this.#chunkFor(key);
    let rank = 0;
    for (let index = 0; index < at; index++) rank += (this.#chunks[index] as Chunk<T>).items.length;
    return rank + lowerBound(this.#chunks[at]?.items ?? [], key);
  }

  /**
   * Returns the index of the last chunk whose first key is not greater than `key`. This chunk
   * contains `key`, or `key` must be inserted into it.
   */
  #chunkFor(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (((this.#chunks[middle] as Chunk<T>).items[0] as T).key <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #own(at: number): Chunk<T> {
    const chunk = this.#chunks[at] as Chunk<T>;
    if (chunk.owner === this.#owner) return chunk;
    const copy = { items: chunk.items.slice(), owner: this.#owner };
    this.#chunks[at] = copy;
    return copy;
  }

  /**
   * Splits a chunk that is too long. If the last item was appended, only this item moves to the new
   * chunk, so that ascending keys fill the chunks. Otherwise half of the items move.
   */
  #split(at: number, appended: boolean): void {
    const { items } = this.#chunks[at] as Chunk<T>;
    const tail = items.splice(appended ? items.length - 1 : items.length >>> 1);
    this.#chunks.splice(at + 1, 0, { items: tail, owner: this.#owner });
  }
}

/** Returns the index of the first item whose key is not less than `key`. */
function lowerBound(items: readonly { readonly key: string }[], key: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as { readonly key: string }).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
