/** @file The conversions of types, by the identifiers of their overloads. */
import { withoutTrailingZeros } from "../../util/trailing-zeros.js";
import { parseDuration } from "../../values/duration.js";
import { layoutOfTime, parseZoned } from "../../values/time-parse.js";
import { bool, instanceOf, int as isInt, string, unary } from "../functions/signature.js";
import type { Type } from "../types/type.js";
import * as types from "../types/type.js";
import { textOfUTF8, utf8 } from "../utf8.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values.js";
import { int, timestamp, uint } from "./arithmetic.js";
import { doubleText } from "./describe.js";
import { timestampOf } from "./formatted.js";
import { parseDouble } from "./parse-double.js";
import { timestampText } from "./time-text.js";
import { EvaluationError, type Implementation, type Implementations, type Result, type Value } from "./value.js";

const double = (value: Value): value is number => typeof value === "number";
const unsigned = instanceOf(CELUint);
const bytes = instanceOf(CELBytes);
const duration = instanceOf(CELDuration);
const time = instanceOf(CELTimestamp);

const second = 1_000_000_000n;

/** Converts a string, whose conversion fails if the result is undefined. */
function fromString(to: Type, convert: (text: string) => Result | undefined): Implementation {
  const error = new EvaluationError(`type conversion error from 'string' to '${to.name}'`);
  return unary(string, (text) => convert(text) ?? error);
}

/** Returns undefined if a function throws. */
function attempt(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function integer(text: string, pattern: RegExp, limit: (value: bigint) => Result): Result | undefined {
  if (!pattern.test(text)) return undefined;
  const result = limit(BigInt(text.replace(/^\+/, "").replace(/^-$/, "")));
  return result instanceof EvaluationError ? undefined : result;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((text) => [text, false] as const),
]);

const wrongText = new EvaluationError("invalid UTF-8 in bytes, cannot convert to string");

function parsedTime(text: string): Result {
  const { nanoseconds, offset } = timestampOf(parseZoned(text, layoutOfTime));
  return timestamp(nanoseconds, offset);
}

/** Returns a duration in seconds, as Go prints a double without an exponent. */
function seconds({ nanoseconds }: CELDuration): string {
  const value = Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9;
  const text = String(value);
  return `${text.includes("e") ? withoutTrailingZeros(value.toFixed(9)) : text}s`;
}

const overflow = new EvaluationError("integer overflow");
const uintOverflow = new EvaluationError("unsigned integer overflow");

export const conversions: Implementations = {
  bool_to_bool: unary(bool, (value) => value),
  string_to_bool: fromString(types.bool, (text) => booleans.get(text)),
  bytes_to_bytes: unary(bytes, (value) => value),
  string_to_bytes: unary(string, (text) => new CELBytes(utf8(text))),
  double_to_double: unary(double, (value) => value),
  int64_to_double: unary(isInt, Number),
  string_to_double: fromString(types.double, parseDouble),
  uint64_to_double: unary(unsigned, ({ value }) => Number(value)),
  duration_to_duration: unary(duration, (value) => value),
  string_to_duration: fromString(types.duration, (text) => attempt(() => new CELDuration(parseDuration(text)))),
  int64_to_int64: unary(isInt, (value) => value),
  double_to_int64: unary(double, (value) => (Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : overflow)),
  duration_to_int64: unary(duration, ({ nanoseconds }) => nanoseconds),
  string_to_int64: fromString(types.int, (text) => integer(text, /^[-+]?\d+$/, int)),
  timestamp_to_int64: unary(
    time,
    ({ nanoseconds }) => (nanoseconds - (((nanoseconds % second) + second) % second)) / second,
  ),
  uint64_to_int64: unary(unsigned, ({ value }) => int(value)),
  string_to_string: unary(string, (value) => value),
  bool_to_string: unary(bool, String),
  bytes_to_string: unary(bytes, ({ value }) => textOfUTF8(value) ?? wrongText),
  double_to_string: unary(double, doubleText),
  duration_to_string: unary(duration, seconds),
  int64_to_string: unary(isInt, String),
  timestamp_to_string: unary(time, (value) => timestampText(value)),
  uint64_to_string: unary(unsigned, ({ value }) => String(value)),
  timestamp_to_timestamp: unary(time, (value) => value),
  int64_to_timestamp: unary(isInt, (value) => timestamp(value * second, 0)),
  string_to_timestamp: fromString(types.timestamp, (text) => attempt(() => parsedTime(text))),
  uint64_to_uint64: unary(unsigned, (value) => value),
  double_to_uint64: unary(double, (value) =>
    value >= 0 && value < 2 ** 64 ? new CELUint(BigInt(Math.trunc(value))) : uintOverflow,
  ),
  int64_to_uint64: unary(isInt, uint),
  string_to_uint64: fromString(types.uint, (text) => integer(text, /^\d+$/, uint)),
};
