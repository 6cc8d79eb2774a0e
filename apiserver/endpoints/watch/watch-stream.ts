import { newResourceExpired, statusOf } from "../../errors/index.js";
import type { Sink } from "../../http/types.js";
import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { APIObject } from "../../request/api-object.js";
import type { ObjectWatch } from "../../registry/object-watch.js";
import { failureOf } from "../../registry/storage-failures.js";
import { CompactedError, SlowWatcherError, StorageClosedError, type WatchOptions } from "../../storage/index.js";
import type { EventBatch } from "./event-batch.js";
import type { EventEncoder } from "./event-encoder.js";

/** How often a watch that wants it is told where it is, in milliseconds. */
const bookmarkInterval = 60_000;
/** How long before its end a watch is told once more, in seconds. */
const lastBookmark = 2;

/**
 * What a timer can wait for, in milliseconds: about 24 days. One that is told more does not wait at
 * all.
 */
const longestTimer = 2 ** 31 - 1;

export interface WatchStreamConfig {
  /** With whom to tell of what happens, and of an end that the watch comes to by itself. */
  readonly open: (listeners: Pick<WatchOptions, "onReady" | "onEnd">) => ObjectWatch;
  readonly initial: readonly APIObject[];
  readonly endsInitialEvents: boolean;
  readonly sendsBookmarks: boolean;
  /** The revision that the initial objects are of. */
  readonly after: number;
  readonly encode: EventEncoder;
  /** How long it lives. */
  readonly seconds: number;
  readonly metrics: ResourceWatchMetrics;
  /** Told when all there was has been written, with its mark. */
  readonly onListed: () => void;
}

/**
 * One client's watch: takes what has happened and writes it, no faster than the client reads. It is
 * called, and waits for nothing by itself: of a change that a thousand watch, the way to one of
 * them is to be as short as it can.
 */
export class WatchStream {
  readonly #encode: EventEncoder;
  readonly #metrics: ResourceWatchMetrics;
  readonly #sink: Sink;
  readonly #watch: ObjectWatch;
  readonly #onListed: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onGone = () => {
    this.#finish();
  };
  /** What is being written, and how far it is. */
  #batch: EventBatch | undefined;
  #piece = 0;
  /** Whether the initial objects are followed by a mark. */
  #marksInitial: boolean;
  /** The revision of the last bookmark: none is sent twice. */
  #told: number;
  /** Whether the client is waited for. */
  #isWaiting = false;
  #isDone = false;

  /** Ends with the client, with the time, or with an ERROR event. */
  static start(config: WatchStreamConfig, sink: Sink): void {
    new WatchStream(config, sink).#start(config);
  }

  private constructor(config: WatchStreamConfig, sink: Sink) {
    this.#encode = config.encode;
    this.#metrics = config.metrics;
    this.#onListed = config.onListed;
    this.#sink = sink;
    this.#told = config.after;
    this.#marksInitial = config.endsInitialEvents;
    this.#batch = config.encode.changes(config.initial.map((object) => ({ type: "ADDED", object })));
    let isOpen = false;
    this.#watch = config.open({
      onReady: () => {
        if (isOpen) this.#pump();
      },
      onEnd: (error) => {
        if (isOpen) this.#fail(error);
      },
    });
    isOpen = true;
  }

  #start({ seconds, sendsBookmarks }: WatchStreamConfig): void {
    const { closed } = this.#sink;
    closed.addEventListener("abort", this.#onGone, { once: true });
    if (closed.aborted) {
      this.#finish();
      return;
    }
    this.#timers.push(setTimeout(this.#onGone, Math.min(seconds * 1000, longestTimer)));
    if (sendsBookmarks) {
      const tell = () => {
        this.#bookmark();
      };
      this.#timers.push(setInterval(tell, bookmarkInterval));
      if (seconds > 2 * lastBookmark && seconds * 1000 < longestTimer)
        this.#timers.push(setTimeout(tell, (seconds - lastBookmark) * 1000));
    }
    this.#pump();
  }

  /** Writes what there is, until there is nothing or the client does not keep up. */
  #pump(): void {
    if (this.#isWaiting) return;
    try {
      while (!this.#isDone && this.#writeNext());
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns whether to go on */
  #writeNext(): boolean {
    const piece = this.#batch?.piece(this.#piece++);
    if (piece !== undefined) {
      this.#metrics.sent(piece.sizes);
      return this.#write(piece.bytes);
    }
    if (this.#marksInitial) {
      this.#marksInitial = false;
      const keepsUp = this.#write(this.#encode.bookmark(this.#told, true));
      this.#onListed();
      return keepsUp;
    }
    this.#batch = undefined;
    const events = this.#watch.take();
    if (events.length === 0) return false;
    this.#batch = this.#encode.changes(events);
    this.#piece = 0;
    return true;
  }

  /** @returns whether the client keeps up */
  #write(bytes: Buffer): boolean {
    if (this.#sink.write(bytes)) return true;
    this.#isWaiting = true;
    this.#sink.onDrain(() => {
      this.#isWaiting = false;
      this.#pump();
    });
    return false;
  }

  #bookmark(): void {
    const watch = this.#watch;
    watch.requestProgress();
    // Only when all that was taken has been written it may say where the watch is.
    if (this.#isWaiting || this.#isDone || watch.revision <= this.#told) return;
    this.#told = watch.revision;
    this.#write(this.#encode.bookmark(this.#told, false));
  }

  /** The watch ended by itself, or can't be told any more. */
  #fail(error: unknown): void {
    if (this.#isDone) return;
    const failure = this.#errorEvent(error);
    if (failure !== undefined) this.#sink.write(failure);
    this.#finish();
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#sink.closed.removeEventListener("abort", this.#onGone);
    this.#watch.close();
    this.#sink.end();
  }

  /**
   * What a client is told that must list again; nothing where the server stops, or the client may
   * just come back.
   */
  #errorEvent(error: unknown): Buffer | undefined {
    if (error instanceof StorageClosedError || error instanceof SlowWatcherError) return undefined;
    const failure =
      error instanceof CompactedError
        ? newResourceExpired(`too old resource version: ${error.revision} (${error.compactRevision})`)
        : failureOf(error);
    return this.#encode.error(statusOf(failure));
  }
}
