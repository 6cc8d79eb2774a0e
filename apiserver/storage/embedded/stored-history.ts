import { CompactedError } from "../errors.js";
import { EventLog } from "../shared/event-log.js";
import type { EventsAfter } from "../shared/event-log.js";
import type { WatchSource } from "../shared/log-watch.js";
import type { KeyValue } from "../storage.js";
import type { WatchEvent } from "../watch.js";
import type { Database, KeyState } from "./database.js";
import { readFailure } from "./failures.js";
import type { StoredWrite } from "./record.js";

/** So many of the newest events stay in memory, for watches that keep up; others read the file. */
const tailSize = 2000;

/** What was, from the compaction's floor up to the newest durable revision. A commit that is not flushed yet is not seen. */
export class StoredHistory implements WatchSource {
  readonly #database: Database;
  readonly #tail: EventLog;
  #revision: number;
  #floor: number;

  constructor(database: Database, revision: number, floor: number) {
    this.#database = database;
    this.#revision = revision;
    this.#floor = floor;
    this.#tail = new EventLog(revision);
  }

  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that can be read. */
  get floor(): number {
    return this.#floor;
  }

  append(revision: number, events: readonly WatchEvent[]): void {
    this.#revision = revision;
    for (const event of events) this.#tail.append(event);
    const excess = this.#tail.size - tailSize;
    // Not one by one: now and then half of them.
    if (excess > tailSize) this.#tail.forget(revision - tailSize);
  }

  forget(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** A key's value at a revision. */
  at(key: string, state: KeyState, revision: number): KeyValue | undefined {
    return this.#writeAt(key, state, revision)?.current;
  }

  /** The same without reading the value where it can be known otherwise. */
  existed(key: string, state: KeyState, revision: number): boolean {
    return state.revision <= revision ? !state.deleted : this.at(key, state, revision) !== undefined;
  }

  read(prefix: string, after: number, limit: number): EventsAfter {
    if (after < this.#floor) throw new CompactedError(after, this.#floor);
    if (after >= this.#tail.floor) return this.#tail.after(prefix, after, limit, this.#revision);
    try {
      return this.#readStored(prefix, after, limit);
    } catch (error) {
      throw readFailure(error);
    }
  }

  #readStored(prefix: string, after: number, limit: number): EventsAfter {
    const events: WatchEvent[] = [];
    let place = after;
    let looked = 0;
    for (const write of this.#database.recordsAfter(after)) {
      if (looked++ === limit) return { events, revision: place, isNewest: false };
      if (write.revision > this.#revision) break;
      place = write.revision;
      if (write.key.startsWith(prefix)) events.push(this.#event(write));
    }
    return { events, revision: this.#revision, isNewest: true };
  }

  #event(write: StoredWrite): WatchEvent {
    const { key, revision, current } = write;
    const previous = write.previous === 0 ? undefined : this.#database.record(write.previous)?.current;
    if (current === undefined) return previous === undefined ? { key, revision } : { key, revision, previous };
    return previous === undefined ? { key, revision, current } : { key, revision, current, previous };
  }

  #writeAt(key: string, state: KeyState, revision: number): StoredWrite | undefined {
    if (state.revision <= revision && state.deleted) return undefined;
    let write: StoredWrite | undefined = this.#database.expectRecord(state.revision, key);
    // Behind the floor there may be nothing any more, and nothing there was visible at or after it.
    while (write !== undefined && write.revision > revision) write = write.previous === 0 ? undefined : this.#database.record(write.previous);
    return write;
  }
}
