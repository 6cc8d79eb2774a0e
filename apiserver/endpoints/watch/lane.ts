import type { ResourceWatchMetrics } from "../../metrics/watch-metrics.js";
import type { EventBatch } from "./event-batch.js";

/** The stream to which a watch writes its events. */
export interface StreamTarget {
  /** Returns false if the client reads too slowly; in this case the bytes are buffered. */
  write(bytes: Buffer): boolean;
}

/** A watch that has joined a group. */
export interface StreamOfWatch {
  /** The stream of the response. A lane calls it directly. */
  readonly target: StreamTarget;
  /**
   * Called when the client reads too slowly. The watch writes the rest of the batch, from a piece
   * on, and then resumes.
   */
  pause(batch: EventBatch, piece: number): void;
  /** Called when the group continues before a paused watch has resumed. */
  detach(revision: number): void;
  /** Ends the watch after the rest of its batch. */
  failAfterBatch(error: unknown): void;
  /** Ends the watch. */
  fail(error: unknown): void;
}

/**
 * The members of a group on one connection. Node joins their frames into few writes to the socket.
 * The loop over them reads no object of a member except its stream.
 */
export class Lane {
  /** Members that have written all changes of the group before the current batch. */
  readonly #members = new Map<StreamTarget, StreamOfWatch>();
  /** Members that have joined with the changes of the current batch. */
  readonly #joining = new Map<StreamTarget, StreamOfWatch>();
  /** Members whose clients read too slowly. */
  readonly #paused = new Map<StreamTarget, StreamOfWatch>();
  /** True if the current batch has not been written yet. */
  #hasBatch = false;

  get isEmpty(): boolean {
    return this.readers === 0;
  }

  /** Number of all members, also of those that wait. */
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

  /** Returns false if the watch is not a member. */
  remove({ target }: StreamOfWatch): boolean {
    return this.#members.delete(target) || this.#joining.delete(target) || this.#paused.delete(target);
  }

  resume(stream: StreamOfWatch): void {
    if (this.#paused.delete(stream.target)) this.#members.set(stream.target, stream);
  }

  /** Reports whether the current batch has still to be written to a member. */
  isBehind({ target }: StreamOfWatch): boolean {
    return this.#hasBatch && this.#members.has(target);
  }

  /**
   * Begins a batch. Paused members leave, because they have not written the previous batch.
   * @param revision revision before the batch
   */
  begin(revision: number): void {
    this.#hasBatch = true;
    if (this.#paused.size === 0) return;
    const paused = [...this.#paused.values()];
    this.#paused.clear();
    for (const stream of paused) stream.detach(revision);
  }

  /** Writes the current batch. If an event cannot be encoded, the members end with the error. */
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

  /** Returns the number of members to which the piece was written. */
  #writePiece(bytes: Buffer, batch: EventBatch, next: number): number {
    const members = this.#members;
    let count = 0;
    for (const target of members.keys()) {
      count++;
      if (target.write(bytes)) continue;
      const stream = members.get(target);
      // The member has left if the write has closed its stream.
      if (stream === undefined) continue;
      members.delete(target);
      this.#paused.set(target, stream);
      stream.pause(batch, next);
    }
    return count;
  }

  /** @param afterBatch true if paused members write the rest of their batch first */
  fail(error: unknown, afterBatch = false): void {
    const paused = [...this.#paused.values()];
    for (const stream of [...this.#members.values(), ...this.#joining.values()]) stream.fail(error);
    for (const stream of paused)
      if (afterBatch) stream.failAfterBatch(error);
      else stream.fail(error);
  }
}
