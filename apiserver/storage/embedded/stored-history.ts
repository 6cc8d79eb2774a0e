import { CompactedError, CorruptError } from "../errors.js";
import { enoughBytes, EventLog, sizeOfEvent, type EventsAfter } from "../shared/event-log.js";
import type { WatchSource } from "../shared/log-watch.js";
import type { KeyValue } from "../storage.js";
import type { StorageEvent } from "../watch.js";
import type { Database, KeyState } from "./database.js";
import { embeddedReadFailure } from "./failures.js";
import type { LostRevisions } from "./lost-revisions.js";
import { unreadableWrite, type StoredWrite } from "./record.js";

/**
 * Number of newest events that stay in memory when older events are removed, which happens at twice
 * this number. A watch that needs older events, because its client reads slowly, reads them from
 * the file.
 */
const tailSize = 2000;
/** Maximum number of bytes of the events in memory. */
const tailBytes = 8 * 1024 * 1024;

/**
 * Maximum time that one call reads stored events, in milliseconds, so that a turn of the event loop
 * stays short.
 */
const slice = 5;

/** The writes from the compacted revision to the newest revision that was flushed to disk. */
export class StoredHistory implements WatchSource {
  readonly #database: Database;
  readonly #lost: LostRevisions;
  readonly #tail: EventLog;
  #revision: number;
  #floor: number;

  constructor(database: Database, revision: number, floor: number, lost: LostRevisions) {
    this.#database = database;
    this.#lost = lost;
    this.#revision = revision;
    this.#floor = floor;
    this.#tail = new EventLog(revision);
  }

  get revision(): number {
    return this.#revision;
  }

  /** Oldest revision that can be read. */
  get floor(): number {
    return this.#floor;
  }

  append(revision: number, events: readonly StorageEvent[]): void {
    this.#revision = revision;
    for (const event of events) this.#tail.append(event);
    const excess = this.#tail.size - tailSize;
    // Many events are removed in one step, because removing them one by one takes longer.
    if (excess > tailSize) this.#tail.forget(revision - tailSize);
    if (this.#tail.bytes > tailBytes) this.#tail.shrink(tailBytes / 2, 0);
  }

  forget(revision: number): void {
    this.#floor = Math.max(this.#floor, revision);
  }

  /** Returns the value of a key at a revision; undefined if the key did not exist then. */
  at(key: string, state: KeyState, revision: number): KeyValue | undefined {
    let write = this.newest(key, state, revision);
    while (write !== undefined && write.revision > revision) write = this.before(write, revision);
    return write?.current;
  }

  /**
   * Returns the newest write of a key; undefined if this write is a deletion at or before the
   * revision. From any other write, callers go back with `before` to the value at the revision.
   */
  newest(key: string, state: KeyState, revision: number): StoredWrite | undefined {
    return state.revision <= revision && state.deleted ? undefined : this.#database.newestWrite(key, state);
  }

  /**
   * Returns the previous write of the same key; undefined if `write` is the first one. The caller
   * must pass a write that is newer than the revision. Compaction then keeps the previous write,
   * because a read at the revision needs it.
   */
  before(write: StoredWrite, revision: number): StoredWrite | undefined {
    const { key, previous, current } = write;
    // The field `previous` of an unreadable record cannot be trusted, so the result is unreadable
    // too.
    if (current?.unreadable !== undefined) return unreadableWrite(key, revision, current.unreadable);
    return previous === 0 ? undefined : this.#database.write(key, previous);
  }

  read(prefix: string, after: number, limit: number): EventsAfter {
    if (after < this.#floor) throw new CompactedError(after, this.#floor);
    this.#lost.check(after);
    if (after >= this.#tail.floor) return this.#tail.after(prefix, after, limit, this.#revision);
    try {
      return this.#readStored(prefix, after, limit);
    } catch (error) {
      throw embeddedReadFailure(error);
    }
  }

  #readStored(prefix: string, after: number, limit: number): EventsAfter {
    const events: StorageEvent[] = [];
    const end = performance.now() + slice;
    let place = after;
    let looked = 0;
    let bytes = 0;
    for (const write of this.#database.recordsAfter(after)) {
      if (looked++ === limit || bytes >= enoughBytes || (looked > 1 && performance.now() >= end))
        return { events, revision: place, isNewest: false };
      if (write.revision > this.#revision) break;
      if (write.key === "") {
        if (events.length > 0) return { events, revision: place, isNewest: false };
        throw new CorruptError(write.current?.unreadable ?? `the record of revision ${write.revision} is damaged`);
      }
      place = write.revision;
      if (!write.key.startsWith(prefix)) continue;
      const event = this.#event(write);
      events.push(event);
      bytes += sizeOfEvent(event);
    }
    return { events, revision: this.#revision, isNewest: true };
  }

  #event(write: StoredWrite): StorageEvent {
    const { key, revision, current } = write;
    const previous = write.previous === 0 ? undefined : this.#database.write(key, write.previous)?.current;
    if (current === undefined) return previous === undefined ? { key, revision } : { key, revision, previous };
    return previous === undefined ? { key, revision, current } : { key, revision, current, previous };
  }
}
