import { newResourceExpired, statusOf } from "../../errors/index.js";
import type { Sink } from "../../http/exchange.js";
import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { APIObject } from "../../registry/api-object.js";
import type { ObjectWatch } from "../../registry/object-watch.js";
import { failureOf } from "../../registry/storage-failures.js";
import { CompactedError, SlowWatcherError, StorageClosedError } from "../../storage/index.js";
import type { EventEncoder } from "./event-encoder.js";

/** How often a watch that wants it is told where it is, in milliseconds. */
const bookmarkInterval = 60_000;
/** How long before its end a watch is told once more, in seconds. */
const lastBookmark = 2;

export interface WatchStreamConfig {
  /** @param onEnd told when the watch ends by itself, whatever the stream does just then */
  readonly open: (onEnd: (error: Error) => void) => ObjectWatch;
  readonly initial: readonly APIObject[];
  readonly endsInitialEvents: boolean;
  readonly sendsBookmarks: boolean;
  /** The revision that the initial objects are of. */
  readonly after: number;
  readonly encode: EventEncoder;
  /** How long it lives. */
  readonly seconds: number;
  readonly metrics: ResourceWatchMetrics;
}

/** One client's watch: pulls what has happened and writes it, no faster than the client reads. */
export class WatchStream {
  readonly #config: WatchStreamConfig;
  readonly #watch: ObjectWatch;
  /** The revision of the last bookmark: none is sent twice. */
  #told: number;
  /** Whether all that was taken has been written: only then a bookmark may say where the watch is. */
  #isIdle = false;
  /** By what the watch ended while a client was waited for. */
  #ended: Error | undefined;
  /** Lets go who waits for the client. */
  #release: (() => void) | undefined;

  constructor(config: WatchStreamConfig) {
    this.#config = config;
    this.#watch = config.open((error) => {
      this.#ended = error;
      this.#release?.();
    });
    this.#told = config.after;
  }

  /** Ends with the client, with the time, or with an ERROR event. Never throws. */
  async run(sink: Sink): Promise<void> {
    const { seconds, sendsBookmarks } = this.#config;
    const watch = this.#watch;
    const close = () => {
      watch.close();
    };
    sink.closed.addEventListener("abort", close, { once: true });
    if (sink.closed.aborted) close();
    const end = setTimeout(close, seconds * 1000);
    const bookmarks = sendsBookmarks ? this.#scheduleBookmarks(sink) : [];
    try {
      await this.#write(sink);
    } catch (error) {
      const failure = this.#errorEvent(error);
      if (failure !== undefined) sink.write(failure);
    } finally {
      clearTimeout(end);
      for (const timer of bookmarks) clearTimeout(timer);
      sink.closed.removeEventListener("abort", close);
      watch.close();
      sink.end();
    }
  }

  async #write(sink: Sink): Promise<void> {
    const { initial, encode, endsInitialEvents, after } = this.#config;
    const watch = this.#watch;
    for (const object of initial) if (!this.#send(sink, encode.change({ type: "ADDED", object }))) await this.#drained(sink);
    if (endsInitialEvents && !this.#send(sink, encode.bookmark(after, true))) await this.#drained(sink);
    while (!watch.isClosed) {
      this.#isIdle = true;
      await watch.ready();
      this.#isIdle = false;
      for (let events = watch.take(); events.length > 0; events = watch.take()) {
        for (const event of events) if (!this.#send(sink, encode.change(event))) await this.#drained(sink);
      }
    }
  }

  #scheduleBookmarks(sink: Sink): NodeJS.Timeout[] {
    const tell = () => {
      this.#bookmark(sink);
    };
    const timers = [setInterval(tell, bookmarkInterval)];
    if (this.#config.seconds > 2 * lastBookmark) timers.push(setTimeout(tell, (this.#config.seconds - lastBookmark) * 1000));
    return timers;
  }

  #bookmark(sink: Sink): void {
    const { encode } = this.#config;
    const watch = this.#watch;
    watch.requestProgress();
    if (!this.#isIdle || watch.isClosed || watch.revision <= this.#told) return;
    this.#told = watch.revision;
    sink.write(encode.bookmark(this.#told, false));
  }

  /** What a client is told that must list again; nothing where the server stops, or the client may just come back. */
  #errorEvent(error: unknown): Buffer | undefined {
    if (error instanceof StorageClosedError || error instanceof SlowWatcherError) return undefined;
    const failure =
      error instanceof CompactedError ? newResourceExpired(`too old resource version: ${error.revision} (${error.compactRevision})`) : failureOf(error);
    return this.#config.encode.error(statusOf(failure));
  }

  /** @returns whether the client keeps up */
  #send(sink: Sink, frame: Buffer): boolean {
    if (sink.closed.aborted) return true;
    this.#config.metrics.sent(frame.length);
    return sink.write(frame);
  }

  /** Waits for a client that does not keep up, unless the watch ends meanwhile. */
  async #drained(sink: Sink): Promise<void> {
    if (sink.closed.aborted) return;
    this.#checkEnded();
    await new Promise<void>((resolve) => {
      const done = () => {
        sink.closed.removeEventListener("abort", done);
        this.#release = undefined;
        resolve();
      };
      this.#release = done;
      sink.onDrain(done);
      sink.closed.addEventListener("abort", done, { once: true });
    });
    this.#checkEnded();
  }

  #checkEnded(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }
}
