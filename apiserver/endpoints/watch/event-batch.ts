import type { ObjectEvent } from "../../registry/watched-collection.js";

/**
 * The encoded lines of several events in one buffer, so that one call writes them together. Each
 * call is expensive.
 */
export interface Piece {
  readonly bytes: Buffer;
  /** Size of each event's line, in bytes. */
  readonly sizes: readonly number[];
}

/**
 * Minimum size of a piece in bytes, except for the last piece of a batch. Larger pieces would use
 * more memory for slow clients.
 */
const pieceSize = 32 * 1024;

/**
 * Returns a function that encodes events that arrived together. For the same events, all watches
 * get the same batch.
 */
export function eventBatches(encode: (event: ObjectEvent) => Buffer): (events: readonly ObjectEvent[]) => EventBatch {
  const batches = new WeakMap<readonly ObjectEvent[], EventBatch>();
  return (events) => {
    let batch = batches.get(events);
    if (batch === undefined) batches.set(events, (batch = new EventBatch(events, encode)));
    return batch;
  };
}

/**
 * Encoded lines of events that arrived together. A line is encoded when it is first used. All
 * watches with the same batch share the lines.
 */
export class EventBatch {
  readonly #events: readonly ObjectEvent[];
  readonly #encode: (event: ObjectEvent) => Buffer;
  readonly #pieces: Piece[] = [];
  #next = 0;

  constructor(events: readonly ObjectEvent[], encode: (event: ObjectEvent) => Buffer) {
    this.#events = events;
    this.#encode = encode;
  }

  /**
   * Returns the piece with this index; undefined after the last piece. Pieces must be requested in
   * the order of their indexes.
   * @throws Error of the function that encodes the events
   */
  piece(index: number): Piece | undefined {
    if (index < this.#pieces.length) return this.#pieces[index];
    if (this.#next >= this.#events.length) return undefined;
    const piece = this.#make();
    this.#pieces.push(piece);
    return piece;
  }

  #make(): Piece {
    const lines: Buffer[] = [];
    let next = this.#next;
    for (let size = 0; next < this.#events.length && size < pieceSize; next++) {
      const line = this.#encode(this.#events[next] as ObjectEvent);
      lines.push(line);
      size += line.length;
    }
    this.#next = next;
    return {
      bytes: lines.length === 1 ? (lines[0] as Buffer) : Buffer.concat(lines),
      sizes: lines.map((line) => line.length),
    };
  }
}
