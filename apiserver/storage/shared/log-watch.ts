import { CompactedError, SlowWatcherError } from "../errors.js";
import type { Watch, WatchEvent } from "../watch.js";
import type { EventsAfter } from "./event-log.js";

/** Number of events that one `take` examines, so that other work can run between two calls. */
const batch = 500;
const nothing: readonly WatchEvent[] = [];

/** The shared history that a watch reads at its own pace. */
export interface WatchSource {
  /** The history has all events up to this revision. */
  readonly revision: number;
  /**
   * Returns the next events after a revision: a part of the history that takes one turn to examine.
   * @throws CompactedError
   */
  read(prefix: string, after: number, limit: number): EventsAfter;
}

export interface LogWatchOptions {
  readonly source: WatchSource;
  readonly prefix: string;
  readonly after: number;
  /** Called when the reader of the watch must be notified in this turn. */
  readonly onWoken: (watch: LogWatch) => void;
  /**
   * Called when a part of a long history had no event for the watch. The hub calls `resume` in a
   * later turn of the event loop.
   */
  readonly onPaused: (watch: LogWatch) => void;
  /**
   * Called when the reader has closed the watch, or an error has ended it. The hub forgets the
   * watch.
   */
  readonly onDone: (watch: LogWatch) => void;
  readonly onReady: (() => void) | undefined;
  readonly onEnd: ((error: Error) => void) | undefined;
}

/** A watch whose only state is its position in a shared history. */
export class LogWatch implements Watch {
  readonly prefix: string;
  readonly #options: LogWatchOptions;
  #place: number;
  /** Whether events may exist after the position. */
  #behind: boolean;
  /** Whether the watch waits for the next turn to continue reading. */
  #isPaused = false;
  #started = false;
  #closed = false;
  #error: Error | undefined;
  #waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  constructor(options: LogWatchOptions) {
    this.prefix = options.prefix;
    this.#options = options;
    this.#place = options.after;
    this.#behind = options.after < options.source.revision;
  }

  get revision(): number {
    return this.#behind || this.#closed || this.#error !== undefined
      ? this.#place
      : Math.max(this.#place, this.#options.source.revision);
  }

  /** Reports whether the watch needs events at or before `floor`. */
  lost(floor: number): boolean {
    return this.#behind && this.#place < floor;
  }

  ready(): Promise<void> {
    if ((this.#behind && !this.#isPaused) || this.#closed || this.#error !== undefined) return Promise.resolve();
    if (this.#waiting === undefined) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((fulfil) => (resolve = fulfil));
      this.#waiting = { promise, resolve };
    }
    return this.#waiting.promise;
  }

  take(): readonly WatchEvent[] {
    if (this.#error !== undefined) throw this.#error;
    if (this.#closed) return nothing;
    if (!this.#behind) return nothing;
    try {
      const { events, revision, isNewest } = this.#options.source.read(this.prefix, this.#place, batch);
      this.#started = true;
      this.#place = revision;
      this.#behind = !isNewest;
      // A reader that received no events does not ask again by itself.
      if (this.#behind && events.length === 0) this.#pause();
      return events;
    } catch (error) {
      const reason =
        this.#started && error instanceof CompactedError ? new SlowWatcherError(this.#place) : asError(error);
      this.end(reason);
      throw reason;
    }
  }

  /** Reports an event under the prefix, which the history has already. */
  wake(event: WatchEvent): void {
    if (event.revision <= this.#place) return;
    if (!this.#behind) {
      this.#behind = true;
      this.#started = true;
      this.#place = Math.max(this.#place, event.revision - 1);
      if (this.#options.onReady !== undefined) this.#options.onWoken(this);
    }
    this.#release();
  }

  /** Continues reading in the next turn. */
  resume(): void {
    this.#isPaused = false;
    this.#release();
    this.notifyReader();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#options.onPaused(this);
  }

  /** Notifies the reader now. */
  notifyReader(): void {
    if (!this.#closed && this.#error === undefined) this.#options.onReady?.();
  }

  requestProgress(): void {
    // `revision` reports the error.
  }

  end(error: Error): void {
    if (this.#closed || this.#error !== undefined) return;
    this.#place = this.revision;
    this.#error = error;
    this.#options.onDone(this);
    this.#release();
    this.#options.onEnd?.(error);
    this.#options.onReady?.();
  }

  /** Ends a watch whose position was forgotten while it did not read. */
  endSlow(floor: number): void {
    this.end(this.#started ? new SlowWatcherError(this.#place) : new CompactedError(this.#place, floor));
  }

  close(): void {
    if (this.#closed) return;
    this.#place = this.revision;
    this.#closed = true;
    this.#options.onDone(this);
    this.#release();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly WatchEvent[]> {
    try {
      while (!this.#closed) {
        await this.ready();
        const events = this.take();
        if (events.length > 0) yield events;
      }
    } finally {
      this.close();
    }
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
