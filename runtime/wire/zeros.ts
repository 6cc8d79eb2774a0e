import { jsonEqual } from "../values.js";
import { zeroMessage, type Unmarshal } from "./messages.js";
import type { ProtobufReader } from "./protobuf-reader.js";

/**
 * Returns a message that was read, or undefined if it is the zero of its type. An optional property
 * with `+omitzero` is then absent, as in JSON.
 */
export function unlessZero<T>(reader: ProtobufReader, unmarshal: Unmarshal<T>, value: T): T | undefined {
  return jsonEqual(value, zeroMessage(reader, unmarshal)) ? undefined : value;
}

/** Reports whether a required property was not read. Its type does not have this state. */
export function isAbsent(value: unknown): boolean {
  return value === undefined;
}

/** Reports whether a scalar is the zero of its type, also if the type is a union without it. */
export function isZero(value: string | number | boolean): boolean {
  return !value;
}
