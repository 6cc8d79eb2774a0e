import { MalformedProtobufError } from "./malformed-error.js";
import type { ProtobufReader } from "./protobuf-reader.js";

/**
 * Reads the length prefix of a value, in bytes.
 * @throws MalformedProtobufError for a length beyond the end of the data, or of more than 32 bits
 */
export function readLength(reader: ProtobufReader): number {
  const length = readShortVarint(reader) ?? readLongLength(reader);
  if (reader.pos + length > reader.len) throw new MalformedProtobufError("unexpected EOF");
  return length;
}

/**
 * Reads a varint of at most four bytes, as most varints are. For a longer varint, or at the end of
 * the data, returns undefined and does not change the position.
 */
export function readShortVarint(reader: ProtobufReader): number | undefined {
  const { buf, pos } = reader;
  const first = buf[pos] as number;
  if (first < 0x80 && pos < reader.len) {
    reader.pos = pos + 1;
    return first;
  }
  const end = Math.min(pos + 4, reader.len);
  let value = 0;
  for (let at = pos; at < end; at++) {
    const byte = buf[at] as number;
    value |= (byte & 0x7f) << ((at - pos) * 7);
    if (byte >= 0x80) continue;
    reader.pos = at + 1;
    return value;
  }
  return undefined;
}

/**
 * Reads a varint of at most seven bytes, which a JavaScript number represents exactly. For a longer
 * varint, or at the end of the data, returns undefined and does not change the position.
 */
export function readSafeVarint(reader: ProtobufReader): number | undefined {
  const { buf, pos } = reader;
  const end = Math.min(pos + 7, reader.len);
  let value = 0;
  let unit = 1;
  for (let at = pos; at < end; at++) {
    const byte = buf[at] as number;
    value += (byte & 0x7f) * unit;
    unit *= 0x80;
    if (byte >= 0x80) continue;
    reader.pos = at + 1;
    return value;
  }
  return undefined;
}

function readLongLength(reader: ProtobufReader): number {
  const value = Number(reader.uint64().toString());
  if (value > 0xffff_ffff) throw new MalformedProtobufError("integer overflow");
  return value;
}
