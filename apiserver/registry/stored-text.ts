import { groupVersionString, type GroupVersionKind } from "@apimachinery/runtime";
import type { KeyValue } from "../storage/index.js";
import { RevisionSet } from "./revision-set.js";
import { SharedLists } from "./shared-lists.js";

/**
 * Builds responses from stored bytes, to which it adds only the revision. Before the stored bytes
 * of an item are sent for the first time, the item is decoded and encoded again. If this gives
 * other bytes, because defaults or the encoder have changed, the stored bytes of the item are never
 * sent.
 */
export class StoredString {
  /** Text that begins every stored object of the kind, up to the first field of its metadata. */
  readonly #head: Buffer;
  readonly #isCurrent: (item: KeyValue) => boolean;
  readonly #current = new RevisionSet();
  /** Revisions of items whose stored bytes cannot be sent. */
  readonly #outdated = new RevisionSet();
  /** The lists of this form that responses are sending. */
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

  /** Reports whether `line` and `itemInto` can be used for an item. */
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

  /** Returns an object as JSON, with a line break. */
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
   * Writes an item of a list, without kind and apiVersion, into `target`.
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
