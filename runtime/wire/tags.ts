import { MalformedProtobufError } from "./malformed-error.js";
import { readLength, readShortVarint } from "./lengths.js";
import type { ProtobufReader } from "./protobuf-reader.js";

const varint = 0;
const fixed64 = 1;
const lengthDelimited = 2;
const startGroup = 3;
const endGroup = 4;
const fixed32 = 5;

/**
 * Reads the tag of the next field: the field number times 8, plus the wire type. As in Go, the
 * field number is truncated to 32 bits. It can therefore become negative; `skipField` refuses a
 * negative number.
 * @throws MalformedProtobufError for an invalid tag, and for too many fields
 */
export function readTag(reader: ProtobufReader): number {
  reader.items?.add();
  const short = readShortVarint(reader);
  if (short !== undefined) return short;
  const wire = BigInt(reader.uint64().toString());
  return Number(BigInt.asIntN(32, wire >> 3n)) * 8 + Number(wire & 7n);
}

/**
 * Skips the value of an unknown field.
 * @param fields names of the known fields of the type, by field number
 * @throws MalformedProtobufError for an invalid tag, and for a known field with a wrong wire type
 */
export function skipField(reader: ProtobufReader, tag: number, fields: Readonly<Record<number, string>>): void {
  const number = Math.floor(tag / 8);
  const wireType = tag & 7;
  if (wireType === endGroup) throw new MalformedProtobufError("wiretype end group for non-group");
  if (number <= 0) throw new MalformedProtobufError(`illegal tag ${number} (wire type ${wireType})`);
  const name = fields[number];
  if (name !== undefined) throw new MalformedProtobufError(`wrong wireType = ${wireType} for field ${name}`);
  skipValue(reader, wireType);
}

/**
 * Skips one value. Groups can be nested, so their depth is counted.
 * @param first wire type of the value
 * @throws MalformedProtobufError for a group without an end, or an end without a group
 */
export function skipValue(reader: ProtobufReader, first: number): void {
  let depth = 0;
  let wireType = first;
  for (;;) {
    if (wireType === startGroup) depth++;
    else if (wireType === endGroup) depth--;
    else skipScalar(reader, wireType);
    if (depth === 0) return;
    if (depth < 0) throw new MalformedProtobufError("unexpected end of group");
    wireType = readTag(reader) & 7;
  }
}

function skipScalar(reader: ProtobufReader, wireType: number): void {
  switch (wireType) {
    case varint:
      reader.uint64();
      return;
    case fixed64:
      skipBytes(reader, 8);
      return;
    case lengthDelimited:
      skipBytes(reader, readLength(reader));
      return;
    case fixed32:
      skipBytes(reader, 4);
      return;
    default:
      throw new MalformedProtobufError(`illegal wireType ${wireType}`);
  }
}

function skipBytes(reader: ProtobufReader, count: number): void {
  if (reader.pos + count > reader.len) throw new MalformedProtobufError("unexpected EOF");
  reader.pos += count;
}
