import { ResponseTooLargeError } from "../rest/read-body.js";

/** Size of the length prefix of a frame, in bytes. */
const head = 4;

/**
 * Splits a stream into frames. Each frame has a length prefix of four bytes, the most significant
 * byte first (Go: framer.NewLengthDelimitedFrameReader). A chunk of the stream can end at any byte.
 */
export class FrameBuffer {
  /** Chunks of the incomplete frame, including its length prefix. */
  #pieces: Uint8Array[] = [];
  /** Total length of `#pieces`, in bytes. */
  #length = 0;
  readonly #limit: number;

  /** @param limit maximum length of a frame, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Adds a chunk of the stream.
   * @returns the frames that this chunk completes, without their length prefixes
   * @throws ResponseTooLargeError for a frame that is longer than the limit
   */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    const frames: Uint8Array[] = [];
    for (let size = this.#sizeOfNext(); size !== undefined && this.#length >= head + size; size = this.#sizeOfNext()) {
      const all = this.#joined();
      frames.push(all.subarray(head, head + size));
      this.#keep(all.subarray(head + size));
    }
    return frames;
  }

  /** True if the last chunk has ended within a frame. */
  get hasRest(): boolean {
    return this.#length > 0;
  }

  #sizeOfNext(): number | undefined {
    if (this.#length < head) return undefined;
    const first = this.#pieces[0] as Uint8Array;
    const { buffer, byteOffset, byteLength } = first.length < head ? this.#joined() : first;
    const size = new DataView(buffer, byteOffset, byteLength).getUint32(0);
    if (size > this.#limit) throw new ResponseTooLargeError(this.#limit);
    return size;
  }

  #joined(): Uint8Array {
    const [first] = this.#pieces;
    if (first !== undefined && this.#pieces.length === 1) return first;
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [all];
    return all;
  }

  #keep(rest: Uint8Array): void {
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }
}

const newline = 0x0a;

/**
 * Splits a stream into lines. A chunk of the stream can end at any byte, even within a character.
 * Empty lines are skipped.
 */
export class LineBuffer {
  /** Chunks of the incomplete line. */
  #pieces: Uint8Array[] = [];
  /** Total length of `#pieces`, in bytes. */
  #length = 0;
  readonly #limit: number;

  /** @param limit maximum length of a line, in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Adds a chunk of the stream.
   * @returns the lines that this chunk completes, without line ends
   * @throws ResponseTooLargeError if the incomplete line is longer than the limit
   */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#line(chunk.subarray(start, end));
      if (line !== "" && line !== "\r") lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** True if the last chunk has ended within a line. */
  get hasRest(): boolean {
    return this.#pieces.length > 0;
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#limit) throw new ResponseTooLargeError(this.#limit);
    this.#pieces.push(piece);
  }

  #line(last: Uint8Array): string {
    if (this.#pieces.length === 0) return textOf(last);
    // Only whole lines are decoded, because a chunk can end within a character.
    const line = Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return textOf(line);
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}
