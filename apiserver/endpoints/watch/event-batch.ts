import type { ObjectEvent } from "../../registry/watched-collection.js";

/** Lines that are written at once: a write costs more than what is in it. */
export interface Piece {
  readonly bytes: Buffer;
  /** Of each line. */
  readonly sizes: readonly number[];
}

/**
 * How many bytes a piece has at least before another begins: more would be kept for a client that
 * does not keep up.
 */
const pieceSize = 32 * 1024;

/**
 * The lines of changes that came together. They are made when they are first asked for, for all
 * watches that share the batch.
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
   * Undefined behind the last one. Those before it have been asked for. @throws what can't be
   * encoded
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
