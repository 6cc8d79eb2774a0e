import { open, type Database as Table, type RootDatabase } from "lmdb";
import { CorruptError } from "../errors.js";
import { isStorable } from "../shared/keys.js";
import type { KeyValue } from "../storage.js";
import { ExpiryTable } from "./expiry-table.js";
import { pageSize } from "./page-size.js";
import { decodeRecord, encodeRecord, keyIn, unreadableWrite, type StoredWrite, type TakeValue } from "./record.js";
import { Slab } from "../shared/slab.js";
import { bufferOf } from "../../util/buffer-of.js";

/** Revision and kind of a key's newest write: the value of the key in the table `keys`. */
export interface KeyState {
  /** Revision of the newest write; 0 if the index entry is damaged. */
  readonly revision: number;
  readonly deleted: boolean;
}

/**
 * The tables in lmdb: `records` (revision → write), `keys` (key → its newest write), `meta` (name →
 * setting), and the tables of `ExpiryTable`. Reads are synchronous and return data of the last
 * commit. Reads inside of `transaction` also return the writes of the transaction.
 */
export class Database {
  readonly expiries: ExpiryTable;
  readonly #root: RootDatabase<Buffer, string>;
  readonly #records: Table<Buffer, number>;
  readonly #keys: Table<Buffer, string>;
  readonly #meta: Table<Buffer, string>;
  readonly #slab = new Slab();
  /** Revision of the newest record. An index entry with a newer revision is damaged. */
  #newest: number;
  readonly #take: TakeValue = (record, start, end) => this.#slab.copy(record, start, end);

  /** @param createsTables false for a database that must not be changed */
  constructor(directory: string, createsTables = true) {
    // Without overlappingSync, a commit has only two outcomes: all its writes are on disk, or none
    // is.
    this.#root = open<Buffer, string>({
      path: directory,
      pageSize,
      overlappingSync: false,
      eventTurnBatching: false,
      maxDbs: 8,
      encoding: "binary",
    });
    quietCommits(this.#root);
    const table = { encoding: "binary" } as const;
    // All data are in named tables. In the root table, a write after the database was opened again
    // has aborted the process in lmdb.
    this.#records = this.#root.openDB<Buffer, number>("records", table);
    this.#keys = this.#root.openDB<Buffer, string>("keys", table);
    this.#meta = this.#root.openDB<Buffer, string>("meta", table);
    this.expiries = new ExpiryTable(this.#root, createsTables);
    this.#newest = this.lastRecord();
  }

  /**
   * Commits the writes of `action` in another thread; only `action` runs on the main thread.
   * Resolves when all writes are on disk; rejects if none of them is stored.
   */
  async transaction(action: () => void): Promise<void> {
    await this.#root.childTransaction(action);
    this.#root.resetReadTxn();
  }

  /**
   * Runs a transaction synchronously. Used only when the database is opened or closed, because the
   * call blocks while it waits for the disk and for other processes.
   */
  transactionSync<T>(action: () => T): T {
    const result = this.#root.transactionSync(action);
    this.#root.resetReadTxn();
    return result;
  }

  record(revision: number): StoredWrite | undefined {
    // The bytes belong to lmdb and are valid only until the next read. lmdb returns values above
    // 16 MB as Uint8Array, although its types declare a Buffer.
    const bytes = this.#records.getBinaryFast(revision);
    return bytes === undefined ? undefined : decodeRecord(revision, bufferOf(bytes), this.#take);
  }

  /**
   * Returns the write of a key at a revision; undefined if compaction has removed it. For a damaged
   * record, returns a write with an unreadable value.
   */
  write(key: string, revision: number): StoredWrite | undefined {
    try {
      const found = this.record(revision);
      if (found === undefined || found.key === key) return found;
      return unreadableWrite(key, revision, `revision ${revision} holds the record of another key`);
    } catch (error) {
      if (error instanceof CorruptError) return unreadableWrite(key, revision, error.message);
      throw error;
    }
  }

  /**
   * Returns the newest write of a key. For a missing or damaged record, returns a write with an
   * unreadable value.
   */
  newestWrite(key: string, { revision }: KeyState): StoredWrite {
    if (revision === 0) return unreadableWrite(key, 0, "its index entry is damaged");
    return this.write(key, revision) ?? unreadableWrite(key, revision, `the record of revision ${revision} is missing`);
  }

  /**
   * Returns the field `previous` for the next record of a key: the revision of the replaced value.
   * Returns 0 if this value is unreadable although its revision has a readable record, because that
   * record may belong to another key.
   */
  linkTo(replaced: KeyValue): number {
    if (replaced.unreadable === undefined) return replaced.revision;
    try {
      this.record(replaced.revision);
      return 0;
    } catch (error) {
      if (error instanceof CorruptError) return replaced.revision;
      throw error;
    }
  }

  /**
   * Yields the records after a revision, oldest first. Callers must finish the iteration
   * synchronously. A damaged record is yielded as a write with an unreadable value. Such a write
   * has a key only if the index confirms that the record is the newest write of this key. Otherwise
   * its key is empty.
   */
  *recordsAfter(revision: number): Generator<StoredWrite> {
    for (const { key, value } of this.#records.getRange({ start: revision + 1 }))
      yield this.#decoded(key, bufferOf(value));
  }

  #decoded(revision: number, bytes: Buffer): StoredWrite {
    try {
      return decodeRecord(revision, bytes);
    } catch (error) {
      if (!(error instanceof CorruptError)) throw error;
      const key = keyIn(bytes);
      const isNewest = isStorable(key) && this.key(key)?.revision === revision;
      return unreadableWrite(isNewest ? key : "", revision, error.message);
    }
  }

  lastRecord(): number {
    for (const key of this.#records.getKeys({ reverse: true, limit: 1 })) return key;
    return 0;
  }

  putRecord(write: StoredWrite): void {
    this.#records.putSync(write.revision, encodeRecord(write));
    this.#newest = Math.max(this.#newest, write.revision);
  }

  removeRecord(revision: number): void {
    this.#records.removeSync(revision);
  }

  key(key: string): KeyState | undefined {
    const bytes = this.#keys.get(key);
    return bytes === undefined ? undefined : decodeKeyState(bytes, this.#newest);
  }

  /**
   * Yields the keys with a prefix in order, starting at a given key. Callers must finish the
   * iteration synchronously.
   */
  *keysFrom(prefix: string, startKey: string): Generator<readonly [string, KeyState]> {
    const start = startKey > prefix ? startKey : prefix;
    // Stored keys contain no NUL. Therefore no key is between `a` and `a NUL …`, and a range that
    // starts after `a` has the same keys.
    const nul = start.indexOf("\0");
    const range = nul >= 0 ? { start: start.slice(0, nul), exclusiveStart: true } : start === "" ? {} : { start };
    for (const { key, value } of this.#keys.getRange(range)) {
      if (key.startsWith(prefix)) yield [key, decodeKeyState(value, this.#newest)];
      else if (key > prefix) return;
    }
  }

  putKey(key: string, state: KeyState): void {
    const bytes = Buffer.allocUnsafe(8);
    bytes.writeDoubleBE(state.deleted ? -state.revision : state.revision);
    this.#keys.putSync(key, bytes);
  }

  removeKey(key: string): void {
    this.#keys.removeSync(key);
  }

  meta(name: string): string | undefined {
    return this.#meta.get(name)?.toString();
  }

  putMeta(name: string, value: string): void {
    this.#meta.putSync(name, Buffer.from(value));
  }

  removeMeta(name: string): void {
    this.#meta.removeSync(name);
  }

  /**
   * Returns a function that writes rows with encoded keys, such as those of a backup, to a table.
   */
  rowWriter(table: string): (key: Buffer, value: Buffer) => void {
    const rows = this.#root.openDB<Buffer, Buffer>(table, { encoding: "binary", keyEncoding: "binary" });
    return (key, value) => {
      rows.putSync(key, value);
    };
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}

/**
 * Decodes a value of the table `keys`. Returns the revision 0 for a damaged value: one that is not
 * a revision, or is a revision above `newest`.
 */
function decodeKeyState(bytes: Buffer, newest: number): KeyState {
  const signed = bytes.length === 8 ? bytes.readDoubleBE() : 0;
  const revision = Math.abs(signed);
  return Number.isSafeInteger(signed) && revision <= newest
    ? { revision, deleted: signed < 0 }
    : { revision: 0, deleted: false };
}

/** Part of lmdb's environment: the method that starts a commit. lmdb's types do not declare it. */
interface Environment {
  startWriting(address: number, done: (status: number) => unknown): unknown;
}

/**
 * Status numbers of commits that did not fail: done (0), waiting (1), or with callbacks to run (2).
 */
const successes = new Set([0, 1, 2]);

/**
 * Prevents lmdb from printing the error of a failed commit on stderr. The promise of the write
 * rejects with the same error.
 */
function quietCommits(root: object): void {
  const { env } = root as { readonly env?: Partial<Environment> };
  const start = env?.startWriting?.bind(env);
  if (env === undefined || start === undefined) return;
  const startWriting: Environment["startWriting"] = (address, done) =>
    start(address, (status) => {
      if (successes.has(status)) return done(status);
      const print = console.error;
      console.error = () => undefined;
      try {
        return done(status);
      } finally {
        console.error = print;
      }
    });
  // The class defines the method as read-only, so an assignment would fail. A new property of the
  // object hides the method of the class.
  Object.defineProperty(env, "startWriting", { value: startWriting });
}
