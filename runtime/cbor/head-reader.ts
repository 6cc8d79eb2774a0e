import { asBuffer } from "../util/buffers.js";
import { CBORError } from "./cbor-error.js";
import { decodeByteText } from "../util/text-of-bytes.js";

/** Major types of CBOR items: the first three bits (RFC 8949, section 3.1). */
export const major = { uint: 0, negint: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6, simple: 7 } as const;

/** The "break" byte, which ends a list, map or string of indefinite length. */
export const breakByte = 0xff;

/**
 * First byte of an empty byte string. `longestShort` is the maximum length of a byte string whose
 * head has one byte.
 */
const shortBytes = major.bytes << 5;
const longestShort = 23;

/** Additional information of an item of indefinite length. */
const indefinite = 31;
/** Major types whose items may have an indefinite length. */
const withoutLength: readonly number[] = [major.bytes, major.text, major.list, major.map];

/**
 * Reads the heads of items: the major type and the argument. The properties describe the last head
 * that was read, so that no object is created for each item.
 */
export class HeadReader {
  readonly data: Uint8Array;
  readonly #view: DataView;
  readonly #itemLimit: number;
  #items = 0;
  /** Position of the next byte to read. */
  position = 0;
  major = 0;
  /** Additional information: the lower five bits of the first byte of the head. */
  info = 0;
  /**
   * Argument of the head: a value, a length or a tag. Infinity for an item of indefinite length and
   * for a "break". Values above 2^53 are rounded.
   */
  argument = 0;

  /** @param itemLimit maximum number of lists, maps, strings, chunks of strings, and tags */
  constructor(data: Uint8Array, itemLimit: number) {
    this.data = asBuffer(data);
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#itemLimit = itemLimit;
  }

  /**
   * Major type of the next item.
   * @throws CBORError at the end of the data
   */
  get nextMajor(): number {
    return this.#byte() >> 5;
  }

  /** True if the next byte is a "break", which ends a list, map or string of indefinite length. */
  get isBreakNext(): boolean {
    return this.data[this.position] === breakByte;
  }

  /**
   * Reads a head.
   * @throws CBORError for bytes that are not a head, and for too many items
   */
  read(): void {
    const first = this.#byte();
    this.major = first >> 5;
    if (this.major >= major.bytes && this.major <= major.tag) this.#count();
    this.info = first & 31;
    const start = this.position++;
    this.argument = this.info < 24 ? this.info : this.#argument(start);
  }

  /**
   * Reads a byte string whose head has one byte, as most keys and strings have, and returns it as a
   * string. For other items and for an incomplete byte string, returns undefined and reads nothing.
   */
  shortText(): string | undefined {
    const { data, position } = this;
    const length = this.#byte() - shortBytes;
    if (length < 0 || length > longestShort || position + length >= data.length) return undefined;
    this.#count();
    this.position = position + 1 + length;
    return decodeByteText(data, position + 1, this.position);
  }

  /**
   * Returns the argument of the last head as an exact integer. The argument must have eight bytes.
   */
  exactArgument(): bigint {
    return this.#view.getBigUint64(this.position - 8);
  }

  /** Returns the argument of the last head as a floating-point number. */
  floatArgument(): number {
    if (this.info === 25) return halfOf(this.argument);
    return this.info === 26 ? this.#view.getFloat32(this.position - 4) : this.#view.getFloat64(this.position - 8);
  }

  /**
   * Moves the position to the end of a string's content, and returns the start of the content.
   *
   * @throws CBORError if the data ends within the content
   */
  skipContent(): number {
    const start = this.position;
    if (this.argument > this.data.length - start) throw new CBORError();
    this.position = start + this.argument;
    return start;
  }

  #count(): void {
    if (++this.#items > this.#itemLimit) throw new CBORError(`the document has more than ${this.#itemLimit} items`);
  }

  #byte(): number {
    const byte = this.data[this.position];
    if (byte === undefined) throw new CBORError();
    return byte;
  }

  #argument(start: number): number {
    if (this.info === indefinite) {
      if (withoutLength.includes(this.major) || this.major === major.simple) return Infinity;
      throw new CBORError(`the item at byte ${start} needs a value`);
    }
    if (this.info > 27) throw new CBORError(`the item at byte ${start} has the reserved length ${this.info}`);
    const size = 2 ** (this.info - 24);
    const at = this.position;
    if (size > this.data.length - at) throw new CBORError();
    this.position = at + size;
    switch (size) {
      case 1:
        return this.#view.getUint8(at);
      case 2:
        return this.#view.getUint16(at);
      case 4:
        return this.#view.getUint32(at);
      default:
        return Number(this.#view.getBigUint64(at));
    }
  }
}

/** Converts the bits of a 16-bit floating-point number to a number (RFC 8949, appendix D). */
function halfOf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >= 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
