/** Number of consecutive revisions in one piece of the set. */
const pieceSize = 1 << 15;

/**
 * A set of revisions, with one bit for each revision. The bits are divided into pieces of 32,768
 * revisions. If the set needs more than `pieces` pieces, it drops the oldest one.
 */
export class RevisionSet {
  readonly #maxPieces: number;
  readonly #pieces = new Map<number, Uint8Array>();

  constructor(pieces: number) {
    this.#maxPieces = pieces;
  }

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
      const first = this.#pieces.keys().next();
      if (this.#pieces.size > this.#maxPieces && first.done !== true) this.#pieces.delete(first.value);
    }
    piece[place >>> 3] = (piece[place >>> 3] ?? 0) | (1 << (place & 7));
  }
}
