import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { ObjectWatch } from "../../registry/object-watch.js";
import type { KeyWatchOptions } from "../../storage/index.js";
import type { EventBatch } from "./event-batch.js";
import type { EventEncoder } from "./event-encoder.js";
import { Lane, type StreamOfWatch } from "./lane.js";

/**
 * Minimum number of watches to which events are written in one turn of the event loop, if the group
 * has that many. The number is small enough that the objects of their streams are still in the
 * processor's cache when Node sends the events.
 */
const turnSize = 100;

/** Function that opens a watch of the objects after a revision. */
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
  /**
   * Called once, when no more watches can join: after an error, or when the last member has left.
   */
  readonly onEmpty: () => void;
}

/**
 * A group of watches that send the same objects in the same format, and have written the same
 * changes. The group reads one watch of the store for all of them. It writes a batch of changes to
 * its members connection by connection, in several turns of the event loop if it has many members.
 * The next batch begins when all members have been served.
 */
export class WatchGroup {
  readonly #watch: ObjectWatch;
  readonly #encode: EventEncoder;
  readonly #metrics: ResourceWatchMetrics;
  readonly #onEmpty: () => void;
  readonly #lanes = new Map<object, Lane>();
  /** Batch that is being written; undefined between two batches. */
  #batch: EventBatch | undefined;
  /** Lanes to which the current batch has not been written yet. */
  #rest: Lane[] = [];
  /** Revision before the current batch. */
  #before: number;
  /**
   * True while the group calls the streams of its members. During this time, watches cannot join.
   */
  #isBusy = true;
  #isClosed = false;
  /** True if no more watches can join. */
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
   * @returns false if the watch cannot join, for example because the group is at another revision
   */
  join(stream: StreamOfWatch, connection: object, revision: number): boolean {
    if (this.#isBusy || !this.#accepts()) return false;
    // The newest changes may exist although the group was not notified of them yet.
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

  /** Called when a paused watch has written the rest of its batch. */
  resume(stream: StreamOfWatch, connection: object): void {
    this.#lanes.get(connection)?.resume(stream);
  }

  /** Returns the revision up to which all changes were written to a member. */
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

  /** Reports whether watches can join. Calls of the store's watch can change the result. */
  #accepts(): boolean {
    return !this.#isRetired;
  }

  /** Stops accepting watches. The next watch of the same objects creates another group. */
  #retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#onEmpty();
  }

  /**
   * Writes the changes of the store until none are left, or until enough was written in this turn
   * of the event loop.
   */
  #begin(): void {
    for (let budget = turnSize; budget > 0; budget = this.#write(budget))
      if (this.#batch === undefined && !this.#take()) return;
    if (this.#batch === undefined && !this.#take()) return;
    setImmediate(() => {
      this.#begin();
    });
  }

  /**
   * Takes the next changes from the store as the current batch. Returns false if no batch was
   * begun.
   */
  #take(): boolean {
    const before = this.#watch.revision;
    try {
      const events = this.#watch.take();
      if (events.length === 0) return false;
      this.#batch = this.#encode.changes(events);
    } catch (error) {
      // The watch of the store cannot be read after this error, so the group accepts no more
      // watches.
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

  /**
   * Writes the current batch to further lanes until the budget is used.
   * @param budget number of members to which the batch may still be written in this turn
   * @returns the rest of the budget
   */
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
