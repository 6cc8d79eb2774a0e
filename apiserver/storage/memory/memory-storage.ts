import {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  KeyExistsError,
  NotFoundError,
  StorageClosedError,
} from "../errors.js";
import { Alarm } from "../shared/alarm.js";
import { EventLog } from "../shared/event-log.js";
import { firstRevision } from "../shared/first-revision.js";
import { checkKey } from "../shared/keys.js";
import { SortedList } from "../shared/sorted-list.js";
import { WatchHub } from "../shared/watch-hub.js";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";

interface Expiry {
  /** Sort key: the time with a fixed number of digits, and the name. */
  readonly key: string;
  readonly name: string;
  readonly time: number;
}

/** The times at which keys expire, in milliseconds of the caller's clock. */
class Expiries {
  readonly #byTime = new SortedList<Expiry>();
  readonly #byName = new Map<string, Expiry>();

  /** Sets the time at which a key expires; undefined if it never expires. */
  set(name: string, time: number | undefined): void {
    const old = this.#byName.get(name);
    if (old !== undefined) {
      this.#byName.delete(name);
      this.#byTime.delete(old.key);
    }
    if (time === undefined) return;
    const expiry = { key: `${String(Math.ceil(time)).padStart(16, "0")}/${name}`, name, time };
    this.#byName.set(name, expiry);
    this.#byTime.set(expiry);
  }

  /** Time at which the first key expires; undefined if no key expires. */
  get next(): number | undefined {
    return this.#byTime.range("", "", 1).items[0]?.time;
  }

  /** Returns at most `limit` keys that have expired, in the order of their times. */
  due(now: number, limit: number): string[] {
    return this.#byTime
      .range("", "", limit)
      .items.filter(({ time }) => time <= now)
      .map(({ name }) => name);
  }
}

/** The writes of one key that were not compacted. */
class History {
  readonly key: string;
  readonly #writes: StorageEvent[];

  constructor(first: StorageEvent) {
    this.key = first.key;
    this.#writes = [first];
  }

  add(write: StorageEvent): void {
    this.#writes.push(write);
  }

  /** Returns the value of the key at a revision; undefined if the key did not exist then. */
  at(revision: number): KeyValue | undefined {
    return this.#writes.findLast((write) => write.revision <= revision)?.current;
  }

  /**
   * Removes the writes that are needed only by reads below a revision. Returns false if no writes
   * are left.
   */
  forget(revision: number): boolean {
    const visible = this.#writes.findLastIndex((write) => write.revision <= revision);
    if (visible >= 0) this.#writes.splice(0, this.#writes[visible]?.current === undefined ? visible + 1 : visible);
    return this.#writes.length > 0;
  }
}

/**
 * Maximum number of expired keys that are deleted in one turn of the event loop. Requests are
 * served between the turns.
 */
const expiredAtOnce = 500;

/**
 * Stores objects and their history in memory until the process ends. Used in tests and experiments.
 * A key is deleted some milliseconds after its time to live has ended, even if the system's clock
 * changes.
 */
export class MemoryStorage implements Storage {
  readonly isExclusive: boolean = true;
  readonly #keys = new SortedList<History>();
  readonly #log = new EventLog(0);
  readonly #hub: WatchHub;
  readonly #expiries = new Expiries();
  readonly #alarm = new Alarm(
    () => performance.now(),
    () => {
      this.#expire();
    },
  );
  #revision = firstRevision;
  #closed = false;

  constructor() {
    const revision = (): number => this.#revision;
    this.#hub = new WatchHub({
      get revision() {
        return revision();
      },
      read: (prefix, after, limit) => this.#log.after(prefix, after, limit, this.#revision),
    });
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#run(() => {
      checkKey(key);
      if (this.#current(key) !== undefined) throw new KeyExistsError(key);
      return this.#put(key, value, undefined, options);
    });
  }

  get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    return this.#run(() => {
      const revision = this.#readRevision(options);
      const item = this.#keys.get(key)?.at(revision);
      return item === undefined ? { revision } : { item, revision };
    });
  }

  list(prefix: string, options: StoredListOptions = {}): Promise<ListResult> {
    return this.#run(() => {
      const revision = this.#readRevision(options);
      const limit = options.limit ?? 0;
      const counts = revision === this.#revision;
      const items: KeyValue[] = [];
      let remaining = 0;
      for (const history of this.#keys.range(prefix, options.startKey).items) {
        const item = history.at(revision);
        if (item === undefined) continue;
        if (limit === 0 || items.length < limit) items.push(item);
        else if (counts) remaining++;
        else return { items, revision, remaining: undefined };
      }
      return { items, revision, remaining };
    });
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#run(() => this.#put(key, value, this.#expect(key, revision), options));
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#run(() => {
      return this.#remove(this.#expect(key, revision));
    });
  }

  watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    return this.#hub.open(prefix, options);
  }

  currentRevision(): Promise<number> {
    return this.#run(() => this.#revision);
  }

  compact(revision: number): Promise<void> {
    return this.#run(() => {
      if (revision > this.#revision) throw new FutureRevisionError(revision, this.#revision);
      for (const { key } of this.#log.forget(revision)) {
        if (this.#keys.get(key)?.forget(revision) === false) this.#keys.delete(key);
      }
      this.#hub.evictBefore(this.#log.floor);
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#alarm.clear();
    this.#hub.end(new StorageClosedError());
    return Promise.resolve();
  }

  /**
   * Runs the whole operation synchronously. Returns a promise only because the interface requires
   * one.
   */
  #run<T>(operation: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.#closed) throw new StorageClosedError();
      resolve(operation());
    });
  }

  #readRevision({ revision, notOlderThan }: ReadOptions): number {
    const wanted = revision ?? notOlderThan ?? 0;
    if (wanted > this.#revision) throw new FutureRevisionError(wanted, this.#revision);
    if (revision === undefined) return this.#revision;
    if (revision < this.#log.floor) throw new CompactedError(revision, this.#log.floor);
    return revision;
  }

  #current(key: string): KeyValue | undefined {
    return this.#keys.get(key)?.at(this.#revision);
  }

  #expect(key: string, revision: number | undefined): KeyValue {
    const current = this.#current(key);
    if (current === undefined) throw new NotFoundError(key);
    if (revision !== undefined && current.revision !== revision) throw new ConflictError(key, revision, current);
    return current;
  }

  #put(
    key: string,
    value: Uint8Array,
    previous: KeyValue | undefined,
    { ttl = 0 }: StorageWriteOptions = {},
  ): KeyValue {
    const revision = this.#revision + 1;
    const current = { key, value, revision };
    this.#write(previous === undefined ? { key, revision, current } : { key, revision, current, previous });
    if (ttl > 0) {
      const time = performance.now() + ttl * 1000;
      this.#expiries.set(key, time);
      this.#alarm.set(time);
    }
    return current;
  }

  #remove(previous: KeyValue): StorageDeletion {
    const revision = this.#revision + 1;
    this.#write({ key: previous.key, revision, previous });
    return { revision };
  }

  /** Deletes keys that have expired. Every other write of a key removes or replaces its expiry. */
  #expire(): void {
    for (const key of this.#expiries.due(performance.now(), expiredAtOnce)) {
      const current = this.#current(key);
      if (current !== undefined) this.#remove(current);
    }
    const { next } = this.#expiries;
    if (next !== undefined) this.#alarm.set(next);
  }

  #write(event: StorageEvent): void {
    this.#revision = event.revision;
    this.#expiries.set(event.key, undefined);
    const history = this.#keys.get(event.key);
    if (history === undefined) this.#keys.set(new History(event));
    else history.add(event);
    this.#log.append(event);
    this.#hub.dispatch(event);
  }
}
