import { setTimeout as sleep } from "node:timers/promises";
import { StorageClosedError, StorageUnavailableError } from "../errors.js";
import type { EventsAfter } from "../shared/event-log.js";
import { SortedList } from "../shared/sorted-list.js";
import type { KeyValue, Storage } from "../storage.js";
import type { Watch, WatchEvent } from "../watch.js";
import { Window, type WindowOptions } from "./window.js";

/** How often a read that waits asks the store how far it is, in milliseconds. */
const pollInterval = 20;
/** Before the store is listed again after its watch was lost, in milliseconds. */
const retryAfter = 500;

export interface MirrorOptions {
  readonly storage: Storage;
  readonly prefix: string;
  readonly window: WindowOptions;
  /** How long `reach` waits, in milliseconds. */
  readonly timeout: number;
  /** After the event is part of the mirror. */
  readonly onEvent: (event: WatchEvent) => void;
  /** Events up to this revision are forgotten. */
  readonly onForget: (floor: number) => void;
  /** The store holds an item that it can't read. */
  readonly onUnreadable: ((item: KeyValue) => void) | undefined;
  /** The stream of events is broken: what comes next does not follow from what was told. */
  readonly onLost: (error: Error) => void;
}

/** The store's objects under a prefix and its newest events, kept up to date by one watch. */
export class Mirror {
  readonly #options: MirrorOptions;
  #items = new SortedList<KeyValue>();
  #window: Window;
  #source: Watch | undefined;
  #lastEvent = 0;
  /** What was in when the store's watch was lost. */
  #lostAt = 0;
  #filling: Promise<void>;
  #closed = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#window = new Window(0, options.window);
    this.#filling = this.#fill();
    // Whoever waits for it is told; nobody need.
    this.#filling.catch(() => undefined);
  }

  /** The current objects. Changed in place. */
  get items(): SortedList<KeyValue> {
    return this.#items;
  }

  /** Everything up to here is in. */
  get revision(): number {
    return this.#source?.revision ?? this.#lostAt;
  }

  /** The newest change of an object here. */
  get lastEvent(): number {
    return this.#lastEvent;
  }

  /** `eventsAfter` knows all events after it. */
  get floor(): number {
    return this.#window.floor;
  }

  /** How many of them there are. */
  get events(): number {
    return this.#window.size;
  }

  get isReady(): boolean {
    return this.#source !== undefined;
  }

  /** Rejects with what the store said to the list. */
  ready(): Promise<void> {
    return this.#filling;
  }

  eventsAfter(prefix: string, revision: number, limit: number): EventsAfter {
    return this.#window.after(prefix, revision, limit, this.revision);
  }

  /** Takes in what the store has told so far, without waiting. */
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

  /** Waits until everything up to a revision is in; false if that takes too long. */
  async reach(revision: number): Promise<boolean> {
    const { now } = this.#options.window;
    const deadline = now() + this.#options.timeout;
    for (;;) {
      if (this.revision < revision) this.pull();
      if (this.isReady && this.revision >= revision) return true;
      if (this.#closed) throw new StorageClosedError();
      if (now() >= deadline) return false;
      this.#source?.requestProgress();
      await sleep(pollInterval);
    }
  }

  forget(revision: number): void {
    this.#window.forget(revision);
    this.#options.onForget(this.#window.floor);
  }

  close(): void {
    this.#closed = true;
    this.#source?.close();
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
    this.#items = list;
    this.#window = new Window(revision, this.#options.window);
    this.#lastEvent = revision;
    this.#source = storage.watch(prefix, { after: revision });
    void this.#follow(this.#source);
  }

  async #follow(source: Watch): Promise<void> {
    try {
      while (this.#source === source && !this.#closed) {
        await source.ready();
        this.pull();
      }
    } catch (error) {
      this.#lost(source, error);
    }
  }

  #lost(source: Watch, error: unknown): void {
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

  #apply(told: WatchEvent): void {
    const { key, revision, current } = told;
    const held = current === undefined ? this.#items.delete(key) : this.#items.set(current);
    // One object for one write: what was worked out about it once is found again.
    const event = held === undefined || held === told.previous ? told : { ...told, previous: held };
    this.#lastEvent = revision;
    this.#window.append(event);
    this.#options.onEvent(event);
  }
}
