import { encodeBytes } from "../../values/bytes.js";
import { struct, printCELType } from "../types/type.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values/classes.js";
import { checkTimestamp } from "../values/arithmetic.js";
import { mapOf } from "../values/collections.js";
import { scalarText } from "../functions/conversions.js";
import { typeOfValue } from "../values/describe.js";
import { noSuchOverload } from "../values/equality.js";
import { ItemList } from "../values/lists.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result, type Value } from "../values/value.js";

type Fields = ReadonlyMap<string, Value>;

const second = 1_000_000_000n;

/**
 * Functions that create the protobuf messages available in expressions, by message name without the
 * package.
 */
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
  ListValue: (fields) => jsonField("ListValue", "values", fields.get("values") ?? new ItemList([])),
  StringValue: (fields) => fields.get("value") ?? "",
  Struct: (fields) => jsonField("Struct", "fields", fields.get("fields") ?? mapOf([])),
  Timestamp: (fields) => checkTimestamp(integer(fields, "seconds") * second + integer(fields, "nanos"), 0),
  UInt32Value: (fields) => inRange("UInt32Value", fields.get("value") ?? new CELUint(0n), 32),
  UInt64Value: (fields) => fields.get("value") ?? new CELUint(0n),
  Value: (fields) => valueMessage(fields),
};

/**
 * Creates a protobuf message with the given fields, and returns its CEL value; an error for an
 * unknown message or a wrong field.
 */
export function createMessage(name: string, fields: Fields): Result {
  const short = name.replace(/^google\.protobuf\./, "");
  const message = Object.hasOwn(messages, short) ? messages[short] : undefined;
  return message === undefined ? new EvaluationError(`unknown type '${name}'`) : message(fields);
}

class EmptyMessage extends OpaqueValue {
  readonly type = struct("google.protobuf.Empty");

  override field(name: Value): EvaluationError {
    return typeof name === "string" ? new EvaluationError(`no such field '${name}'`) : noSuchOverload;
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
  return wrongField(`google.protobuf.${name}`, "value", new EvaluationError(problem));
}

/** Returns the error for a field whose value cannot be converted. */
export function wrongField(message: string, field: string, { message: problem }: EvaluationError): EvaluationError {
  return new EvaluationError(`field type conversion error for ${message}.${field} value type: ${problem}`);
}

/**
 * Returns the value of the protobuf message `Value`: null if `null_value` or no field is set,
 * otherwise the value of the last field that is set.
 */
function valueMessage(fields: Fields): Result {
  const [[name, value] = ["null_value", null]] = Array.from(fields).slice(-1);
  return fields.has("null_value") ? null : jsonField("Value", name, value);
}

function jsonField(message: string, field: string, value: Value): Result {
  const json = jsonOf(value);
  return json instanceof EvaluationError ? wrongField(`google.protobuf.${message}`, field, json) : json;
}

/**
 * Converts a value to JSON: numbers become doubles, and large integers, times, durations and bytes
 * become strings. Returns an error if an item of a list or a value of a map is an error.
 */
function jsonOf(value: Result): Result {
  if (typeof value === "bigint") return safeNumber(value);
  if (value instanceof CELUint) return safeNumber(value.value);
  if (value instanceof CELBytes) return encodeBytes(value.value);
  if (value instanceof CELDuration || value instanceof CELTimestamp) return scalarText(value);
  if (value instanceof ListValue) {
    const items = Array.from(value, partOf);
    return items.find(isError) ?? new ItemList(items);
  }
  if (!(value instanceof MapValue)) return value;
  const entries = Array.from(value.keys(), (key) => [key, partOf(value.get(key) ?? null)] as const);
  return entries.find(([, part]) => isError(part))?.[1] ?? mapOf(entries);
}

/** Converts an item of a list, or a value of a map, to JSON. */
function partOf(value: Result): Result {
  const json = jsonOf(value);
  if (!(json instanceof EvaluationError) || value instanceof EvaluationError) return json;
  return new EvaluationError(`type conversion error from '${printCELType(typeOfValue(value))}' to '*structpb.Value'`);
}

function isError(value: Result): boolean {
  return value instanceof EvaluationError;
}

function safeNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
