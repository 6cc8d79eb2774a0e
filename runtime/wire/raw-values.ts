import { UnmarshalError } from "../json/errors.js";
import { parseExactJSON } from "../json/exact-json.js";
import type { JSONValue, RawExtension } from "../values/types.js";
import { jsonText, isObject } from "../json/values.js";
import { readLength } from "./lengths.js";
import { MalformedProtobufError } from "./malformed-error.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";
import { hasPrefix } from "./prefix.js";
import { readProtobufString } from "./scalars.js";
import { readTag, skipField } from "./tags.js";

const fields: Readonly<Record<number, string>> = { 1: "raw" };

/** Writes any JSON value (Go: apiextensions.JSON, runtime.RawExtension, metav1.FieldsV1). */
export function Marshal_JSON(writer: ProtobufWriter, value: unknown): void {
  // In protobuf, strings and bytes are encoded in the same way. The writer encodes strings faster.
  if (value !== undefined) writer.uint32(10).string(jsonText(value));
}

/**
 * Reads an untyped object, or a set of fields (FieldsV1). The bytes are JSON, or protobuf with its
 * envelope. An absent object is `{}`. Integers beyond ±(2^53 - 1) are `bigint`.
 * @throws MalformedProtobufError for any other bytes
 */
export function Unmarshal_RawExtension(reader: ProtobufReader, end: number): RawExtension {
  return objectOf(readRaw(reader, end));
}

/**
 * Reads any JSON value. An absent value is null. Integers beyond ±(2^53 - 1) are `bigint`.
 * @throws MalformedProtobufError for bytes that are neither JSON nor an object in protobuf
 */
export function Unmarshal_JSON(reader: ProtobufReader, end: number): JSONValue {
  return readRaw(reader, end);
}

function objectOf(value: JSONValue): RawExtension {
  if (value === null) return {};
  if (isObject(value)) return value;
  throw new MalformedProtobufError("the raw value is not a JSON object");
}

function readRaw(reader: ProtobufReader, end: number): JSONValue {
  let value: JSONValue = null;
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 10) value = readValue(reader);
    else skipField(reader, tag, fields);
  }
  return value;
}

function readValue(reader: ProtobufReader): JSONValue {
  const start = reader.pos;
  const length = readLength(reader);
  if (length === 0) return null;
  reader.deepest = Infinity;
  const isEmbedded = hasPrefix(reader.buf.subarray(reader.pos, reader.pos + length));
  reader.pos = start;
  if (isEmbedded && reader.decodeEmbedded !== undefined) return reader.decodeEmbedded(reader.bytes());
  try {
    return parseExactJSON(readProtobufString(reader)) as JSONValue;
  } catch (error) {
    if (error instanceof UnmarshalError)
      throw new MalformedProtobufError(`wrong JSON in a raw value: ${error.message}`);
    throw new MalformedProtobufError("the raw value is neither JSON nor an object in protobuf");
  }
}
