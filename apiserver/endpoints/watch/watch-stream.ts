import { newResourceExpired, statusOf } from "../../errors/index.js";
import type { Sink } from "../../http/types.js";
import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { ObjectWatch } from "../../registry/object-watch.js";
import type { ObjectEvent } from "../../registry/watched-collection.js";
import { failureOf } from "../../registry/storage-failures.js";
import { CompactedError, SlowWatcherError, StorageClosedError } from "../../storage/index.js";
import type { EventBatch } from "./event-batch.js";
import type { EventEncoder } from "./event-encoder.js";
import type { StreamOfWatch, StreamTarget } from "./lane.js";
import type { OpenWatch, WatchGroup } from "./watch-group.js";
import { joinGroup } from "./watch-groups.js";

/** Interval of the bookmarks of a watch, in milliseconds. */
const bookmarkInterval = 60_000;
/** Time between the last bookmark and the end of a watch, in seconds. */
const lastBookmark = 2;

/**
 * Maximum delay of a timer in milliseconds, about 24 days. Node fires a timer with a longer delay
 * immediately.
 */
const longestTimer = 2 ** 31 - 1;

export interface WatchStreamConfig {
  /** Opens a watch of the store. */
  readonly open: OpenWatch;
  /** Identifies the watched objects among those with the same encoder. */
  readonly objects: string;
  /** Events of the existing objects, in parts. */
  readonly initial: Iterator<readonly ObjectEvent[]>;
  readonly endsInitialEvents: boolean;
  readonly sendsBookmarks: boolean;
  /** Revision of the initial objects. */
  readonly after: number;
  readonly encode: EventEncoder;
  /** Maximum duration of the watch, in seconds. */
  readonly seconds: number;
  readonly metrics: ResourceWatchMetrics;
  /** Called after the initial objects and their bookmark were written. */
  readonly onListed: () => void;
}

/**
 * The watch of one client. It writes changes only as fast as the client reads them. It uses
 * callbacks instead of promises, because one change can be sent to thousands of watches. A watch
 * that has written all changes joins a group, which writes the next changes to all its members.
 */
export class WatchStream implements StreamOfWatch {
  readonly #open: OpenWatch;
  readonly #objects: string;
  readonly #encode: EventEncoder;
  readonly #metrics: ResourceWatchMetrics;
  readonly #sink: Sink;
  /** Watch of the store for this stream alone; undefined while the group reads the changes. */
  #watch: ObjectWatch | undefined;
  #group: WatchGroup | undefined;
  readonly #onListed: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onGone = () => {
    this.#finish();
  };
  /** Error that ends the watch after the batch. */
  #failure: { readonly error: unknown } | undefined;
  /** The batch that is being written. */
  #batch: EventBatch | undefined;
  #piece = 0;
  /** The next initial events; undefined after the last one. */
  #initial: Iterator<readonly ObjectEvent[]> | undefined;
  /** True if a bookmark must be sent after the initial objects. */
  #marksInitial: boolean;
  /** Revision of the last bookmark. A second bookmark with this revision is not sent. */
  #bookmarkRevision: number;
  /** True while the stream waits for the client to read. */
  #isWaiting = false;
  #isDone = false;
  /** False while a watch of the store is opened. */
  #isOpen = false;

  /**
   * Starts a watch. It ends when the client disconnects, at its timeout, or with an ERROR event.
   */
  static start(config: WatchStreamConfig, sink: Sink): void {
    new WatchStream(config, sink).#start(config);
  }

  private constructor(config: WatchStreamConfig, sink: Sink) {
    this.#open = config.open;
    this.#objects = config.objects;
    this.#encode = config.encode;
    this.#metrics = config.metrics;
    this.#onListed = config.onListed;
    this.#sink = sink;
    this.#bookmarkRevision = config.after;
    this.#marksInitial = config.endsInitialEvents;
    this.#initial = config.initial;
    this.#openOwn(config.after, false);
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
      const bookmark = () => {
        this.#bookmark();
      };
      this.#timers.push(setInterval(bookmark, bookmarkInterval));
      if (seconds > 2 * lastBookmark && seconds * 1000 < longestTimer)
        this.#timers.push(setTimeout(bookmark, (seconds - lastBookmark) * 1000));
    }
    this.#pump();
  }

  /** Opens a watch of the store for this stream alone. */
  #openOwn(after: number, continues: boolean): void {
    this.#isOpen = false;
    // A bound method refers to the stream directly, but an arrow function through its context,
    // which is one more object to read for each event.
    const listeners = { onReady: this.#onReady.bind(this), onEnd: this.#onEnd.bind(this), continues };
    this.#watch = this.#open(listeners, after);
    this.#isOpen = true;
  }

  #onReady(): void {
    if (this.#isOpen) this.#pump();
  }

  #onEnd(error: Error): void {
    if (this.#isOpen) this.fail(error);
  }

  /** Writes the pending changes until none is left or the client reads too slowly. */
  #pump(): void {
    if (this.#isWaiting) return;
    try {
      while (!this.#isDone && this.#writeNext());
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Writes the next piece.
   * @returns true if more changes can follow
   */
  #writeNext(): boolean {
    const piece = this.#batch?.piece(this.#piece++);
    if (piece !== undefined) {
      this.#metrics.sent(piece.sizes, 1);
      return this.#write(piece.bytes);
    }
    const initial = this.#initial?.next();
    if (initial?.done === false) {
      this.#begin(initial.value);
      return true;
    }
    this.#initial = undefined;
    if (this.#marksInitial) {
      this.#marksInitial = false;
      const keepsUp = this.#write(this.#encode.bookmark(this.#bookmarkRevision, true));
      this.#onListed();
      return keepsUp;
    }
    this.#batch = undefined;
    if (this.#failure !== undefined) throw this.#failure.error;
    const events = this.#watch?.take() ?? [];
    if (events.length === 0) {
      this.#join();
      return false;
    }
    this.#begin(events);
    return true;
  }

  #begin(events: readonly ObjectEvent[]): void {
    this.#batch = this.#encode.changes(events);
    this.#piece = 0;
  }

  /** Joins the group of the watch, or continues in it, after all changes were written. */
  #join(): void {
    const { connection, stream } = this.#sink;
    const encode = this.#encode.shared;
    if (connection === undefined || stream === undefined) return;
    if (this.#group !== undefined) {
      this.#group.resume(this, connection);
      return;
    }
    const watch = this.#watch;
    if (watch === undefined || encode === undefined) return;
    this.#group = joinGroup({
      stream: this,
      connection,
      objects: this.#objects,
      open: this.#open,
      after: watch.revision,
      encode,
      metrics: this.#metrics,
    });
    if (this.#group === undefined) return;
    watch.close();
    this.#watch = undefined;
  }

  get target(): StreamTarget {
    return this.#sink.stream ?? this.#sink;
  }

  pause(batch: EventBatch, piece: number): void {
    this.#batch = batch;
    this.#piece = piece;
    this.#wait();
  }

  detach(revision: number): void {
    if (this.#isDone) return;
    this.#group = undefined;
    try {
      this.#openOwn(revision, true);
    } catch (error) {
      this.fail(error);
    }
  }

  failAfterBatch(error: unknown): void {
    this.#failure = { error };
  }

  /**
   * Writes bytes to the client.
   * @returns true if the client reads fast enough
   */
  #write(bytes: Buffer): boolean {
    if (this.#sink.write(bytes)) return true;
    this.#wait();
    return false;
  }

  /** Continues when the client has read the buffered bytes. */
  #wait(): void {
    this.#isWaiting = true;
    this.#sink.onDrain(() => {
      this.#isWaiting = false;
      this.#pump();
    });
  }

  #bookmark(): void {
    (this.#group ?? this.#watch)?.requestProgress();
    // A bookmark is valid only after all earlier changes were written.
    const revision = this.#revision;
    if (this.#isWaiting || this.#isDone || revision <= this.#bookmarkRevision) return;
    this.#bookmarkRevision = revision;
    if (this.#write(this.#encode.bookmark(revision, false)) || this.#group === undefined) return;
    this.#group.leave(this, this.#sink.connection ?? this);
    this.detach(revision);
  }

  /** Revision up to which all changes were written, unless the stream waits for the client. */
  get #revision(): number {
    const { connection = this } = this.#sink;
    return this.#group?.revisionOf(this, connection) ?? this.#watch?.revision ?? 0;
  }

  /** Ends the response after the store closed the watch or the watch failed. */
  fail(error: unknown): void {
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
    this.#watch?.close();
    this.#group?.leave(this, this.#sink.connection ?? this);
    this.#sink.end();
  }

  /**
   * Returns the status for a client that must list again; undefined if the server stops or if the
   * client can resume the watch.
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
