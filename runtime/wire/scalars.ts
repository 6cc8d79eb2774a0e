import { decodeBytes, encodeBytes } from "../values/bytes.js";
import { nearestFloat32 } from "../util/float32.js";
import { decodeByteText } from "../util/text-of-bytes.js";
import type { bytes } from "../values/types.js";
import { readLength, readSafeVarint } from "./lengths.js";
import { MalformedProtobufError } from "./malformed-error.js";
import type { ProtobufReader, WireInteger } from "./protobuf-reader.js";

/**
 * Reads a signed 64-bit integer.
 * @throws MalformedProtobufError for an integer beyond ±(2^53 - 1)
 */
export function readInt64(reader: ProtobufReader): number {
  return readSafeVarint(reader) ?? exact(reader.int64());
}

/**
 * Reads an unsigned 64-bit integer.
 * @throws MalformedProtobufError for an integer beyond 2^53 - 1
 */
export function readUint64(reader: ProtobufReader): number {
  return readSafeVarint(reader) ?? exact(reader.uint64());
}

function exact(value: WireInteger): number {
  const number = typeof value === "number" ? value : Number(value.toString());
  if (Number.isSafeInteger(number)) return number;
  throw new MalformedProtobufError(`the integer ${value.toString()} is not within -(2^53 - 1) to 2^53 - 1`);
}

/**
 * Reads a 32-bit floating-point number.
 * @throws MalformedProtobufError for NaN and infinity, which JSON does not have
 */
export function readProtobufFloat(reader: ProtobufReader): number {
  return nearestFloat32(finite(reader.float()));
}

/**
 * Reads a 64-bit floating-point number.
 * @throws MalformedProtobufError for NaN and infinity, which JSON does not have
 */
export function readDouble(reader: ProtobufReader): number {
  return finite(reader.double());
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new MalformedProtobufError(`the number ${value} has no form in JSON`);
}

/** Reads a packed list, which is one value that contains all items. Adds the items to `list`. */
export function readPacked<T>(reader: ProtobufReader, list: T[], read: () => T): void {
  const length = readLength(reader);
  const end = reader.pos + length;
  while (reader.pos < end) list.push(read());
  if (reader.pos !== end) throw new MalformedProtobufError("unexpected EOF");
}

/** Reads a string. Invalid UTF-8 becomes U+FFFD. */
export function readProtobufString(reader: ProtobufReader): string {
  const length = readLength(reader);
  const start = reader.pos;
  reader.pos = start + length;
  return decodeByteText(reader.buf, start, reader.pos);
}

/** Reads bytes, and returns them as base64. */
export function readProtobufBytes(reader: ProtobufReader): bytes {
  return encodeBytes(reader.bytes());
}

/** Returns the bytes of a base64 string. */
export function bytesFromBase64(text: bytes): Uint8Array {
  return decodeBytes(text);
}
