import { setTimeout as sleep } from "node:timers/promises";
import type { Cache } from "../../util/cache.js";
import { StorageClosedError, StorageConnectionError, StorageTimeoutError, StorageUnavailableError } from "../errors.js";
import type { EventsAfter } from "../shared/event-log.js";
import { SortedList } from "../shared/sorted-list.js";
import type { KeyValue, Storage } from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";
import { Window, type WindowOptions } from "./window.js";

/**
 * Interval at which a waiting read requests the newest revision of the store again, in
 * milliseconds.
 */
const pollInterval = 20;
/** Delay after a failed list of the store before the next attempt, in milliseconds. */
const retryAfter = 500;

export interface MirrorOptions {
  readonly storage: Storage;
  readonly prefix: string;
  readonly window: WindowOptions;
  /** Maximum time that the method `reach` waits, in milliseconds. */
  readonly timeout: number;
  /** Items that writes of this process have returned, by key. */
  readonly ownWrites: Cache<string, KeyValue>;
  /** Called after an event was added to the mirror. */
  readonly onEvent: (event: StorageEvent) => void;
  /** Called when the store's watch may have reached a newer revision. */
  readonly onProgress: () => void;
  /** Called when events up to the revision `floor` were removed. */
  readonly onForget: (floor: number) => void;
  /** Called for each item that the store cannot read. */
  readonly onUnreadable: ((item: KeyValue) => void) | undefined;
  /** Called when events may be missing, because the watch of the store was lost. */
  readonly onLost: (error: Error) => void;
}

/**
 * A copy in memory of the store's objects under a prefix, and of their newest events. A single
 * watch of the store updates it.
 */
export class Mirror {
  /** Number of events that the store has sent. */
  received = 0;
  /** Number of times that all objects were loaded from the store. */
  loads = 0;
  readonly #options: MirrorOptions;
  #items = new SortedList<KeyValue>();
  #window: Window;
  #source: StorageWatch | undefined;
  #lastEvent = 0;
  /** Revision of the copy when the last watch of the store was lost. */
  #lostAt = 0;
  #filling: Promise<void>;
  /** Resolves when the copy may have reached a newer revision. */
  #advance: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  #closed = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#window = new Window(0, options.window);
    this.#filling = this.#fillFirst();
    // Callers of `ready` get this error. Without a caller, Node would report an unhandled
    // rejection.
    this.#filling.catch(() => undefined);
  }

  /** Current objects. Later events change this list in place. */
  get items(): SortedList<KeyValue> {
    return this.#items;
  }

  /** Revision up to which the copy contains all writes. */
  get revision(): number {
    return this.#source?.revision ?? this.#lostAt;
  }

  /** Revision of the newest change under the prefix since the last load, or of the load itself. */
  get lastEvent(): number {
    return this.#lastEvent;
  }

  /** Revision after which `eventsAfter` can return all events. */
  get floor(): number {
    return this.#window.floor;
  }

  /** Number of events that `eventsAfter` can return. */
  get events(): number {
    return this.#window.size;
  }

  get isReady(): boolean {
    return this.#source !== undefined;
  }

  /**
   * Resolves when the objects are loaded. Keeps waiting while the server of the store cannot be
   * reached. Rejects if the first list of the store fails for another reason, or if the mirror or
   * the store is closed.
   */
  ready(): Promise<void> {
    return this.#filling;
  }

  eventsAfter(prefix: string, revision: number, limit: number): EventsAfter {
    return this.#window.after(prefix, revision, limit, this.revision);
  }

  /** Adds the events that the store's watch has received, without waiting for more. */
  pull(): void {
    const source = this.#source;
    if (source === undefined) return;
    try {
      for (let events = source.take(); events.length > 0; events = source.take())
        for (const event of events) this.#apply(event);
    } catch (error) {
      this.#lost(source, error);
      return;
    }
    if (this.#window.trim()) this.#options.onForget(this.#window.floor);
  }

  /**
   * Waits until the copy contains all writes up to a revision. Returns false if this takes longer
   * than `timeout`.
   * @throws StorageClosedError if the mirror is closed
   */
  async reach(revision: number): Promise<boolean> {
    const { now } = this.#options.window;
    const deadline = now() + this.#options.timeout;
    for (;;) {
      if (this.revision < revision) this.pull();
      if (this.isReady && this.revision >= revision) return true;
      if (this.#closed) throw new StorageClosedError();
      if (now() >= deadline) return false;
      this.requestProgress();
      await this.#nextAdvance();
    }
  }

  /**
   * Requests the newest revision of a remote store. The store's watch then reaches this revision,
   * and `onProgress` is called.
   */
  requestProgress(): void {
    this.#source?.requestProgress();
  }

  forget(revision: number): void {
    this.#window.forget(revision);
    this.#options.onForget(this.#window.floor);
  }

  close(): void {
    this.#closed = true;
    this.#source?.close();
  }

  /** Resolves when the copy may have reached a newer revision, or after `pollInterval`. */
  #nextAdvance(): Promise<void> {
    if (this.#advance === undefined) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((fulfil) => (resolve = fulfil));
      const advance = { promise, resolve };
      this.#advance = advance;
      void sleep(pollInterval).then(resolve);
      void promise.then(() => {
        if (this.#advance === advance) this.#advance = undefined;
      });
    }
    return this.#advance.promise;
  }

  async #fillFirst(): Promise<void> {
    try {
      await this.#fill();
    } catch (error) {
      if (!(error instanceof StorageConnectionError || error instanceof StorageTimeoutError)) throw error;
      await this.#refill();
    }
  }

  async #fill(): Promise<void> {
    const { storage, prefix, onUnreadable } = this.#options;
    const { items, revision } = await storage.list(prefix);
    if (this.#closed) throw new StorageClosedError();
    const list = new SortedList<KeyValue>();
    for (const item of items) {
      list.set(item);
      if (item.unreadable !== undefined) onUnreadable?.(item);
    }
    this.loads++;
    this.#items = list;
    this.#window = new Window(revision, this.#options.window);
    this.#lastEvent = revision;
    this.#source = storage.watch(prefix, { after: revision, omitsPrevious: true });
    void this.#follow(this.#source);
  }

  async #follow(source: StorageWatch): Promise<void> {
    try {
      while (this.#source === source && !this.#closed) {
        await source.ready();
        this.pull();
        this.#advance?.resolve();
        this.#options.onProgress();
      }
    } catch (error) {
      this.#lost(source, error);
    }
  }

  #lost(source: StorageWatch, error: unknown): void {
    if (this.#source !== source || this.#closed) return;
    this.#source = undefined;
    this.#lostAt = source.revision;
    source.close();
    const reason =
      error instanceof StorageClosedError
        ? error
        : new StorageUnavailableError("storage is (re)initializing", { cause: error });
    this.#options.onLost(reason);
    this.#filling = error instanceof StorageClosedError ? Promise.reject(error) : this.#refill();
    this.#filling.catch(() => undefined);
  }

  async #refill(): Promise<void> {
    for (;;) {
      try {
        await this.#fill();
        return;
      } catch (error) {
        if (error instanceof StorageClosedError) throw error;
        await sleep(retryAfter);
      }
    }
  }

  /**
   * Returns the object that a write of this process has returned, if it has the same revision as an
   * item of an event; otherwise the item.
   */
  #ofThisProcess(item: KeyValue): KeyValue {
    const { ownWrites } = this.#options;
    const own = ownWrites.get(item.key);
    if (own === undefined || own.revision > item.revision) return item;
    ownWrites.delete(item.key);
    return own.revision === item.revision ? own : item;
  }

  #apply(change: StorageEvent): void {
    const { key, revision } = change;
    this.received++;
    const current = change.current && this.#ofThisProcess(change.current);
    const held = current === undefined ? this.#items.delete(key) : this.#items.set(current);
    // Replaces the objects of the event by the objects that this process already uses, so that
    // results cached for them can be found.
    const isOwn = current === change.current && (held === undefined || held === change.previous);
    const event = isOwn ? change : { ...change, ...(current && { current }), ...(held && { previous: held }) };
    this.#lastEvent = revision;
    this.#window.append(event);
    this.#options.onEvent(event);
  }
}
