import { crc32 } from "node:zlib";
import { CorruptError } from "../errors.js";
import type { KeyValue } from "../storage.js";

/** The stored data of one revision: one write of one key. */
export interface StoredWrite {
  readonly key: string;
  readonly revision: number;
  /** Revision of the previous write or deletion of the key; 0 if none exists or is known. */
  readonly previous: number;
  /** Written value; absent for a deletion. */
  readonly current?: KeyValue;
}

// Offsets of a record's fields in bytes. A record contains a checksum of the following bytes (u32),
// kind (u8), revision (f64), previous revision (f64), length of the key (u16), key and value.
const kindAt = 4;
const revisionAt = 5;
const previousAt = 13;
const keyLengthAt = 21;
const keyAt = 23;

const kinds = { put: 1, delete: 2 };

export function encodeRecord(write: StoredWrite): Buffer {
  const keyLength = Buffer.byteLength(write.key);
  const value = write.current?.value;
  const bytes = Buffer.allocUnsafe(keyAt + keyLength + (value?.length ?? 0));
  bytes.writeUInt8(value === undefined ? kinds.delete : kinds.put, kindAt);
  bytes.writeDoubleBE(write.revision, revisionAt);
  bytes.writeDoubleBE(write.previous, previousAt);
  bytes.writeUInt16BE(keyLength, keyLengthAt);
  bytes.write(write.key, keyAt, "utf8");
  if (value !== undefined) bytes.set(value, keyAt + keyLength);
  bytes.writeUInt32BE(crc32(bytes.subarray(kindAt)), 0);
  return bytes;
}

/** Function that returns the bytes between two offsets of a record, as a view or as a copy. */
export type TakeValue = (record: Buffer, start: number, end: number) => Uint8Array;

const view: TakeValue = (record, start, end) => record.subarray(start, end);

/**
 * Returns the key in a damaged record; empty if the record is too short. The key can be damaged
 * too.
 */
export function keyIn(bytes: Buffer): string {
  return bytes.length < keyAt ? "" : bytes.toString("utf8", keyAt, keyAt + bytes.readUInt16BE(keyLengthAt));
}

/** Returns the revision in a record, which may be damaged; 0 if the record is too short. */
export function revisionIn(bytes: Buffer): number {
  return bytes.length < keyAt ? 0 : bytes.readDoubleBE(revisionAt);
}

/** Returns a write with an unreadable value and without a previous write. */
export function unreadableWrite(key: string, revision: number, reason: string): StoredWrite {
  return { key, revision, previous: 0, current: { key, value: nothing, revision, unreadable: reason } };
}

const nothing = new Uint8Array(0);

/**
 * Decodes a record. The value is a view of `bytes`, unless the caller passes `take` to copy it.
 * @throws CorruptError unless the bytes are exactly the record of this revision
 */
export function decodeRecord(revision: number, bytes: Buffer, take = view): StoredWrite {
  const { length } = bytes;
  if (length < keyAt || bytes.readUInt32BE(0) !== crc32(bytes.subarray(kindAt, length))) {
    throw new CorruptError(`the record of revision ${revision} is damaged: its checksum is wrong`);
  }
  const found = bytes.readDoubleBE(revisionAt);
  if (found !== revision) throw new CorruptError(`revision ${revision} holds the record of revision ${found}`);
  const keyEnd = keyAt + bytes.readUInt16BE(keyLengthAt);
  const key = bytes.toString("utf8", keyAt, keyEnd);
  const previous = bytes.readDoubleBE(previousAt);
  if (bytes.readUInt8(kindAt) === kinds.delete) return { key, revision, previous };
  return { key, revision, previous, current: { key, value: take(bytes, keyEnd, length), revision } };
}
