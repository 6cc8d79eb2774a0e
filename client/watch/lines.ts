import { ResponseTooLargeError } from "../rest/read-body.js";

const newline = 0x0a;

/**
 * Puts the pieces of a stream together to lines, however they were cut: within a character, within
 * a line of megabytes, many lines in one. Empty lines are left out.
 */
export class LineBuffer {
  /** What has come of the line that has no end yet. */
  #pieces: Uint8Array[] = [];
  /** The length of the pieces, in bytes. */
  #length = 0;
  readonly #limit: number;

  /** `limit` is the longest line, in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * @returns the lines that are complete now, without their ends. @throws ResponseTooLargeError for
   * a line that is longer than the limit
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

  /** Whether something has come behind the last end of a line. */
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
    // Characters are whole only when the line is.
    const line = Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return textOf(line);
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}
