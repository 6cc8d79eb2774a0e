import { ConflictError, KeyExistsError, NotFoundError } from "../errors.js";
import type { Deletion, KeyValue } from "../storage.js";
import type { WatchEvent } from "../watch.js";
import type { Database } from "./database.js";

/** The writes of one commit. Each write is checked against the result of the writes before it. */
export class WriteTransaction {
  readonly database: Database;
  readonly events: WatchEvent[] = [];
  #revision: number;

  constructor(database: Database, revision: number) {
    this.database = database;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  create(key: string, value: Uint8Array): KeyValue {
    if (this.database.key(key)?.deleted === false) throw new KeyExistsError(key);
    return this.#put(key, value, undefined);
  }

  update(key: string, value: Uint8Array, revision: number): KeyValue {
    return this.#put(key, value, this.#expect(key, revision));
  }

  delete(key: string, expected: number | undefined): Deletion {
    const previous = this.#expect(key, expected);
    const revision = ++this.#revision;
    this.database.putRecord({ key, revision, previous: this.database.linkTo(previous) });
    this.database.putKey(key, { revision, deleted: true });
    this.events.push({ key, revision, previous });
    return { previous, revision };
  }

  #expect(key: string, revision: number | undefined): KeyValue {
    const state = this.database.key(key);
    const current = state?.deleted === false ? this.database.newestWrite(key, state).current : undefined;
    if (current === undefined) throw new NotFoundError(key);
    if (revision !== undefined && current.revision !== revision) throw new ConflictError(key, revision, current);
    return current;
  }

  #put(key: string, value: Uint8Array, previous: KeyValue | undefined): KeyValue {
    const revision = ++this.#revision;
    const current = { key, value, revision };
    // If the key was deleted earlier, the record of its create refers to the deletion. Reads at
    // revisions between the deletion and the create therefore find the deletion.
    const before = previous === undefined ? (this.database.key(key)?.revision ?? 0) : this.database.linkTo(previous);
    this.database.putRecord({ key, revision, previous: before, current });
    this.database.putKey(key, { revision, deleted: false });
    this.events.push(previous === undefined ? { key, revision, current } : { key, revision, current, previous });
    return current;
  }
}
