import { ByteWriter } from "../util/byte-writer.js";
import { CBORError } from "./cbor-error.js";
import { major } from "./head-reader.js";
import { encodeUTF8 } from "../util/text-of-bytes.js";

const negativeZero = 0x8000;

/** Writes the items of a CBOR document. */
export class CBORWriter extends ByteWriter {
  /**
   * Writes the head of an item: its major type and its argument.
   * @param argument an integer from 0 to 2^53 - 1
   */
  head(type: number, argument: number): void {
    this.reserve(9);
    const first = type << 5;
    const at = this.length;
    if (argument < 24) {
      this.target[at] = first | argument;
      this.length = at + 1;
    } else if (argument < 0x100) {
      this.target[at] = first | 24;
      this.target[at + 1] = argument;
      this.length = at + 2;
    } else if (argument < 0x1_0000) {
      this.target[at] = first | 25;
      this.view.setUint16(at + 1, argument);
      this.length = at + 3;
    } else if (argument < 0x1_0000_0000) {
      this.target[at] = first | 26;
      this.view.setUint32(at + 1, argument);
      this.length = at + 5;
    } else this.#longHead(first, BigInt(argument));
  }

  /** Writes a byte string. */
  bytes(bytes: Uint8Array): void {
    this.head(major.bytes, bytes.length);
    this.raw(bytes);
  }

  /**
   * Writes a string as a byte string, as Kubernetes does. A lone surrogate is replaced by U+FFFD.
   */
  text(text: string): void {
    const start = this.length;
    this.head(major.bytes, text.length);
    if (this.ascii(text)) return;
    this.length = start;
    this.bytes(encodeUTF8(text));
  }

  /**
   * Writes a number: as an integer if it has no fraction and its absolute value is below 2^63,
   * otherwise as a floating-point number.
   * @throws CBORError for NaN and infinity
   */
  number(value: number): void {
    if (!Number.isSafeInteger(value)) this.#unsafe(value);
    else if (value >= 0) this.head(major.uint, value);
    else this.head(major.negint, -1 - value);
  }

  /**
   * Writes an integer.
   * @throws CBORError for an integer below -2^64 or above 2^64 - 1
   */
  bigint(value: bigint): void {
    const argument = value < 0n ? -1n - value : value;
    if (BigInt.asUintN(64, argument) !== argument) throw new CBORError(`${value} has more than 64 bits`);
    if (argument <= Number.MAX_SAFE_INTEGER) this.head(value < 0n ? major.negint : major.uint, Number(argument));
    else {
      this.reserve(9);
      this.#longHead((value < 0n ? major.negint : major.uint) << 5, argument);
    }
  }

  /**
   * Writes a number as a floating-point number, in the smallest size that keeps its value.
   * @throws CBORError for NaN and infinity
   */
  float(value: number): void {
    if (!Number.isFinite(value)) throw new CBORError(`${value} is not a number of JSON`);
    this.reserve(9);
    const at = this.length;
    const half = halfOf(value);
    if (half !== undefined) {
      this.target[at] = 0xf9;
      this.view.setUint16(at + 1, half);
      this.length = at + 3;
    } else if (Math.fround(value) === value) {
      this.target[at] = 0xfa;
      this.view.setFloat32(at + 1, value);
      this.length = at + 5;
    } else {
      this.target[at] = 0xfb;
      this.view.setFloat64(at + 1, value);
      this.length = at + 9;
    }
  }

  constant(value: boolean | null): void {
    this.reserve(1);
    this.target[this.length++] = value === null ? 0xf6 : value ? 0xf5 : 0xf4;
  }

  /**
   * Writes a number that is not a safe integer. An integral number is written as an integer if its
   * absolute value is below 2^63, and all other numbers as floating-point numbers.
   */
  #unsafe(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) this.bigint(BigInt(value));
    else this.float(value);
  }

  #longHead(first: number, argument: bigint): void {
    this.target[this.length] = first | 27;
    this.view.setBigUint64(this.length + 1, argument);
    this.length += 9;
  }
}

/**
 * Returns the bits of a number as a 16-bit floating-point number (RFC 8949, appendix D). Returns
 * undefined if 16 bits cannot represent the number exactly.
 */
function halfOf(value: number): number | undefined {
  if (value === 0) return Object.is(value, -0) ? negativeZero : 0;
  const sign = value < 0 ? negativeZero : 0;
  const size = Math.abs(value);
  if (size > 65_504) return undefined;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const scaled = size * 2 ** (10 - exponent);
  if (!Number.isInteger(scaled)) return undefined;
  // Numbers below 2^-14 have no implicit first bit.
  return sign | (scaled < 1024 ? scaled : ((exponent + 15) << 10) | (scaled - 1024));
}
