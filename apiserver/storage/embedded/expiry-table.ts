import { crc32 } from "node:zlib";
import type { Database as Table, RootDatabase } from "lmdb";

/** A key whose time to live has ended. */
export interface Expiry {
  readonly key: string;
  /** Revision of the write that gave the key its time to live. */
  readonly revision: number;
}

/** Key in the table `expiry-times`: time in milliseconds since 1970, and revision of the write. */
type Place = [number, number];

/**
 * The tables `expiries` (key → time and revision) and `expiry-times` (time and revision → key). A
 * key without a time to live has no entries. An older version of this program ignores the tables:
 * it deletes no expired keys, and does not remove the entries of keys that it writes. These entries
 * then have an outdated revision, so they have no effect.
 */
export class ExpiryTable {
  readonly #byKey: Table<Buffer, string> | undefined;
  readonly #byTime: Table<Buffer, Place> | undefined;
  /**
   * False if the tables are certainly empty. Writes of keys then skip the search for an old entry.
   */
  #isUsed: boolean;

  /** @param create false for a database that must not be changed; the tables may not exist in it */
  constructor(root: RootDatabase<Buffer, string>, create: boolean) {
    const table = { encoding: "binary", create } as const;
    // The result is undefined if the table does not exist, which the types of lmdb do not declare.
    this.#byKey = root.openDB<Buffer, string>("expiries", table);
    this.#byTime = root.openDB<Buffer, Place>("expiry-times", table);
    this.#isUsed = this.next() !== undefined;
  }

  /**
   * Sets the time at which a key expires, in milliseconds since 1970; undefined if it never
   * expires.
   * @param revision revision of the write that gives the key this time
   */
  set(key: string, revision: number, time: number | undefined): void {
    this.remove(key);
    if (time === undefined) return;
    const value = Buffer.allocUnsafe(16);
    value.writeDoubleBE(time);
    value.writeDoubleBE(revision, 8);
    this.#byKey?.putSync(key, value);
    const place: Place = [time, revision];
    this.#byTime?.putSync(place, encodeKey(place, key));
    this.#isUsed = true;
  }

  /** Removes the time at which a key expires, if it has one. */
  remove(key: string): void {
    if (!this.#isUsed) return;
    const value = this.#byKey?.get(key);
    if (value === undefined) return;
    this.#byKey?.removeSync(key);
    if (value.length === 16) this.#byTime?.removeSync([value.readDoubleBE(), value.readDoubleBE(8)]);
  }

  /** Returns the time at which the first key expires; undefined if no key expires. */
  next(): number | undefined {
    for (const [time] of this.#byTime?.getKeys({ limit: 1 }) ?? []) return time;
    return undefined;
  }

  /**
   * Removes the entries of the keys that have expired, oldest first. Returns the keys, and the
   * number of removed entries. A damaged entry is counted, but its key is unknown, so the key stays
   * until a client deletes it.
   * @param limit maximum number of entries to remove
   */
  takeDue(now: number, limit: number): { readonly expiries: readonly Expiry[]; readonly count: number } {
    const due: (readonly [Place, Expiry | undefined])[] = [];
    for (const { key: place, value } of this.#byTime?.getRange({ limit }) ?? []) {
      if (place[0] > now) break;
      due.push([place, decodeExpiry(place, value)]);
    }
    for (const [place, expiry] of due) {
      this.#byTime?.removeSync(place);
      if (expiry !== undefined) this.#byKey?.removeSync(expiry.key);
    }
    return { expiries: due.flatMap(([, expiry]) => expiry ?? []), count: due.length };
  }

  /** Reads all entries. lmdb reports damaged pages as errors. */
  verify(): void {
    for (const table of [this.#byKey, this.#byTime]) table?.getRange({}).forEach(() => undefined);
  }
}

// Offset of the key in a value of `expiry-times`. Before it is a checksum of the place and the key.
const keyAt = 4;

function encodeKey(place: Place, key: string): Buffer {
  const value = Buffer.allocUnsafe(keyAt + Buffer.byteLength(key));
  value.write(key, keyAt, "utf8");
  value.writeUInt32BE(checksum(place, key));
  return value;
}

/** Decodes an entry of `expiry-times`. Returns undefined if it is damaged. */
function decodeExpiry(place: Place, value: Buffer): Expiry | undefined {
  const key = value.toString("utf8", keyAt);
  if (key === "" || value.readUInt32BE() !== checksum(place, key)) return undefined;
  return { key, revision: place[1] };
}

function checksum(place: Place, key: string): number {
  return crc32(`${String(place)} ${key}`);
}
