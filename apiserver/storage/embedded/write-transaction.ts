import { ConflictError, KeyExistsError, NotFoundError } from "../errors.js";
import type { StorageDeletion, KeyValue } from "../storage.js";
import type { StorageEvent } from "../watch.js";
import type { Database } from "./database.js";

/** The writes of one commit. Each write is checked against the state after the writes before it. */
export class WriteTransaction {
  readonly database: Database;
  readonly events: StorageEvent[] = [];
  #revision: number;

  constructor(database: Database, revision: number) {
    this.database = database;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  /**
   * @param expiresAt time at which the key expires, in milliseconds since 1970; undefined if it
   *   never expires
   */
  create(key: string, value: Uint8Array, expiresAt: number | undefined): KeyValue {
    if (this.database.key(key)?.deleted === false) throw new KeyExistsError(key);
    return this.#put(key, value, undefined, expiresAt);
  }

  /**
   * @param expiresAt time at which the key expires, in milliseconds since 1970; undefined if it
   *   never expires
   */
  update(key: string, value: Uint8Array, revision: number, expiresAt: number | undefined): KeyValue {
    return this.#put(key, value, this.#expect(key, revision), expiresAt);
  }

  delete(key: string, expected: number | undefined): StorageDeletion {
    const previous = this.#expect(key, expected);
    const revision = ++this.#revision;
    this.database.putRecord({ key, revision, previous: this.database.linkTo(previous) });
    this.database.putKey(key, { revision, deleted: true });
    this.database.expiries.remove(key);
    this.events.push({ key, revision, previous });
    return { revision };
  }

  /**
   * Deletes the keys that have expired. Returns the number of examined entries. If this number is
   * `limit`, more keys may have expired.
   */
  expire(now: number, limit: number): number {
    const due = this.database.expiries.takeDue(now, limit);
    for (const { key, revision } of due.expiries) {
      const state = this.database.key(key);
      // An older version of this program may have written the key without removing the entry.
      if (state?.deleted === false && state.revision === revision) this.delete(key, revision);
    }
    return due.count;
  }

  #expect(key: string, revision: number | undefined): KeyValue {
    const state = this.database.key(key);
    const current = state?.deleted === false ? this.database.newestWrite(key, state).current : undefined;
    if (current === undefined) throw new NotFoundError(key);
    if (revision !== undefined && current.revision !== revision) throw new ConflictError(key, revision, current);
    return current;
  }

  #put(key: string, value: Uint8Array, previous: KeyValue | undefined, expiresAt: number | undefined): KeyValue {
    const revision = ++this.#revision;
    const current = { key, value, revision };
    // If the key was deleted earlier, the record of its create refers to the deletion. Reads at
    // revisions between the deletion and the create therefore find the deletion.
    const before = previous === undefined ? (this.database.key(key)?.revision ?? 0) : this.database.linkTo(previous);
    this.database.putRecord({ key, revision, previous: before, current });
    this.database.putKey(key, { revision, deleted: false });
    this.database.expiries.set(key, revision, expiresAt);
    this.events.push(previous === undefined ? { key, revision, current } : { key, revision, current, previous });
    return current;
  }
}
