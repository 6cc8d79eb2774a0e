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
import { type OpenWatch, WatchGroup, type WatchGroupOptions } from "./watch-group.js";

/** Interval between two bookmarks of a watch, in milliseconds. */
const bookmarkInterval = 60_000;
/** Time between the last bookmark and the end of a watch, in seconds. */
const lastBookmark = 2;

/**
 * Maximum delay of a timer in milliseconds, about 24 days. Node runs a timer with a longer delay
 * immediately.
 */
const longestTimer = 2 ** 31 - 1;

export interface WatchStreamConfig {
  /** Opens a watch of the store. */
  readonly open: OpenWatch;
  /** String that is equal for watches of the same objects. */
  readonly objects: string;
  /** ADDED events of the existing objects, in parts. */
  readonly initial: Iterator<readonly ObjectEvent[]>;
  readonly endsInitialEvents: boolean;
  readonly sendsBookmarks: boolean;
  /** Revision of the initial objects. The watch sends the changes after this revision. */
  readonly after: number;
  readonly encode: EventEncoder;
  /** Maximum duration of the watch, in seconds. */
  readonly seconds: number;
  readonly metrics: ResourceWatchMetrics;
  /**
   * Called when the initial objects and the bookmark after them were written. Not called if
   * `endsInitialEvents` is false, because no such bookmark is written.
   */
  readonly onListed: () => void;
}

/**
 * The watch of one client. Changes are written only as fast as the client reads them. Uses
 * callbacks instead of promises, because one change can be sent to thousands of watches. A watch
 * that has written all changes joins a WatchGroup, which writes the next changes to all its
 * members.
 */
export class WatchStream implements StreamOfWatch {
  readonly #open: OpenWatch;
  readonly #objects: string;
  readonly #encode: EventEncoder;
  readonly #metrics: ResourceWatchMetrics;
  readonly #sink: Sink;
  /** Watch of the store for this stream alone; undefined while the stream is in a group. */
  #watch: ObjectWatch | undefined;
  #group: WatchGroup | undefined;
  readonly #onListed: () => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #onGone = () => {
    this.#finish();
  };
  /** Error that ends the watch when the current batch was written; undefined without an error. */
  #failure: { readonly error: unknown } | undefined;
  /** Batch that is being written; undefined between two batches. */
  #batch: EventBatch | undefined;
  #piece = 0;
  /** Remaining initial events; undefined when all were written. */
  #initial: Iterator<readonly ObjectEvent[]> | undefined;
  /** True until the bookmark after the initial objects was sent, if the client expects it. */
  #marksInitial: boolean;
  /**
   * Revision of the last bookmark. No further bookmark is sent until the revision has increased.
   */
  #bookmarkRevision: number;
  /** True while the stream waits until the client has read the buffered bytes. */
  #isWaiting = false;
  #isDone = false;
  /**
   * False while a watch of the store is being opened. The callbacks of this watch are ignored
   * during this time.
   */
  #isOpen = false;

  /**
   * Starts a watch. The watch ends when the client disconnects, at its timeout, or with an ERROR
   * event.
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
    // Uses a bound method, which refers to the stream directly. An arrow function refers to it
    // through its context, which would be another object to load for each event.
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

  /** Writes the pending changes until none are left, or until the client reads too slowly. */
  #pump(): void {
    if (this.#isWaiting) return;
    try {
      while (!this.#isDone && this.#writeNext());
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Writes the next piece, or begins the next batch.
   * @returns true if the method must be called again; false if no changes are left or the client
   *   reads too slowly
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

  /**
   * Joins a group when all changes were written. A stream that is in a group already resumes there.
   */
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
    // The revision of a bookmark must not include changes that were not written yet.
    const revision = this.#revision;
    if (this.#isWaiting || this.#isDone || revision <= this.#bookmarkRevision) return;
    this.#bookmarkRevision = revision;
    if (this.#write(this.#encode.bookmark(revision, false)) || this.#group === undefined) return;
    this.#group.leave(this, this.#sink.connection ?? this);
    this.detach(revision);
  }

  /**
   * Revision up to which all changes were written. Not exact while the stream waits for the client.
   */
  get #revision(): number {
    const { connection = this } = this.#sink;
    return this.#group?.revisionOf(this, connection) ?? this.#watch?.revision ?? 0;
  }

  /** Ends the response after an error of the watch. */
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
   * Returns the ERROR event for an error. Returns undefined if the server stops, or if the client
   * can resume the watch; the response then ends without an event.
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

/** Groups by the encoder of their events, and by the string that identifies the watched objects. */
const groups = new WeakMap<EventEncoder, Map<string, WatchGroup>>();

interface JoiningWatch extends Omit<WatchGroupOptions, "onEmpty"> {
  readonly stream: StreamOfWatch;
  readonly connection: object;
  /** String that is equal for watches of the same objects. */
  readonly objects: string;
}

/**
 * Adds a watch to the group with the same objects and encoder. Creates the group if it does not
 * exist. Returns undefined if the watch cannot join, for example because the group is at another
 * revision.
 */
function joinGroup({ stream, connection, objects, ...options }: JoiningWatch): WatchGroup | undefined {
  const { encode, after } = options;
  let known = groups.get(encode);
  if (known === undefined) groups.set(encode, (known = new Map<string, WatchGroup>()));
  const existing = known.get(objects);
  if (existing !== undefined) return existing.join(stream, connection, after) ? existing : undefined;
  const group = new WatchGroup({ ...options, onEmpty: () => known.delete(objects) });
  if (!group.join(stream, connection, after)) {
    group.close();
    return undefined;
  }
  known.set(objects, group);
  return group;
}
