import { CompactedError, SlowWatcherError } from "../errors.js";
import type { Watch, WatchEvent } from "../watch.js";
import type { EventsAfter } from "./event-log.js";

/** How many events a `take` looks at: between two of them others get their turn. */
const batch = 500;
const nothing: readonly WatchEvent[] = [];

/** The shared history that a watch reads at its own pace. */
export interface WatchSource {
  /** All events up to here are in the history. */
  readonly revision: number;
  /**
   * The next events after a revision, a piece of the history that is looked at in one turn. @throws
   * CompactedError
   */
  read(prefix: string, after: number, limit: number): EventsAfter;
}

export interface LogWatchOptions {
  readonly source: WatchSource;
  readonly prefix: string;
  readonly after: number;
  /** Its reader is to be told, soon, that there is something. */
  readonly onWoken: (watch: LogWatch) => void;
  /**
   * A long history had nothing for it so far: `goOn` is to be called in a later turn of the event
   * loop.
   */
  readonly onPaused: (watch: LogWatch) => void;
  /** The reader is gone, or was ended: the hub forgets the watch. */
  readonly onDone: (watch: LogWatch) => void;
  readonly onReady: (() => void) | undefined;
  readonly onEnd: ((error: Error) => void) | undefined;
}

/** A watch that holds nothing but its place in a shared history. */
export class LogWatch implements Watch {
  readonly prefix: string;
  readonly #options: LogWatchOptions;
  #place: number;
  /** There may be events after the place. */
  #behind: boolean;
  /** It waits for the next turn to read on. */
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

  /** Whether history after `floor` is not enough for it. */
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
      // A reader that was given nothing does not ask again by itself.
      if (this.#behind && events.length === 0) this.#pause();
      return events;
    } catch (error) {
      const reason =
        this.#started && error instanceof CompactedError ? new SlowWatcherError(this.#place) : asError(error);
      this.end(reason);
      throw reason;
    }
  }

  /** The hub has an event under the prefix, which the history holds already. */
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

  /** The next turn has come. */
  goOn(): void {
    this.#isPaused = false;
    this.#release();
    this.tellReady();
  }

  #pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#options.onPaused(this);
  }

  /** Now is the time to tell the reader. */
  tellReady(): void {
    if (!this.#closed && this.#error === undefined) this.#options.onReady?.();
  }

  requestProgress(): void {
    // `revision` knows.
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

  /** Its place was forgotten while it did not read. */
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
