import { CompactedError, SlowWatcherError } from "../errors.js";
import type { KeyWatchOptions } from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";
import type { EventsAfter } from "./event-log.js";
import { eventsOf } from "./events-of.js";
import { Wakeup } from "./wakeup.js";

/** Maximum number of events that one `take` examines. Other work can run between two calls. */
const batch = 500;
const nothing: readonly StorageEvent[] = [];

/** The shared history from which several watches read their events. */
export interface WatchSource {
  /** Revision up to which the history has all events. */
  readonly revision: number;
  /**
   * Returns the next events after a revision. May return before it has examined the whole history,
   * so that one turn of the event loop stays short.
   * @throws CompactedError if the events after the revision were removed
   */
  read(prefix: string, after: number, limit: number): EventsAfter;
  /**
   * Requests the newest revision from the server of the store. Absent if the history is always
   * complete.
   */
  requestProgress?(): void;
}

/** Functions that a hub provides to all its watches. */
export interface LogWatchHost {
  readonly source: WatchSource;
  /**
   * Called when the hub must notify the reader of the watch in the current turn of the event loop.
   */
  onWoken(watch: LogWatch): void;
  /**
   * Called when `take` has examined a part of a long history and found no event for the watch. The
   * hub calls `resume` in a later turn of the event loop.
   */
  onPaused(watch: LogWatch): void;
  /** Called when the reader has requested the newest revision. */
  onProgressRequested(watch: LogWatch): void;
  /**
   * Called when the reader has closed the watch, or an error has ended it. The hub removes the
   * watch.
   */
  onDone(watch: LogWatch): void;
}

export interface LogWatchOptions {
  readonly host: LogWatchHost;
  readonly prefix: string;
  readonly after: number;
  readonly options: KeyWatchOptions;
}

/**
 * A watch whose only state is its position in a shared history. It consists of few objects, because
 * every object that an event has to load costs a cache miss of the processor for each watch.
 */
export class LogWatch implements StorageWatch {
  readonly prefix: string;
  readonly #host: LogWatchHost;
  readonly #onReady: (() => void) | undefined;
  readonly #onEnd: ((error: Error) => void) | undefined;
  readonly #readers: (() => number) | undefined;
  #place: number;
  /** True if the history may have events after the position. */
  #behind: boolean;
  /** True if the watch will continue to read in a later turn of the event loop. */
  #isPaused = false;
  /**
   * True if the reader has reached the newest revision or taken changes, or if the watch continues
   * an earlier watch.
   */
  #started: boolean;
  #closed = false;
  #error: Error | undefined;
  readonly #wakeup = new Wakeup();

  constructor({ host, prefix, after, options }: LogWatchOptions) {
    this.prefix = prefix;
    this.#host = host;
    this.#onReady = options.onReady;
    this.#onEnd = options.onEnd;
    this.#readers = options.readers;
    this.#started = options.continues ?? false;
    this.#place = after;
    this.#behind = after < host.source.revision;
  }

  get revision(): number {
    return this.#behind || this.#closed || this.#error !== undefined
      ? this.#place
      : Math.max(this.#place, this.#host.source.revision);
  }

  /** Number of readers that share the watch. */
  get readers(): number {
    return this.#readers?.() ?? 1;
  }

  /** Reports whether the watch has not yet taken all events up to `floor`. */
  lost(floor: number): boolean {
    return this.#behind && this.#place < floor;
  }

  ready(): Promise<void> {
    if ((this.#behind && !this.#isPaused) || this.#closed || this.#error !== undefined) return Promise.resolve();
    return this.#wakeup.wait();
  }

  take(): readonly StorageEvent[] {
    if (this.#error !== undefined) throw this.#error;
    if (this.#closed) return nothing;
    if (!this.#behind) return nothing;
    try {
      const { events, revision, isNewest } = this.#host.source.read(this.prefix, this.#place, batch);
      this.#started = true;
      this.#place = revision;
      this.#behind = !isNewest;
      // If no events are returned, the reader calls `take` only after a notification. The watch
      // must therefore continue to read by itself.
      if (this.#behind && events.length === 0) this.#pause();
      return events;
    } catch (error) {
      const reason =
        this.#started && error instanceof CompactedError ? new SlowWatcherError(this.#place) : asError(error);
      this.end(reason);
      throw reason;
    }
  }

  /** Wakes the watch for an event under its prefix. The history must contain the event already. */
  wake(event: StorageEvent): void {
    if (event.revision <= this.#place) return;
    if (!this.#behind) {
      this.#behind = true;
      this.#started = true;
      this.#place = Math.max(this.#place, event.revision - 1);
      if (this.#onReady !== undefined) this.#host.onWoken(this);
    }
    this.#wakeup.wake();
  }

  /** Continues to read after a pause. */
  resume(): void {
    this.#isPaused = false;
    this.#wakeup.wake();
    this.notifyReader();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#host.onPaused(this);
  }

  notifyReader(): void {
    if (!this.#closed && this.#error === undefined) this.#onReady?.();
  }

  requestProgress(): void {
    const { source } = this.#host;
    if (source.requestProgress === undefined) return;
    this.#host.onProgressRequested(this);
    source.requestProgress();
  }

  /** Wakes the reader, because the revision of the history may have increased. */
  noticeProgress(): void {
    this.#wakeup.wake();
    this.notifyReader();
  }

  end(error: Error): void {
    if (this.#closed || this.#error !== undefined) return;
    this.#place = this.revision;
    this.#error = error;
    this.#host.onDone(this);
    this.#wakeup.wake();
    this.#onEnd?.(error);
    this.#onReady?.();
  }

  /** Ends a watch whose next events were removed before its reader took them. */
  endSlow(floor: number): void {
    this.end(this.#started ? new SlowWatcherError(this.#place) : new CompactedError(this.#place, floor));
  }

  close(): void {
    if (this.#closed) return;
    this.#place = this.revision;
    this.#closed = true;
    this.#host.onDone(this);
    this.#wakeup.wake();
  }

  [Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    return eventsOf(this, () => this.#closed);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
