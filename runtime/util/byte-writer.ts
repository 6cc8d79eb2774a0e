import { encodeASCII } from "./text-of-bytes.js";

const firstSize = 8 * 1024;
/** Maximum size in bytes of a buffer that is reused for the next document. */
const largestKept = 1024 * 1024;
/** Length in bytes up to which a loop is faster than `Uint8Array.set` and `TextEncoder`. */
const short = 64;

/** The buffer of the previous document, to be reused; undefined while a writer uses it. */
let kept: Uint8Array | undefined;

/** Writes bytes to a buffer that grows when necessary. */
export class ByteWriter {
  protected target: Uint8Array = kept ?? new Uint8Array(firstSize);
  protected view = viewOf(this.target);
  /** Number of bytes that were written. */
  length = 0;

  constructor() {
    kept = undefined;
  }

  /**
   * Returns a copy of all bytes. The writer must not be used afterwards, because its buffer is
   * reused.
   */
  finish(): Uint8Array {
    const { target } = this;
    if (target.length <= largestKept) kept = target;
    return target.slice(0, this.length);
  }

  /** Writes bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    const { target } = this;
    let at = this.length;
    if (bytes.length > short) target.set(bytes, at);
    else for (let index = 0; index < bytes.length; index++) target[at++] = bytes[index] as number;
    this.length += bytes.length;
  }

  /** Writes an ASCII string. Returns false, without writing, if the string has other characters. */
  protected ascii(text: string): boolean {
    this.reserve(text.length);
    const { target } = this;
    const start = this.length;
    const end = start + text.length;
    const isASCII =
      text.length > short ? encodeASCII(text, target.subarray(start, end)) : setASCII(text, target, start);
    if (isASCII) this.length = end;
    return isASCII;
  }

  /** Enlarges the buffer if it does not have space for `count` more bytes. */
  protected reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.target.length) return;
    const larger = new Uint8Array(Math.max(needed, this.target.length * 2));
    larger.set(this.target.subarray(0, this.length));
    this.target = larger;
    this.view = viewOf(larger);
  }
}

/**
 * Writes a string at a position, one byte for each character. Returns false if the string is not
 * ASCII; the written bytes are then wrong.
 */
function setASCII(text: string, target: Uint8Array, start: number): boolean {
  let all = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    all |= code;
    target[start + index] = code;
  }
  return all < 0x80;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
