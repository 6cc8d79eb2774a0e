import { jsonEqual } from "../json/values.js";
import { zeroMessage, type Unmarshal } from "./messages.js";
import type { ProtobufReader } from "./protobuf-reader.js";

/**
 * Returns a message, or undefined if the message is the zero value of its type. An optional
 * property with `+omitzero` is therefore absent if it is zero, as in JSON.
 */
export function unlessZero<T>(reader: ProtobufReader, unmarshal: Unmarshal<T>, value: T): T | undefined {
  return jsonEqual(value, zeroMessage(reader, unmarshal)) ? undefined : value;
}
