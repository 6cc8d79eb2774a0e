import { groupVersionString, type GroupVersionKind } from "@apimachinery/runtime";
import type { KeyValue } from "../storage/index.js";
import { SharedLists } from "./shared-lists.js";
import { Cache } from "../util/cache.js";

/**
 * Builds JSON responses from stored bytes by adding only the resourceVersion, without decoding.
 * Before the bytes of an item are sent for the first time, the item is decoded and encoded again.
 * If the result differs, because defaults or the encoder have changed, the bytes are never sent.
 */
export class StoredString {
  /**
   * Bytes with which every stored object of the kind begins, up to the first field of its metadata.
   */
  readonly #head: Buffer;
  readonly #isCurrent: (item: KeyValue) => boolean;
  readonly #current = new RevisionSet();
  /** Revisions of items whose stored bytes cannot be sent. */
  readonly #outdated = new RevisionSet();
  /** Lists of stored bytes that are being sent in responses. */
  readonly lists = new SharedLists<KeyValue>(({ key }) => key);

  /**
   * @param isCurrent reports whether the stored bytes of an item equal the current encoding of its
   * object
   */
  constructor(kind: GroupVersionKind, isCurrent: (item: KeyValue) => boolean) {
    this.#head = Buffer.from(
      `{"kind":${JSON.stringify(kind.kind)},"apiVersion":${JSON.stringify(groupVersionString(kind))},"metadata":{`,
    );
    this.#isCurrent = isCurrent;
  }

  /** Reports whether the stored bytes of an item can be sent, by `line` or `itemInto`. */
  has(item: KeyValue): boolean {
    const { revision } = item;
    if (this.#current.has(revision)) return true;
    if (this.#outdated.has(revision)) return false;
    const isCurrent = this.#starts(item) && this.#isCurrent(item);
    (isCurrent ? this.#current : this.#outdated).add(revision);
    return isCurrent;
  }

  #starts({ value }: KeyValue): boolean {
    return (
      value.length > this.#head.length + 1 &&
      this.#head.equals(value.subarray(0, this.#head.length)) &&
      value[this.#head.length] === quote
    );
  }

  /** Returns the JSON of an object with its resourceVersion and a line break. */
  line({ value, revision }: KeyValue): Buffer {
    const version = `"resourceVersion":"${revision}",`;
    const start = this.#head.length;
    const line = Buffer.allocUnsafe(value.length + version.length);
    this.#head.copy(line, 0);
    line.write(version, start, "latin1");
    line.set(value.subarray(start), start + version.length);
    return line;
  }

  /** Returns the maximum number of bytes that `itemInto` writes for an item. */
  itemSize({ value }: KeyValue): number {
    return value.length - this.#head.length + itemHead.length + longestRevision + 1;
  }

  /**
   * Writes an item of a list into `target`, without kind and apiVersion.
   * @param at position of the first byte
   * @returns position after the item
   */
  itemInto(target: Buffer, at: number, { value, revision }: KeyValue): number {
    const head = `${itemHead}${revision}",`;
    target.write(head, at, "latin1");
    const tail = value.subarray(this.#head.length, -1);
    target.set(tail, at + head.length);
    return at + head.length + tail.length;
  }
}

const itemHead = '{"metadata":{"resourceVersion":"';
const longestRevision = String(Number.MAX_SAFE_INTEGER).length;
const quote = '"'.charCodeAt(0);

/** Number of consecutive revisions in one piece of the set. */
const pieceSize = 1 << 15;

/**
 * A set of revisions, with one bit for each revision. The bits are divided into pieces of 32,768
 * revisions. Pieces that were not used recently can be dropped, so `has` can return false for a
 * revision that was added.
 */
class RevisionSet {
  readonly #pieces = new Cache<number, Uint8Array>("checked revisions", ({ length }) => length);

  has(revision: number): boolean {
    const place = revision % pieceSize;
    const byte = this.#pieces.get((revision - place) / pieceSize)?.[place >>> 3] ?? 0;
    return (byte & (1 << (place & 7))) !== 0;
  }

  add(revision: number): void {
    const place = revision % pieceSize;
    const number = (revision - place) / pieceSize;
    let piece = this.#pieces.get(number);
    if (piece === undefined) {
      piece = new Uint8Array(pieceSize >>> 3);
      this.#pieces.set(number, piece);
    }
    piece[place >>> 3] = (piece[place >>> 3] ?? 0) | (1 << (place & 7));
  }
}
