import { setTimeout as sleep } from "node:timers/promises";
import { CompactedError, StorageError } from "../errors.js";
import { eventsOf } from "../shared/events-of.js";
import type { Slab } from "../shared/slab.js";
import { Wakeup } from "../shared/wakeup.js";
import type { KeyWatchOptions } from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";
import type { EtcdClient, WatchCall } from "./etcd-client.js";
import { keyRange } from "./key-range.js";
import { toNumber, type WatchResponse } from "./messages.js";
import { toEvent } from "./to-event.js";
import { sizeOfEvent } from "../shared/event-log.js";

/**
 * Half of the delay before the first attempt to reconnect, and maximum delay before later attempts,
 * in milliseconds. The delay doubles with each failed attempt.
 */
const backoff = { first: 50, longest: 2000 };

/**
 * Time in milliseconds after which the newest revision is requested again if etcd has not
 * responded.
 */
const progressTimeout = 100;

export interface EtcdWatchOptions extends KeyWatchOptions {
  readonly client: Pick<EtcdClient, "openWatch" | "saw">;
  readonly prefix: string;
  /**
   * Revision after which changes are reported; 0 for the revision at which etcd creates the watch.
   */
  readonly after: number;
  readonly slab: Slab;
  /** Reports whether etcd sends the newest revision only after all events up to this revision. */
  readonly reportsProgress: () => boolean;
  /** Returns the newest revision of the store. */
  readonly currentRevision: () => Promise<number>;
  /** Called when the watch was closed, or was ended by an error. */
  readonly onDone: (watch: EtcdWatch) => void;
}

/**
 * A watch of etcd. If the connection breaks, the watch continues on another connection after the
 * last event that it has received. The stream is paused while the queue of events is full.
 */
export class EtcdWatch implements StorageWatch {
  readonly #options: EtcdWatchOptions;
  readonly #queue = new EventQueue();
  /** Revision up to which all events have been received. */
  #received: number;
  /**
   * Revision of the events that the reader has taken last. Used only while the queue has events.
   */
  #place: number;
  /** Newest revision that the store is known to have reached. */
  #reached = 0;
  #call: WatchCall | undefined;
  #error: Error | undefined;
  #closed = false;
  readonly #wakeup = new Wakeup();
  /**
   * Time of the last request for the newest revision, in milliseconds since 1970; 0 after a
   * response or if no request was sent.
   */
  #progressRequested = 0;
  /**
   * True if etcd has confirmed the watch on the current stream. Before the confirmation, etcd holds
   * events back, but still reports the newest revision, so such a report must be ignored.
   */
  #isCreated = false;

  constructor(options: EtcdWatchOptions) {
    this.#options = options;
    this.#received = options.after;
    this.#place = options.after;
    void this.#run();
  }

  get revision(): number {
    return this.#queue.isEmpty ? this.#received : this.#place;
  }

  ready(): Promise<void> {
    if (!this.#queue.isEmpty || this.#closed || this.#error !== undefined) return Promise.resolve();
    return this.#wakeup.wait();
  }

  take(): readonly StorageEvent[] {
    if (this.#error !== undefined) throw this.#error;
    if (this.#closed || this.#queue.isEmpty) return [];
    const events = this.#queue.take();
    this.#place = events.at(-1)?.revision ?? this.#place;
    if (!this.#queue.isFull) this.#call?.resume();
    return events;
  }

  requestProgress(): void {
    if (this.#call === undefined || !this.#isCreated || !this.#options.reportsProgress()) return;
    const now = Date.now();
    if (now - this.#progressRequested < progressTimeout) return;
    this.#progressRequested = now;
    this.#call.write({ progressRequest: {} });
  }

  /** Ends the watch with an error. */
  end(error: Error): void {
    if (this.#closed || this.#error !== undefined) return;
    this.#received = this.revision;
    this.#error = error;
    this.#stop();
    this.#options.onEnd?.(error);
    this.#notify();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    this.#wakeup.wake();
  }

  [Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    return eventsOf(this, () => this.#closed);
  }

  #stop(): void {
    this.#call?.cancel();
    this.#call = undefined;
    this.#options.onDone(this);
  }

  #isOpen(): boolean {
    return !this.#closed && this.#error === undefined;
  }

  /** Opens a stream, and a new one whenever a stream has ended, until the watch ends. */
  async #run(): Promise<void> {
    let wait = backoff.first;
    while (this.#isOpen()) {
      try {
        const wasCreated = await this.#follow(await this.#options.client.openWatch());
        if (wasCreated) wait = backoff.first;
      } catch {
        // No connection is available. The next attempt follows.
      }
      if (!this.#isOpen()) return;
      wait = Math.min(wait * 2, backoff.longest);
      await sleep(wait, undefined, { ref: false });
    }
  }

  /**
   * Receives the events of one stream. Resolves when the stream has ended, with true if etcd had
   * confirmed the watch.
   */
  #follow(call: WatchCall): Promise<boolean> {
    return new Promise((resolve) => {
      let wasCreated = false;
      const ended = (): void => {
        if (this.#call === call) this.#call = undefined;
        resolve(wasCreated);
      };
      call.on("error", ended);
      call.on("end", ended);
      if (!this.#isOpen()) {
        call.cancel();
        return;
      }
      call.on("data", (response: WatchResponse) => {
        wasCreated ||= response.created;
        if (this.#call === call) this.#receive(response, call);
      });
      this.#call = call;
      this.#progressRequested = 0;
      this.#isCreated = false;
      call.write({
        createRequest: {
          ...keyRange(this.#options.prefix),
          // The watch starts at the last received revision, whose events are ignored. If this
          // revision was compacted, etcd then refuses the watch. If the watch started at the next
          // revision, etcd would leave out a deletion at the compacted revision.
          startRevision: this.#received,
          progressNotify: this.#options.reportsProgress(),
          prevKv: this.#options.omitsPrevious !== true,
        },
      });
    });
  }

  #receive(response: WatchResponse, call: WatchCall): void {
    const revision = this.#options.client.saw(response.header);
    if (response.canceled) this.#canceled(response, call);
    else if (response.created) this.#created(revision);
    else if (response.events.length > 0) this.#receiveEvents(response, call);
    else this.#progress(revision);
  }

  #canceled({ compactRevision, cancelReason }: WatchResponse, call: WatchCall): void {
    const oldest = toNumber(compactRevision);
    if (oldest > 0) this.end(new CompactedError(this.#received, oldest));
    else if (/permission denied|auth/.test(cancelReason)) this.end(new StorageError(`etcd: ${cancelReason}`));
    else call.cancel();
  }

  #created(revision: number): void {
    this.#isCreated = true;
    if (this.#received === 0) this.#received = revision;
    void this.#checkRevision(revision);
  }

  /**
   * Ends the watch if etcd's newest revision is less than before, because etcd was restored from a
   * backup. A member may be behind the other members, so the newest revision of the cluster
   * decides.
   * @param ofMember revision that the watched member has reported
   */
  async #checkRevision(ofMember: number): Promise<void> {
    const reached = this.#reached;
    if (ofMember < reached) {
      const newest = await this.#options.currentRevision().catch(() => reached);
      if (newest < reached) this.end(new StorageError(`the revision of etcd went back from ${reached} to ${newest}`));
    }
    // The watch may start after a revision that the store has not reached yet. The smaller revision
    // is then used.
    this.#reached = Math.max(this.#reached, Math.min(ofMember, this.#received));
  }

  #receiveEvents({ events }: WatchResponse, call: WatchCall): void {
    const { slab, omitsPrevious = false } = this.#options;
    if (this.#queue.isEmpty) this.#place = this.#received;
    for (const each of events) {
      const revision = toNumber(each.kv.modRevision);
      if (revision <= this.#received) continue;
      const event = toEvent(each, slab, omitsPrevious);
      if (event === undefined) {
        this.end(new CompactedError(this.#received, revision));
        return;
      }
      this.#queue.add(event);
    }
    if (this.#queue.isEmpty) return;
    const last = events.at(-1);
    if (last !== undefined) this.#advance(toNumber(last.kv.modRevision));
    if (this.#queue.isFull) call.pause();
    this.#notify();
  }

  #progress(revision: number): void {
    this.#progressRequested = 0;
    if (!this.#isCreated || !this.#options.reportsProgress()) return;
    this.#advance(revision);
    this.#notify();
  }

  #advance(revision: number): void {
    this.#reached = Math.max(this.#reached, revision);
    this.#received = Math.max(this.#received, revision);
  }

  #notify(): void {
    this.#wakeup.wake();
    this.#options.onReady?.();
  }
}

/** Maximum number of events that `take` returns, unless a single revision has more events. */
const batch = 500;

/** The queue is full if it has at least this number of events or of bytes. */
const fullAt = { events: 2000, bytes: 8 << 20 };

/** Events that were received from etcd, but not yet taken by the reader of the watch. */
class EventQueue {
  #events: StorageEvent[] = [];
  /** Index of the first event that was not taken. */
  #head = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#head === this.#events.length;
  }

  /** True if the watch should not receive more events until the reader has taken some. */
  get isFull(): boolean {
    return this.#events.length - this.#head >= fullAt.events || this.#bytes >= fullAt.bytes;
  }

  add(event: StorageEvent): void {
    this.#events.push(event);
    this.#bytes += sizeOfEvent(event);
  }

  /**
   * Removes and returns the next events. All events of a revision are returned together, so that a
   * watch can resume after any revision.
   */
  take(): readonly StorageEvent[] {
    const { length } = this.#events;
    let end = Math.min(length, this.#head + batch);
    while (end < length && this.#events[end]?.revision === this.#events[end - 1]?.revision) end++;
    const taken = this.#events.slice(this.#head, end);
    for (const event of taken) this.#bytes -= sizeOfEvent(event);
    this.#head = end;
    if (end === length) {
      this.#events = [];
      this.#head = 0;
    }
    return taken;
  }
}
