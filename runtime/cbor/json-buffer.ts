import { encodeUTF8, decodeByteText } from "../util/text-of-bytes.js";

const quote = 0x22;
const backslash = 0x5c;

/** Maximum number of characters for which a loop is faster than TextEncoder. */
const short = 64;

/**
 * Buffer to which a JSON document is written. It stores bytes, because a string that grows by a few
 * characters at a time uses ten times the memory.
 */
export class JSONBuffer {
  #bytes: Uint8Array;
  #length = 0;

  /** @param size expected size of the document in bytes */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  /** Writes an ASCII string without escapes. */
  raw(text: string): void {
    const bytes = this.#reserve(text.length);
    let at = this.#length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  /** Writes a string as a JSON string with quotes. */
  string(text: string): void {
    if (text.length <= short && this.#plain(text)) return;
    const encoded = encodeUTF8(JSON.stringify(text));
    this.#reserve(encoded.length).set(encoded, this.#length);
    this.#length += encoded.length;
  }

  /** Returns the whole document. */
  text(): string {
    return decodeByteText(this.#bytes, 0, this.#length);
  }

  /**
   * Writes a string that needs no escapes in JSON. Returns false if the string needs escapes; the
   * caller must then write it.
   */
  #plain(text: string): boolean {
    const bytes = this.#reserve(text.length + 2);
    let at = this.#length;
    bytes[at++] = quote;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) return false;
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#length = at;
    return true;
  }

  /** Makes space for `count` more bytes, and returns the buffer. */
  #reserve(count: number): Uint8Array {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return this.#bytes;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    return (this.#bytes = larger);
  }
}
