import { Cache } from "../util/cache.js";

/** Number of consecutive revisions in one piece of the set. */
const pieceSize = 1 << 15;

/**
 * A set of revisions, with one bit for each revision. The bits are divided into pieces of 32,768
 * revisions. Pieces that were not used recently can be dropped, so `has` can return false for a
 * revision that was added.
 */
export class RevisionSet {
  readonly #pieces = new Cache<number, Uint8Array>("checked revisions", ({ length }) => length);

  has(revision: number): boolean {
    const place = revision % pieceSize;
    const byte = this.#pieces.get((revision - place) / pieceSize)?.[place >>> 3] ?? 0;
    return (byte & (1 << (place & 7))) !== 0;
  }

  add(revision: number): void {
    const place = revision % pieceSize;
    const number = (revision - place) / pieceSize;
    let piece = this.#pieces.get(number);
    if (piece === undefined) {
      piece = new Uint8Array(pieceSize >>> 3);
      this.#pieces.set(number, piece);
    }
    piece[place >>> 3] = (piece[place >>> 3] ?? 0) | (1 << (place & 7));
  }
}
