import { groupVersionString, type GroupVersionKind } from "@apimachinery/runtime";
import type { KeyValue } from "../storage/index.js";
import { RevisionSet } from "./revision-set.js";

/** In 1,024 pieces of 4 KB: what more than 33 million writes were found to be. */
const pieces = 1024;

/**
 * Objects as text made of the very bytes that are stored: only their revision is put in. What is
 * stored is first read and encoded anew, once: where today's defaults or an encoder of today make
 * other bytes of it, it is no text of this server's version.
 */
export class StoredText {
  /** What stands before the first field of an object's metadata: the same for all of a kind. */
  readonly #head: Buffer;
  readonly #isCurrent: (item: KeyValue) => boolean;
  readonly #current = new RevisionSet(pieces);

  /** @param isCurrent whether an item's bytes are what its object is encoded to today */
  constructor(kind: GroupVersionKind, isCurrent: (item: KeyValue) => boolean) {
    this.#head = Buffer.from(
      `{"kind":${JSON.stringify(kind.kind)},"apiVersion":${JSON.stringify(groupVersionString(kind))},"metadata":{`,
    );
    this.#isCurrent = isCurrent;
  }

  /** Whether `line` and `itemInto` can take it. */
  has(item: KeyValue): boolean {
    if (this.#current.has(item.revision)) return true;
    const { value } = item;
    const starts =
      value.length > this.#head.length + 1 &&
      this.#head.equals(value.subarray(0, this.#head.length)) &&
      value[this.#head.length] === quote;
    if (!starts || !this.#isCurrent(item)) return false;
    this.#current.add(item.revision);
    return true;
  }

  /** An object of its own, a whole line. */
  line({ value, revision }: KeyValue): Buffer {
    const version = `"resourceVersion":"${revision}",`;
    const start = this.#head.length;
    const line = Buffer.allocUnsafe(value.length + version.length + 1);
    this.#head.copy(line, 0);
    line.write(version, start, "latin1");
    line.set(value.subarray(start), start + version.length);
    line[line.length - 1] = newline;
    return line;
  }

  /** How many bytes `itemInto` writes at most. */
  itemSize({ value }: KeyValue): number {
    return value.length - this.#head.length + itemHead.length + longestRevision + 2;
  }

  /** A list's item, which says no kind and apiVersion. @returns where it ends */
  itemInto(target: Buffer, at: number, { value, revision }: KeyValue): number {
    const head = `${itemHead}${revision}",`;
    target.write(head, at, "latin1");
    target.set(value.subarray(this.#head.length), at + head.length);
    return at + head.length + value.length - this.#head.length;
  }
}

const itemHead = '{"metadata":{"resourceVersion":"';
const longestRevision = String(Number.MAX_SAFE_INTEGER).length;
const quote = '"'.charCodeAt(0);
const newline = "\n".charCodeAt(0);
