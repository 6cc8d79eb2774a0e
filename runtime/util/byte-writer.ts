import { encodeASCII } from "./text-of-bytes.js";

const firstSize = 8 * 1024;
/** Size in bytes above which the buffer is not kept for the next document. */
const largestKept = 1024 * 1024;
/** Length up to which a loop is faster than a function of the platform. */
const short = 64;

/** The buffer of the last document, to be used for the next one. */
let kept: Uint8Array | undefined;

/** Writes bytes to a buffer that grows. */
export class ByteWriter {
  protected target: Uint8Array = kept ?? new Uint8Array(firstSize);
  protected view = viewOf(this.target);
  /** Number of bytes that were written. */
  length = 0;

  constructor() {
    kept = undefined;
  }

  /** Returns a copy of all bytes. Nothing can be written afterwards. */
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

  /** Writes a string of ASCII characters. Returns false for another string, without writing it. */
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

  /** Makes space for a number of bytes. */
  protected reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.target.length) return;
    const larger = new Uint8Array(Math.max(needed, this.target.length * 2));
    larger.set(this.target.subarray(0, this.length));
    this.target = larger;
    this.view = viewOf(larger);
  }
}

/** Sets the bytes of a text at a position. Returns false if they are wrong: it is not ASCII. */
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
