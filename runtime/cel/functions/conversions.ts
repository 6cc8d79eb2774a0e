/** @file The functions that convert values to scalar types, such as `int(string)`. */
import { stringOfUTF8, encodeUTF8 } from "../../util/text-of-bytes.js";
import { withoutTrailingZeros } from "../../util/trailing-zeros.js";
import { parseDuration } from "../../values/duration.js";
import { layoutOfTime, parseZoned } from "../../values/time-parse.js";
import type { ExpressionType } from "../types/type.js";
import * as types from "../types/type.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values/classes.js";
import { checkInt, checkTimestamp, checkUint, intOverflow, uintOverflow } from "../values/arithmetic.js";
import { doubleString } from "../values/describe.js";
import { timestampOf } from "../values/formatted.js";
import { parseDouble } from "../values/parse-double.js";
import { timestampString } from "../values/time-text.js";
import { EvaluationError, type Result, type Value } from "../values/value.js";
import type { Functions } from "./declaration.js";

const second = 1_000_000_000n;

/**
 * Returns the conversion of a string to a type. The conversion returns an error if `convert` throws
 * an error or returns undefined.
 */
function fromString(to: ExpressionType, convert: (text: string) => Result | undefined): (text: string) => Result {
  const error = new EvaluationError(`type conversion error from 'string' to '${to.name}'`);
  return (text) => {
    try {
      return convert(text) ?? error;
    } catch {
      return error;
    }
  };
}

function integer(text: string, pattern: RegExp, limit: (value: bigint) => Result): Result | undefined {
  if (!pattern.test(text)) return undefined;
  const result = limit(BigInt(text.replace(/^\+/, "")));
  return result instanceof EvaluationError ? undefined : result;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((text) => [text, false] as const),
]);

const wrongText = new EvaluationError("invalid UTF-8 in bytes, cannot convert to string");

function parsedTime(text: string): Result {
  const { nanoseconds, offset } = timestampOf(parseZoned(text, layoutOfTime));
  return checkTimestamp(nanoseconds, offset);
}

/** Returns a duration in seconds, such as `1.5s`. The number has no exponent. */
function seconds({ nanoseconds }: CELDuration): string {
  const value = Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9;
  const text = String(value);
  return `${text.includes("e") ? withoutTrailingZeros(value.toFixed(9)) : text}s`;
}

/**
 * Returns a scalar as a string; an error for bytes that are not UTF-8, and an empty string for a
 * value that is not a scalar.
 */
export function scalarText(value: Value): string | EvaluationError {
  if (typeof value === "string") return value;
  if (typeof value === "number") return doubleString(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof CELUint) return String(value.value);
  if (value instanceof CELBytes) return stringOfUTF8(value.value) ?? wrongText;
  if (value instanceof CELDuration) return seconds(value);
  return value instanceof CELTimestamp ? timestampString(value) : "";
}

/** The types of scalars, by their names in the identifiers of overloads. */
const scalars = {
  ...{ string: "string", bool: "bool", bytes: "bytes", double: "double" },
  ...{ duration: "duration", int64: "int", timestamp: "timestamp", uint64: "uint" },
};

export const conversions: Functions = {
  ...Object.fromEntries(
    Object.entries(scalars).flatMap(([id, type]): readonly (readonly [string, (value: Value) => Result])[] => [
      [`${id}_to_${id} = ${type}(${type}): ${type}`, (value: Value) => value],
      [`${id}_to_string = string(${type}): string`, scalarText],
    ]),
  ),
  "string_to_bool = bool(string): bool": fromString(types.boolType, (text) => booleans.get(text)),
  "string_to_bytes = bytes(string): bytes": (text: string) => new CELBytes(encodeUTF8(text)),
  "int64_to_double = double(int): double": Number,
  "string_to_double = double(string): double": fromString(types.doubleType, parseDouble),
  "uint64_to_double = double(uint): double": ({ value }: CELUint) => Number(value),
  "string_to_duration = duration(string): duration": fromString(
    types.durationType,
    (text) => new CELDuration(parseDuration(text)),
  ),
  "double_to_int64 = int(double): int": (value: number) =>
    Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : intOverflow,
  "duration_to_int64 = int(duration): int": ({ nanoseconds }: CELDuration) => nanoseconds,
  "string_to_int64 = int(string): int": fromString(types.intType, (text) => integer(text, /^[-+]?\d+$/, checkInt)),
  "timestamp_to_int64 = int(timestamp): int": ({ nanoseconds }: CELTimestamp) =>
    (nanoseconds - (((nanoseconds % second) + second) % second)) / second,
  "uint64_to_int64 = int(uint): int": ({ value }: CELUint) => checkInt(value),
  "int64_to_timestamp = timestamp(int): timestamp": (value: bigint) => checkTimestamp(value * second, 0),
  "string_to_timestamp = timestamp(string): timestamp": fromString(types.timestampType, parsedTime),
  "double_to_uint64 = uint(double): uint": (value: number) =>
    value >= 0 && value < 2 ** 64 ? new CELUint(BigInt(Math.trunc(value))) : uintOverflow,
  "int64_to_uint64 = uint(int): uint": checkUint,
  "string_to_uint64 = uint(string): uint": fromString(types.uintType, (text) => integer(text, /^\d+$/, checkUint)),
};
