import { printed, typeOfValue } from "../../../runtime/cel/evaluate/describe.js";
import { SchemaMap } from "../../../runtime/cel/evaluate/schema-map.js";
import { timestampText } from "../../../runtime/cel/evaluate/time-text.js";
import { EvaluationError, ListValue, MapValue, type Result } from "../../../runtime/cel/evaluate/value.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "../../../runtime/cel/index.js";

/** Returns a value as the judge prints it. */
export function valueText(value: Result): string {
  if (value instanceof EvaluationError) return `error(${value.message})`;
  if (value === null) return "null";
  switch (typeof value) {
    case "boolean":
      return String(value);
    case "bigint":
      return `int(${String(value)})`;
    case "number":
      return `double(${double(value)})`;
    case "string":
      return `string(${value})`;
    default:
      return objectText(value);
  }
}

function objectText(value: Exclude<Result, EvaluationError> & object): string {
  if (value instanceof CELUint) return `uint(${String(value.value)})`;
  if (value instanceof CELBytes) return `bytes(${Buffer.from(value.value).toString("base64")})`;
  if (value instanceof CELDuration) return `duration(${String(value.nanoseconds)})`;
  if (value instanceof CELTimestamp) return `timestamp(${timestampText(value)})`;
  if (value instanceof CELType) return `type(${value.name})`;
  if (value instanceof CELOptional) return value.value === undefined ? "none" : `optional(${valueText(value.value)})`;
  if (value instanceof ListValue) return `[${Array.from(value, valueText).join(", ")}]`;
  if (!(value instanceof MapValue)) return typeOfValue(value).name;
  const keys = Array.from(value.keys()).filter((key) => key !== null || !(value instanceof SchemaMap));
  return `{${keys
    .map((key) => `${valueText(key)}: ${entryText(value.get(key), key)}`)
    .toSorted()
    .join(", ")}}`;
}

/** A property with the value null is not set. */
function entryText(value: Result | undefined, key: Result): string {
  return value === undefined ? `error(no such key: ${printed(key)})` : valueText(value);
}

/** Returns the bits of a double. */
function double(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString("hex");
}
