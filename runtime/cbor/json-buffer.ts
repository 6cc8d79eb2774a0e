import { ByteWriter } from "../util/byte-writer.js";
import { encodeUTF8, decodeByteText } from "../util/text-of-bytes.js";

const quote = 0x22;
const backslash = 0x5c;

/** Maximum number of characters for which a loop is faster than TextEncoder. */
const short = 64;

/**
 * Buffer to which a JSON document is written. It stores bytes, because a string that grows by a few
 * characters at a time uses ten times the memory.
 */
export class JSONBuffer extends ByteWriter {
  /** Writes an ASCII string without escapes. */
  print(text: string): void {
    this.ascii(text);
  }

  /** Writes a string as a JSON string with quotes. */
  string(text: string): void {
    if (text.length > short || !this.#plain(text)) this.raw(encodeUTF8(JSON.stringify(text)));
  }

  /** Returns the whole document. The buffer must not be used afterwards. */
  text(): string {
    return decodeByteText(this.finish());
  }

  /**
   * Writes an ASCII string that needs no escapes in JSON, and returns true. For any other string,
   * returns false; the caller must then write the string.
   */
  #plain(text: string): boolean {
    this.reserve(text.length + 2);
    const { target } = this;
    let at = this.length;
    target[at++] = quote;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) return false;
      target[at++] = code;
    }
    target[at++] = quote;
    this.length = at;
    return true;
  }
}
