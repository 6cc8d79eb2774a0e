import { largestKeptBody } from "../negotiation/compress.js";
import { Cache } from "../util/cache.js";

/**
 * Minimum size in bytes of a list whose bytes are shared. Encoding a smaller list is as fast as
 * finding it.
 */
const smallest = 16 * 1024;

interface SharedList<T> {
  readonly items: readonly T[];
  /** Encoded list up to its first item. */
  readonly head: Buffer;
}

/**
 * The encoded lists that are being sent in responses. After a restart of a server, many clients
 * list the same objects at the same time. The list is then encoded, compressed and kept in memory
 * only once. A list is released when no response needs it any more.
 */
export class SharedLists<T> {
  readonly #nameOf: (item: T) => string;
  readonly #bodies = new Cache<string, WeakRef<Buffer>>("encoded lists", (_, key) => 2 * key.length);
  readonly #lists = new WeakMap<Buffer, SharedList<T>>();

  /** @param nameOf returns a name that is unique among the items of all lists */
  constructor(nameOf: (item: T) => string) {
    this.#nameOf = nameOf;
  }

  /**
   * Returns the bytes of the list with these items and this head; undefined if no current response
   * contains a list with these items.
   * @param head encoded list up to its first item
   */
  find(items: readonly T[], head: Buffer): Buffer | undefined {
    const body = this.#bodies.get(this.#keyOf(items))?.deref();
    const list = body && this.#lists.get(body);
    if (body === undefined || list === undefined || !isSame(list.items, items)) return undefined;
    if (list.head.equals(head)) return body;
    // The items are equal, but the head differs: a write of another resource has increased the
    // revision of the list.
    return this.add(items, head, Buffer.concat([head, body.subarray(list.head.length)]));
  }

  /** Adds the bytes of a list, so that later responses can share them. Returns the bytes. */
  add(items: readonly T[], head: Buffer, body: Buffer): Buffer {
    if (body.length < smallest || body.length > largestKeptBody) return body;
    const key = this.#keyOf(items);
    this.#bodies.set(key, new WeakRef(body));
    this.#lists.set(body, { items, head });
    return body;
  }

  /**
   * Returns a key that usually differs for lists of different namespaces and pages, because they
   * begin with different items.
   */
  #keyOf(items: readonly T[]): string {
    const [first] = items;
    return `${items.length} ${first === undefined ? "" : this.#nameOf(first)}`;
  }
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
