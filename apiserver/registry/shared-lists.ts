import { largestKeptBody } from "../negotiation/compress.js";
import { Cache } from "../util/cache.js";

/** Minimum size of shared bytes. Smaller lists are encoded as fast as they are found. */
const smallest = 16 * 1024;

interface SharedList<T> {
  readonly items: readonly T[];
  /** The metadata of the list, before its items. */
  readonly head: Buffer;
}

/**
 * The encoded lists that responses are sending. After a restart of a server, many clients list the
 * same objects at the same time: the list is then encoded, compressed and kept in memory once. A
 * list is not kept for longer than its responses.
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
   * Returns the bytes of a list that contains the same items; undefined if no response has such
   * bytes.
   * @param head the bytes before the items
   */
  find(items: readonly T[], head: Buffer): Buffer | undefined {
    const body = this.#bodies.get(this.#keyOf(items))?.deref();
    const list = body && this.#lists.get(body);
    if (body === undefined || list === undefined || !isSame(list.items, items)) return undefined;
    if (list.head.equals(head)) return body;
    // A write of another resource changes the revision of the list, but not its items.
    return this.add(items, head, Buffer.concat([head, body.subarray(list.head.length)]));
  }

  /** Shares the bytes of a list with later responses, and returns them. */
  add(items: readonly T[], head: Buffer, body: Buffer): Buffer {
    if (body.length < smallest || body.length > largestKeptBody) return body;
    const key = this.#keyOf(items);
    this.#bodies.set(key, new WeakRef(body));
    this.#lists.set(body, { items, head });
    return body;
  }

  /** Lists of different namespaces and pages begin with different items. */
  #keyOf(items: readonly T[]): string {
    const [first] = items;
    return `${items.length} ${first === undefined ? "" : this.#nameOf(first)}`;
  }
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
