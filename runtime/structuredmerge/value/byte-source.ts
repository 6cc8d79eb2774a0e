import { decodeByteText, encodeUTF8 } from "../../util/text-of-bytes.js";

/** The message of `io.EOF`, Go's error at the end of the input. */
const endOfText = "EOF";

/**
 * The bytes of a string, with a position and the first error. The errors have the messages of Go's
 * library json-iterator, which quotes the bytes around the position. The library reads a stream in
 * blocks, and quotes only bytes of the current block.
 */
export class ByteSource {
  error: string | undefined;
  #depth = 0;
  #head = 0;
  #block: Uint8Array;
  #next: number;
  readonly #bytes: Uint8Array;
  readonly #blockSize: number | undefined;

  /** @param blockSize the number of bytes of a block; undefined if the string is one block */
  constructor(text: string, blockSize?: number) {
    this.#bytes = encodeUTF8(text);
    this.#blockSize = blockSize;
    this.#block = blockSize === undefined ? this.#bytes : this.#bytes.subarray(0, 0);
    this.#next = blockSize === undefined ? this.#bytes.length : 0;
  }

  /** Reports whether there is an error other than the end of the string. */
  hasFailed(): boolean {
    return this.error !== undefined && this.error !== endOfText;
  }

  /** Reports whether there is an error. The end of the string counts as an error. */
  hasEnded(): boolean {
    return this.error !== undefined;
  }

  /**
   * Returns the byte at the position without changing the position; undefined at the end of the
   * block.
   */
  peek(ahead = 0): number | undefined {
    return this.#block[this.#head + ahead];
  }

  step(): void {
    this.#head++;
  }

  /**
   * Returns the byte at the position, and moves to the next byte. Returns 0 at the end of the
   * string.
   */
  read(): number {
    if (this.#head === this.#block.length && !this.#load()) return 0;
    return this.#block[this.#head++] as number;
  }

  unread(): void {
    if (this.error === undefined) this.#head--;
  }

  /** Skips white space, and returns the byte after it. Returns 0 at the end of the string. */
  readToken(): number {
    do {
      for (let at = this.#head; at < this.#block.length; at++) {
        const byte = this.#block[at] as number;
        if (byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d) continue;
        this.#head = at + 1;
        return byte;
      }
    } while (this.#load());
    return 0;
  }

  /** Reads bytes as long as `accepts` returns true. Returns each byte as one character. */
  readWhile(accepts: (byte: number) => boolean): string {
    let text = "";
    do {
      for (; this.#head < this.#block.length; this.#head++) {
        const byte = this.#block[this.#head] as number;
        if (!accepts(byte)) return text;
        text += String.fromCharCode(byte);
      }
    } while (this.#load());
    return text;
  }

  /**
   * Records an error, with the bytes around the position. Keeps only the first error, but replaces
   * the error for the end of the string.
   */
  report(operation: string, message: string): void {
    if (this.hasFailed()) return;
    const around = (distance: number): string =>
      quoted(this.#block.subarray(Math.max(this.#head - distance, 0), this.#head + distance));
    const at = this.#head - Math.max(this.#head - 10, 0);
    this.error =
      `${operation}: ${message}, error found in #${String(at)} byte of ` +
      `...|${around(10)}|..., bigger context ...|${around(50)}|...`;
  }

  /** Throws the first error, if any. Also throws an error if bytes follow the JSON value. */
  finish(): void {
    this.readToken();
    this.unread();
    if (!this.hasEnded()) this.report("managedFields parsing", "unexpected trailing data after JSON object");
    if (this.hasFailed()) throw new Error(this.error);
  }

  /**
   * Starts a list or a map. If there are more than 10,000 levels, records an error and returns
   * false.
   */
  enter(): boolean {
    this.#depth++;
    if (this.#depth <= 10_000) return true;
    this.report("incrementDepth", "exceeded max depth");
    return false;
  }

  leave(): void {
    this.#depth--;
  }

  #load(): boolean {
    if (this.#next === this.#bytes.length) {
      if (this.error === undefined) {
        if (this.#blockSize === undefined) this.#head = this.#block.length;
        this.error = endOfText;
      }
      return false;
    }
    const end = Math.min(this.#next + (this.#blockSize as number), this.#bytes.length);
    this.#block = this.#bytes.subarray(this.#next, end);
    [this.#head, this.#next] = [0, end];
    return true;
  }
}

/**
 * Decodes bytes for an error message. If the last character is cut off, each of its bytes becomes
 * U+FFFD.
 */
function quoted(bytes: Uint8Array): string {
  const lead = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const first = bytes[lead] ?? 0;
  const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const rest = bytes.length - lead;
  if (lead === -1 || rest >= size) return decodeByteText(bytes);
  return decodeByteText(bytes.subarray(0, lead)) + "\ufffd".repeat(rest);
}

/** Reads the bytes of a word. Records an error if the bytes differ from the word. */
export function expectBytes(source: ByteSource, word: string, operation: string): void {
  for (const character of word) {
    if (source.read() === character.charCodeAt(0)) continue;
    source.report(operation, `expect ${word}`);
    return;
  }
}

/** Returns the character of a byte for error messages. A byte outside of ASCII becomes U+FFFD. */
export function characterOf(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : "\ufffd";
}
