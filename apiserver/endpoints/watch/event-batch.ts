import type { ObjectEvent } from "../../registry/watched-collection.js";

/** Lines that are written with one call, since each write is expensive. */
export interface Piece {
  readonly bytes: Buffer;
  /** The size of each line. */
  readonly sizes: readonly number[];
}

/**
 * The size in bytes after which a new piece begins. Larger pieces would be buffered for slow
 * clients.
 */
const pieceSize = 32 * 1024;

/**
 * The lines of changes that arrived together. They are encoded on first use, for all watches that
 * share the batch.
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
   * Returns a piece; undefined after the last one. Pieces must be requested in order.
   * @throws Error of the encoder
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
