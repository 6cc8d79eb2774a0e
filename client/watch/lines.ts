const newline = 0x0a;

/**
 * Puts the pieces of a stream together to lines, however they were cut: within a character, within a line of megabytes,
 * many lines in one. Empty lines are left out.
 */
export class LineBuffer {
  /** What has come of the line that has no end yet. */
  #pieces: Uint8Array[] = [];

  /** @returns the lines that are complete now, without their ends */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#line(chunk.subarray(start, end));
      if (line !== "" && line !== "\r") lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
    return lines;
  }

  /** Whether something has come behind the last end of a line. */
  get hasRest(): boolean {
    return this.#pieces.length > 0;
  }

  #line(last: Uint8Array): string {
    if (this.#pieces.length === 0) return textOf(last);
    // Characters are whole only when the line is.
    const line = Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    return textOf(line);
  }
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}
