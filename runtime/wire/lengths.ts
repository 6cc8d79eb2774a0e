import { MalformedProtobufError } from "./malformed-error.js";
import type { ProtobufReader } from "./protobuf-reader.js";

/**
 * Reads the length of a value, in bytes.
 * @throws MalformedProtobufError for a length beyond the end of the data
 */
export function readLength(reader: ProtobufReader): number {
  const byte = reader.pos < reader.len ? (reader.buf[reader.pos] as number) : 0x80;
  let length = byte;
  if (byte < 0x80) reader.pos++;
  else length = readSmall(reader);
  if (reader.pos + length > reader.len) throw new MalformedProtobufError("unexpected EOF");
  return length;
}

/** Reads a varint of at most 32 bits. */
export function readSmall(reader: ProtobufReader): number {
  const value = Number(reader.uint64().toString());
  if (value > 0xffff_ffff) throw new MalformedProtobufError("integer overflow");
  return value;
}
