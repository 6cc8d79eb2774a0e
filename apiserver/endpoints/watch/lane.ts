import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { EventBatch } from "./event-batch.js";

/** Stream to which a watch writes its events. */
export interface StreamTarget {
  /** Returns false if the client reads too slowly. The bytes are then buffered. */
  write(bytes: Buffer): boolean;
}

/** A watch that is a member of a WatchGroup. */
export interface StreamOfWatch {
  /** Stream of the response. A lane writes to it directly. */
  readonly target: StreamTarget;
  /**
   * Called when the client reads too slowly. The watch must write the rest of the batch itself,
   * starting with the given piece, and then resume.
   */
  pause(batch: EventBatch, piece: number): void;
  /**
   * Called when the group begins the next batch although the paused watch has not resumed. The
   * watch must continue alone after the revision.
   */
  detach(revision: number): void;
  /** Ends the watch with an error after it has written the rest of its batch. */
  failAfterBatch(error: unknown): void;
  /** Ends the watch with an error. */
  fail(error: unknown): void;
}

/**
 * The members of a group that use the same connection. Their events are written together, so that
 * Node joins them into few writes to the socket. To save time, the loop over the members uses no
 * object of a member except its stream.
 */
export class Lane {
  /** Members to which all batches before the current batch were written. */
  readonly #members = new Map<StreamTarget, StreamOfWatch>();
  /** Members that have joined during the current batch and have already written its changes. */
  readonly #joining = new Map<StreamTarget, StreamOfWatch>();
  /** Members whose clients read too slowly. */
  readonly #paused = new Map<StreamTarget, StreamOfWatch>();
  /** True if the current batch has not been written yet. */
  #hasBatch = false;

  get isEmpty(): boolean {
    return this.readers === 0;
  }

  /** Number of all members, including those that are joining or paused. */
  get readers(): number {
    return this.#members.size + this.#joining.size + this.#paused.size;
  }

  /** Number of members to which a batch is written. */
  get size(): number {
    return this.#members.size;
  }

  add(stream: StreamOfWatch): void {
    (this.#hasBatch ? this.#joining : this.#members).set(stream.target, stream);
  }

  /** Removes a watch from the lane. Returns false if the watch is not a member. */
  remove({ target }: StreamOfWatch): boolean {
    return this.#members.delete(target) || this.#joining.delete(target) || this.#paused.delete(target);
  }

  resume(stream: StreamOfWatch): void {
    if (this.#paused.delete(stream.target)) this.#members.set(stream.target, stream);
  }

  /** Reports whether the current batch has not yet been written to a member. */
  isBehind({ target }: StreamOfWatch): boolean {
    return this.#hasBatch && this.#members.has(target);
  }

  /**
   * Begins a batch. Paused members leave the group, because they have not written all of the
   * previous batch.
   * @param revision revision before the batch
   */
  begin(revision: number): void {
    this.#hasBatch = true;
    if (this.#paused.size === 0) return;
    const paused = [...this.#paused.values()];
    this.#paused.clear();
    for (const stream of paused) stream.detach(revision);
  }

  /**
   * Writes the current batch to all members. If an event cannot be encoded, ends the members with
   * the error.
   */
  write(batch: EventBatch, metrics: ResourceWatchMetrics): void {
    try {
      let piece = batch.piece(0);
      for (let index = 1; piece !== undefined; piece = batch.piece(index++))
        metrics.sent(piece.sizes, this.#writePiece(piece.bytes, batch, index));
    } catch (error) {
      for (const stream of [...this.#members.values()]) stream.fail(error);
    }
    this.#hasBatch = false;
    if (this.#joining.size === 0) return;
    for (const [target, stream] of this.#joining) this.#members.set(target, stream);
    this.#joining.clear();
  }

  /**
   * Writes a piece to all members. Returns the number of members to which it was written.
   * @param next index of the next piece
   */
  #writePiece(bytes: Buffer, batch: EventBatch, next: number): number {
    const members = this.#members;
    let count = 0;
    for (const target of members.keys()) {
      count++;
      if (target.write(bytes)) continue;
      const stream = members.get(target);
      // If the write has closed the stream, the member has already left the lane.
      if (stream === undefined) continue;
      members.delete(target);
      this.#paused.set(target, stream);
      stream.pause(batch, next);
    }
    return count;
  }

  /**
   * Ends all members with an error.
   * @param afterBatch true if paused members first write the rest of their batch
   */
  fail(error: unknown, afterBatch = false): void {
    const paused = [...this.#paused.values()];
    for (const stream of [...this.#members.values(), ...this.#joining.values()]) stream.fail(error);
    for (const stream of paused)
      if (afterBatch) stream.failAfterBatch(error);
      else stream.fail(error);
  }
}
