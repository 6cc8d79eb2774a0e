import { encodeBytes } from "../../bytes.js";
import { struct } from "../types/type.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values.js";
import { timestamp } from "./arithmetic.js";
import { mapOf } from "./collections.js";
import { conversions } from "./conversions.js";
import { ItemList } from "./lists.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result, type Value } from "./value.js";

type Fields = ReadonlyMap<string, Value>;

const second = 1_000_000_000n;

/** The messages of protobuf that are values of the language, without the package. */
const messages: Readonly<Record<string, (fields: Fields) => Result>> = {
  Any: () => new EvaluationError("unsupported conversion to ref.Val: (*dynamicpb.Message)"),
  BoolValue: (fields) => fields.get("value") ?? false,
  BytesValue: (fields) => fields.get("value") ?? new CELBytes(new Uint8Array()),
  DoubleValue: (fields) => fields.get("value") ?? 0,
  Duration: (fields) => new CELDuration(integer(fields, "seconds") * second + integer(fields, "nanos")),
  Empty: () => new EmptyMessage(),
  FloatValue: (fields) => Math.fround(Number(fields.get("value") ?? 0)),
  Int32Value: (fields) => inRange("Int32Value", fields.get("value") ?? 0n, 32),
  Int64Value: (fields) => fields.get("value") ?? 0n,
  ListValue: (fields) => jsonOf(fields.get("values") ?? new ItemList([])),
  StringValue: (fields) => fields.get("value") ?? "",
  Struct: (fields) => jsonOf(fields.get("fields") ?? mapOf([])),
  Timestamp: (fields) => timestamp(integer(fields, "seconds") * second + integer(fields, "nanos"), 0),
  UInt32Value: (fields) => inRange("UInt32Value", fields.get("value") ?? new CELUint(0n), 32),
  UInt64Value: (fields) => fields.get("value") ?? new CELUint(0n),
  Value: (fields) => valueMessage(fields),
};

/** Returns the value of a message of protobuf. */
export function messageOf(name: string, fields: Fields): Result {
  const short = name.replace(/^google\.protobuf\./, "");
  const message = Object.hasOwn(messages, short) ? messages[short] : undefined;
  return message === undefined ? new EvaluationError(`unknown type '${name}'`) : message(fields);
}

class EmptyMessage extends OpaqueValue {
  readonly type = struct("google.protobuf.Empty");

  equals(): boolean {
    return true;
  }
}

function integer(fields: Fields, name: string): bigint {
  const value = fields.get(name);
  return typeof value === "bigint" ? value : 0n;
}

function inRange(name: string, value: Value, bits: number): Result {
  const isUnsigned = value instanceof CELUint;
  const number = isUnsigned ? value.value : value;
  if (typeof number !== "bigint") return value;
  const fits = (isUnsigned ? BigInt.asUintN(bits, number) : BigInt.asIntN(bits, number)) === number;
  if (fits) return value;
  const problem = isUnsigned ? "unsigned integer overflow" : "integer overflow";
  return new EvaluationError(`field type conversion error for google.protobuf.${name}.value value type: ${problem}`);
}

/** The fields of `Value` in their order. The last one that is set is its value. */
function valueMessage(fields: Fields): Result {
  const [value = null] = Array.from(fields.values()).slice(-1);
  return fields.has("null_value") ? null : jsonOf(value);
}

/**
 * Returns a value as JSON has it: numbers are doubles, and large integers, times and bytes are
 * strings.
 */
function jsonOf(value: Result): Result {
  if (typeof value === "bigint") return safeNumber(value);
  if (value instanceof CELUint) return safeNumber(value.value);
  if (value instanceof CELBytes) return encodeBytes(value.value);
  if (value instanceof CELDuration) return textOf("duration_to_string", value);
  if (value instanceof CELTimestamp) return textOf("timestamp_to_string", value);
  if (value instanceof ListValue) return new ItemList(Array.from(value, jsonOf));
  if (!(value instanceof MapValue)) return value;
  return mapOf(Array.from(value.keys(), (key) => [key, jsonOf(value.get(key) ?? null)] as const));
}

function textOf(conversion: string, value: Value): Result {
  return conversions[conversion]?.(value) ?? "";
}

function safeNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
