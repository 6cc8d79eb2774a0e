import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { ObjectWatch } from "../../registry/object-watch.js";
import type { KeyWatchOptions } from "../../storage/index.js";
import type { EventBatch } from "./event-batch.js";
import type { EventEncoder } from "./event-encoder.js";
import { Lane, type StreamOfWatch } from "./lane.js";

/**
 * Minimum number of watches that are written in one turn of the event loop, if so many exist. The
 * objects of so many streams are still in the processor's cache when Node sends their frames.
 */
const turnSize = 100;

/** Opens a watch of the same objects after a revision. */
export type OpenWatch = (
  listeners: Pick<KeyWatchOptions, "onReady" | "onEnd" | "continues" | "readers">,
  after: number,
) => ObjectWatch;

export interface WatchGroupOptions {
  readonly open: OpenWatch;
  /** Revision up to which the first member has written all changes. */
  readonly after: number;
  readonly encode: EventEncoder;
  readonly metrics: ResourceWatchMetrics;
  /** Called once, when no watch can join any more: after an error, or without members. */
  readonly onEmpty: () => void;
}

/**
 * Watches of the same objects in the same format that have written the same changes. They read one
 * watch of the store. A batch of changes is written to the members connection by connection, in
 * several turns of the event loop if they are many. The next batch begins after the last member.
 */
export class WatchGroup {
  readonly #watch: ObjectWatch;
  readonly #encode: EventEncoder;
  readonly #metrics: ResourceWatchMetrics;
  readonly #onEmpty: () => void;
  readonly #lanes = new Map<object, Lane>();
  /** The batch that is being written. */
  #batch: EventBatch | undefined;
  /** Lanes to which the batch has not been written yet. */
  #rest: Lane[] = [];
  /** Revision before the batch. */
  #before: number;
  /** True during calls of the members' streams. Members cannot join meanwhile. */
  #isBusy = true;
  #isClosed = false;
  /** True if no watch can join any more. */
  #isRetired = false;

  constructor(options: WatchGroupOptions) {
    this.#encode = options.encode;
    this.#metrics = options.metrics;
    this.#onEmpty = options.onEmpty;
    this.#before = options.after;
    const onReady = () => {
      if (!this.#isBusy && this.#batch === undefined) this.#begin();
    };
    const onEnd = (error: Error) => {
      for (const lane of this.#lanes.values()) lane.fail(error);
      this.#isClosed = true;
      this.#retire();
    };
    this.#watch = options.open({ onReady, onEnd, readers: () => this.#readers() }, options.after);
    this.#isBusy = false;
  }

  /**
   * Adds a watch that has written all changes up to a revision.
   * @returns false if the group has another revision
   */
  join(stream: StreamOfWatch, connection: object, revision: number): boolean {
    if (this.#isBusy || !this.#accepts()) return false;
    // The group has possibly not been notified of the newest changes yet.
    if (this.#watch.revision < revision && this.#batch === undefined) this.#begin();
    if (!this.#accepts() || this.#watch.revision !== revision) return false;
    let lane = this.#lanes.get(connection);
    if (lane === undefined) this.#lanes.set(connection, (lane = new Lane()));
    lane.add(stream);
    return true;
  }

  leave(stream: StreamOfWatch, connection: object): void {
    const lane = this.#lanes.get(connection);
    if (lane?.remove(stream) !== true || !lane.isEmpty) return;
    this.#lanes.delete(connection);
    if (this.#lanes.size === 0) this.close();
  }

  /** Called when a client has read the bytes for which its watch had paused. */
  resume(stream: StreamOfWatch, connection: object): void {
    this.#lanes.get(connection)?.resume(stream);
  }

  /** Revision up to which a member has written all changes. */
  revisionOf(stream: StreamOfWatch, connection: object): number {
    return this.#lanes.get(connection)?.isBehind(stream) === true ? this.#before : this.#watch.revision;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rest = [];
    this.#watch.close();
    this.#retire();
  }

  /** Reports whether watches can join. A call of the store's watch can change this. */
  #accepts(): boolean {
    return !this.#isRetired;
  }

  /** Lets the next watch of the same objects create another group. */
  #retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#onEmpty();
  }

  /** Writes the changes of the store until none is left or the turn is over. */
  #begin(): void {
    for (let budget = turnSize; budget > 0; budget = this.#write(budget))
      if (this.#batch === undefined && !this.#take()) return;
    if (this.#batch === undefined && !this.#take()) return;
    setImmediate(() => {
      this.#begin();
    });
  }

  /** Takes the next changes from the store. Returns false if there are none, or after an error. */
  #take(): boolean {
    const before = this.#watch.revision;
    try {
      const events = this.#watch.take();
      if (events.length === 0) return false;
      this.#batch = this.#encode.changes(events);
    } catch (error) {
      // Paused members end after the rest of their batch. The watch of the store throws the error
      // again, so no other watch may join.
      for (const lane of this.#lanes.values()) lane.fail(error, true);
      this.#retire();
      return false;
    }
    this.#before = before;
    for (const [connection, lane] of [...this.#lanes]) {
      lane.begin(before);
      if (lane.isEmpty) this.#lanes.delete(connection);
    }
    this.#rest = [...this.#lanes.values()].reverse();
    if (this.#rest.length > 0) return true;
    this.#batch = undefined;
    this.close();
    return false;
  }

  /** Writes the batch to the next lanes. Returns the budget that is left after them. */
  #write(budget: number): number {
    let left = budget;
    const batch = this.#batch as EventBatch;
    this.#isBusy = true;
    for (let lane = this.#rest.pop(); lane !== undefined; lane = left > 0 ? this.#rest.pop() : undefined) {
      left -= lane.size;
      lane.write(batch, this.#metrics);
    }
    this.#isBusy = false;
    if (this.#rest.length === 0) this.#batch = undefined;
    return left;
  }

  #readers(): number {
    let readers = 0;
    for (const lane of this.#lanes.values()) readers += lane.readers;
    return readers;
  }
}
