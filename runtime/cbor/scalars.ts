/**
 * @file Functions that read a scalar after its head was read. The parameter `start` is the position
 *   of the head, for errors.
 */
import { ByteWriter } from "../util/byte-writer.js";
import { formatBytes, type ByteFormat } from "./byte-format.js";
import { CBORError, unexpectedBreak } from "./cbor-error.js";
import { major, type HeadReader } from "./head-reader.js";
import { isUTF8, decodeByteText } from "../util/text-of-bytes.js";
import { layoutOfTime, parseInstant } from "../values/time-parse.js";
import { withoutTrailingZeros } from "../util/trailing-zeros.js";

/** Maximum number of tags before one item, as in Go. */
const maxTags = 10_000;

const numberMajors: readonly number[] = [major.uint, major.negint, major.simple];
const constants: ReadonlyMap<number, boolean | null> = new Map([
  [20, false],
  [21, true],
  [22, null],
]);

/**
 * Returns an integer, as a `bigint` if it is beyond ±(2^53 - 1).
 * @throws CBORError for an integer that does not fit into a signed 64-bit integer
 */
export function readInteger(heads: HeadReader, start: number): number | bigint {
  const { argument } = heads;
  const isNatural = heads.major === major.uint;
  if (argument < Number.MAX_SAFE_INTEGER) return isNatural ? argument : -1 - argument;
  const value = isNatural ? heads.exactArgument() : -1n - heads.exactArgument();
  if (BigInt.asIntN(64, value) !== value)
    throw new CBORError(`the number at byte ${start} is ${value}, which overflows int64`);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/**
 * Returns a floating-point number.
 * @throws CBORError for NaN and infinity
 */
export function readCBORFloat(heads: HeadReader, start: number): number {
  const value = heads.floatArgument();
  if (!Number.isFinite(value)) throw new CBORError(`the number at byte ${start} is ${value}, which is not accepted`);
  return value;
}

/**
 * Returns true, false or null.
 * @throws CBORError for other simple values
 */
export function readConstant({ info, argument }: HeadReader, start: number): boolean | null {
  if (argument === Infinity) throw unexpectedBreak(start);
  const constant = info < 24 ? constants.get(argument) : undefined;
  if (constant !== undefined) return constant;
  const name = info === 23 ? "undefined" : String(argument);
  throw new CBORError(`simple value ${name} at byte ${start} is not true, false or null`);
}

/**
 * Checks that a tag is allowed, and that the item after the tag has a type that the tag allows.
 *
 * @param tags number of earlier tags before the same item
 * @throws CBORError for too many tags, a tag without an item, an item of a wrong type after tag 0
 *   or 1, and a bignum (tags 2 and 3)
 */
export function checkTag(heads: HeadReader, start: number, tags: number): void {
  const tag = heads.argument;
  if (tags >= maxTags) throw new CBORError(`exceeded max nested level ${maxTags}`);
  if (heads.isBreakNext) throw unexpectedBreak(heads.position);
  const content = heads.nextMajor;
  if (tag === 0 && content !== major.text)
    throw new CBORError(`tag 0 at byte ${start} must be followed by a text string`);
  if (tag === 1 && !numberMajors.includes(content))
    throw new CBORError(`tag 1 at byte ${start} must be followed by a number`);
  if (tag === 2 || tag === 3)
    throw new CBORError(`the number at byte ${start} is a bignum (tag ${tag}), which is not accepted`);
}

/**
 * Reads the item after tag 0 or 1, and returns its time as a string.
 * @throws CBORError for an item that is not a valid time
 */
export function readTime(heads: HeadReader, tag: 0 | 1, start: number): string {
  const content = heads.position;
  heads.read();
  if (tag === 0) return timeOfString(readCBORString(heads, "text", content), start);
  if (heads.major !== major.simple) return timeOfEpoch(Number(readInteger(heads, content)), start);
  if (heads.info < 25) {
    readConstant(heads, content);
    throw new CBORError(`tag 1 at byte ${start} must be followed by a number`);
  }
  return timeOfEpoch(readCBORFloat(heads, content), start);
}

/**
 * Returns a text string, or a byte string that is converted to a string in a format.
 * @throws CBORError for a text string that is not UTF-8, and if the data ends within the string
 */
export function readCBORString(heads: HeadReader, format: ByteFormat, start: number): string {
  return heads.major === major.bytes ? readBytes(heads, format, start) : readText(heads, start);
}

function readBytes(heads: HeadReader, format: ByteFormat, start: number): string {
  const { data } = heads;
  if (heads.argument !== Infinity) {
    const from = heads.skipContent();
    return format === "text"
      ? decodeByteText(data, from, heads.position)
      : formatBytes(format, data.subarray(from, heads.position));
  }
  const bytes = new ByteWriter();
  readChunks(heads, start, (from, to) => {
    bytes.raw(data.subarray(from, to));
  });
  return formatBytes(format, bytes.finish());
}

function readText(heads: HeadReader, start: number): string {
  if (heads.argument !== Infinity) return checkedText(heads.data, start, heads.skipContent(), heads.position);
  const texts: string[] = [];
  readChunks(heads, start, (from, to, chunk) => texts.push(checkedText(heads.data, chunk, from, to)));
  return texts.join("");
}

/**
 * Reads the chunks of a string of indefinite length, and the "break" after them. Each chunk must
 * have the major type of the string.
 *
 * @param add receives the start and the end of a chunk's content, and the start of the chunk
 */
function readChunks(heads: HeadReader, start: number, add: (from: number, to: number, chunk: number) => void): void {
  const type = heads.major;
  for (;;) {
    const chunk = heads.position;
    heads.read();
    if (heads.major === major.simple && heads.argument === Infinity) return;
    if (heads.major !== type || heads.argument === Infinity)
      throw new CBORError(`the string at byte ${start} has a chunk of another type at byte ${chunk}`);
    add(heads.skipContent(), heads.position, chunk);
  }
}

/**
 * Returns a string from its bytes.
 * @throws CBORError for bytes that are not UTF-8
 */
function checkedText(data: Uint8Array, start: number, from: number, to: number): string {
  const text = decodeByteText(data, from, to);
  if (text.includes("\ufffd") && !isUTF8(data.subarray(from, to)))
    throw new CBORError(`the text string at byte ${start} is not valid UTF-8`);
  return text;
}

/**
 * Returns the time of a string with tag 0 (RFC 8949, section 3.4.1), without trailing zeros in the
 * fraction of the second.
 *
 * @param start position of the tag
 * @throws CBORError if the string is not a time of RFC 3339
 */
function timeOfString(text: string, start: number): string {
  try {
    parseInstant(text, layoutOfTime);
  } catch (error) {
    throw new CBORError(
      `the text string after tag 0 at byte ${start} is not a time of RFC 3339: ${(error as Error).message}`,
    );
  }
  return text.replace(/\.\d+/, (fraction) => {
    const digits = withoutTrailingZeros(fraction.slice(1));
    return digits === "" ? "" : `.${digits}`;
  });
}

/**
 * Returns the time in UTC of a number with tag 1: seconds since 1970 (RFC 8949, section 3.4.2).
 * @param start position of the tag
 * @throws CBORError if the time is not in the years 0 to 9999
 */
function timeOfEpoch(seconds: number, start: number): string {
  const whole = Math.trunc(seconds);
  const nanoseconds = Math.trunc((seconds - whole) * 1e9);
  const borrow = nanoseconds < 0 ? 1 : 0;
  const date = new Date((whole - borrow) * 1000);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new CBORError(`the time at byte ${start} is not in the years 0 to 9999`);
  const fraction = withoutTrailingZeros(String(nanoseconds + borrow * 1e9).padStart(9, "0"));
  return date.toISOString().replace(/\.\d+Z$/, fraction === "" ? "Z" : `.${fraction}Z`);
}
