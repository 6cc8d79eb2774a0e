import { crc32 } from "node:zlib";

/**
 * First line of a backup. If a file begins with another line, another version or program wrote it.
 */
export const backupFormat = "apimachinery-backup 1\n";

/** Second line of a backup, as JSON. */
export interface BackupHeader {
  /** Format of the store from which the backup was made. A restored store has the same format. */
  readonly format: string;
  /** Time of the backup, in RFC 3339. */
  readonly time: string;
}

/**
 * Kinds of entries: the beginning of a table, a row of the table that began last, and the end of
 * the file.
 */
export const entryKinds = { table: 1, row: 2, end: 3 } as const;

/**
 * One entry of a backup. Its bytes are: checksum of the following bytes (u32), kind (u8), length of
 * the key (u16), length of the value (u32), key, value. The key of a `table` entry is the name of
 * the table. The value of the `end` entry is the SHA-256 hash of all bytes before the entry.
 */
export interface BackupEntry {
  readonly kind: number;
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Number of bytes of an entry before its key. */
export const entryHead = 11;

const nothing = Buffer.alloc(0);

export function encodeEntry(kind: number, key: Uint8Array, value: Uint8Array = nothing): Buffer {
  const bytes = Buffer.allocUnsafe(entryHead + key.length + value.length);
  bytes.writeUInt8(kind, 4);
  bytes.writeUInt16BE(key.length, 5);
  bytes.writeUInt32BE(value.length, 7);
  bytes.set(key, entryHead);
  bytes.set(value, entryHead + key.length);
  bytes.writeUInt32BE(crc32(bytes.subarray(4)), 0);
  return bytes;
}

/**
 * Returns the length of an entry in bytes.
 * @param head at least the first `entryHead` bytes of the entry
 */
export function entryLength(head: Buffer): number {
  return entryHead + head.readUInt16BE(5) + head.readUInt32BE(7);
}

/** Decodes an entry. Returns undefined if its checksum is wrong. */
export function decodeEntry(bytes: Buffer): BackupEntry | undefined {
  if (bytes.readUInt32BE(0) !== crc32(bytes.subarray(4))) return undefined;
  const keyEnd = entryHead + bytes.readUInt16BE(5);
  return { kind: bytes.readUInt8(4), key: bytes.subarray(entryHead, keyEnd), value: bytes.subarray(keyEnd) };
}
