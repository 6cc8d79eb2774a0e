import type { FileHandle } from "node:fs/promises";

/** Minimum number of bytes that one read of the file requests, except at the end of the file. */
const chunk = 1 << 20;

/** Reads a file from its beginning to its end, in pieces whose lengths the caller chooses. */
export class FileReader {
  readonly #handle: FileHandle;
  readonly #size: number;
  #buffer = Buffer.alloc(0);
  /** Position in the file of the first byte of the buffer. */
  #begin = 0;
  /** Number of bytes at the start of the buffer that were taken. */
  #taken = 0;

  /** @param size length of the file; bytes after it are ignored */
  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** Number of bytes of the file that were taken. */
  get position(): number {
    return this.#begin + this.#taken;
  }

  /** Number of bytes that were not taken yet. */
  get left(): number {
    return this.#size - this.position;
  }

  /** Returns the next bytes without taking them; undefined if the file has fewer bytes left. */
  async peek(length: number): Promise<Buffer | undefined> {
    if (length > this.left) return undefined;
    if (this.#taken + length > this.#buffer.length && !(await this.#fill(length))) return undefined;
    return this.#buffer.subarray(this.#taken, this.#taken + length);
  }

  /** Takes and returns the next bytes; undefined if the file has fewer bytes left. */
  async take(length: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(length);
    if (bytes !== undefined) this.#taken += length;
    return bytes;
  }

  /**
   * Takes and returns the next line with its line break. If the next `longest` bytes have no line
   * break, takes these bytes. Returns undefined at the end of the file.
   */
  async line(longest: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(Math.min(longest, this.left));
    if (bytes === undefined || bytes.length === 0) return undefined;
    const end = bytes.indexOf("\n");
    return this.take(end < 0 ? bytes.length : end + 1);
  }

  /**
   * Fills the buffer with at least `length` bytes. Returns false if the file ends before, because
   * it became shorter.
   */
  async #fill(length: number): Promise<boolean> {
    const rest = this.#buffer.subarray(this.#taken);
    const next = Buffer.allocUnsafe(Math.max(length, Math.min(chunk, this.left)));
    next.set(rest);
    this.#begin += this.#taken;
    this.#taken = 0;
    let filled = rest.length;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(next, filled, next.length - filled, this.#begin + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#buffer = next.subarray(0, filled);
    return filled >= length;
  }
}
