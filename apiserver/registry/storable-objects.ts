import type { KeyValue } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ObjectCodec } from "./object-codec.js";
import { checkStoredSize, newStoredObjectTooLarge } from "./size-limit.js";
import { isDeepStrictEqual } from "node:util";
import type { ManagedFieldsEntry } from "@apimachinery/runtime";

/** Determines which bytes a store writes for an object, and whether a write is necessary. */
export class StorableObjects {
  readonly #codec: ObjectCodec;
  readonly #maxBytes: number;

  /** @param maxBytes maximum size in bytes of an object that was encoded for storage */
  constructor(codec: ObjectCodec, maxBytes: number) {
    this.#codec = codec;
    this.#maxBytes = maxBytes;
  }

  /**
   * Encodes an object for storage.
   * @throws StatusError 413 if its JSON exceeds the maximum length of a string
   */
  encode(object: APIObject): Buffer {
    try {
      return this.#codec.encode(object);
    } catch (error) {
      throw error instanceof RangeError ? newStoredObjectTooLarge(this.#maxBytes) : error;
    }
  }

  /**
   * Reports whether an object equals the stored object. Differences in the times of managedFields
   * are ignored, so that an update without another change writes nothing.
   * @param value the encoded object
   * @param current the decoded object of `item`
   * @param item the stored item
   */
  isUnchanged(object: APIObject, value: Buffer, current: APIObject, item: KeyValue): boolean {
    if (isSameJSON(value, item.value)) return true;
    const managedFields = withTimesOf(current.metadata.managedFields, object.metadata.managedFields);
    if (managedFields === undefined) return false;
    const earlier: APIObject = { ...object, metadata: { ...object.metadata, managedFields } };
    return isSameJSON(this.encode(earlier), item.value);
  }

  /**
   * Returns the bytes to store. If an object exceeds the size limit, its managedFields are removed,
   * in place, unless `keepsManagers` is true.
   * @param value the encoded object
   * @param item the stored item; undefined for a create
   * @throws StatusError 413 if the object still exceeds the limit, and is larger than the stored
   *   object
   */
  withinLimit(object: APIObject, value: Buffer, item: KeyValue | undefined, keepsManagers: boolean): Buffer {
    if (value.length <= this.#maxBytes) return value;
    if (keepsManagers || object.metadata.managedFields === undefined) {
      checkStoredSize(value.length, this.#maxBytes, item === undefined ? 0 : this.#storedSize(item));
      return value;
    }
    delete object.metadata.managedFields;
    return this.withinLimit(object, this.encode(object), item, true);
  }

  /**
   * Returns the size of a stored object in bytes: the size of its stored form, or of its encoding
   * with the current defaults if that is larger.
   */
  #storedSize(item: KeyValue): number {
    return Math.max(item.value.length, this.#codec.encode(this.#codec.decode(item)).length);
  }
}

/**
 * Returns new managedFields entries with the times of the old entries. Returns undefined if all
 * times are equal, or if the entries also differ in another field (Go:
 * IgnoreManagedFieldsTimestampsTransformer).
 */
function withTimesOf(
  old: readonly ManagedFieldsEntry[] = [],
  entries: readonly ManagedFieldsEntry[] = [],
): ManagedFieldsEntry[] | undefined {
  if (entries.length !== old.length) return undefined;
  if (entries.every(({ time }, index) => time === old[index]?.time)) return undefined;
  const earlier = entries.map((entry, index) => withTime(entry, old[index]?.time));
  return isDeepStrictEqual(earlier, old) ? earlier : undefined;
}

function withTime(entry: ManagedFieldsEntry, time: string | undefined): ManagedFieldsEntry {
  const changed = { ...entry };
  if (time === undefined) delete changed.time;
  else changed.time = time;
  return changed;
}

const openBrace = "{".charCodeAt(0);

/**
 * Reports whether the encodings of two objects are equal. In JSON, the order of keys is ignored,
 * because clients may send keys in different orders. Protobuf is compared as bytes, because its
 * fields always have the same order.
 */
function isSameJSON(a: Buffer, b: Uint8Array): boolean {
  if (a.equals(b)) return true;
  return (
    a[0] === openBrace &&
    a.length === b.length &&
    checksum(a) === checksum(b) &&
    isDeepStrictEqual(JSON.parse(a.toString("utf8")), JSON.parse(Buffer.from(b).toString("utf8")))
  );
}

/**
 * Returns a checksum that does not depend on the order of the bytes. It rarely is equal for
 * different JSON, so most unequal objects need not be parsed.
 */
function checksum(bytes: Uint8Array): number {
  let total = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    total += byte * byte;
  }
  return total;
}
