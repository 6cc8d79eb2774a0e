import { jsonEqual } from "../json/values.js";
import { zeroMessage, type Unmarshal } from "./messages.js";
import type { ProtobufReader } from "./protobuf-reader.js";

/**
 * Returns a message that was read, or undefined if it is the zero of its type. An optional property
 * with `+omitzero` is then absent, as in JSON.
 */
export function unlessZero<T>(reader: ProtobufReader, unmarshal: Unmarshal<T>, value: T): T | undefined {
  return jsonEqual(value, zeroMessage(reader, unmarshal)) ? undefined : value;
}
