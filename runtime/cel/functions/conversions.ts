/** @file The conversions of types, by the identifiers of their overloads. */
import { stringOfUTF8, encodeUTF8 } from "../../util/text-of-bytes.js";
import { withoutTrailingZeros } from "../../util/trailing-zeros.js";
import { parseDuration } from "../../values/duration.js";
import { layoutOfTime, parseZoned } from "../../values/time-parse.js";
import { isBoolValue, instanceOf, isIntValue as isInt, isStringValue, unaryFunction } from "./signature.js";
import type { ExpressionType } from "../types/type.js";
import * as types from "../types/type.js";
import { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values/classes.js";
import { checkInt, checkTimestamp, checkUint, intOverflow, uintOverflow } from "../values/arithmetic.js";
import { doubleString } from "../values/describe.js";
import { timestampOf } from "../values/formatted.js";
import { parseDouble } from "../values/parse-double.js";
import { timestampString } from "../values/time-text.js";
import {
  EvaluationError,
  type Implementation,
  type Implementations,
  type Result,
  type Value,
} from "../values/value.js";

const double = (value: Value): value is number => typeof value === "number";
const unsigned = instanceOf(CELUint);
const bytes = instanceOf(CELBytes);
const duration = instanceOf(CELDuration);
const time = instanceOf(CELTimestamp);

const second = 1_000_000_000n;

/**
 * Returns the conversion of a string to a type. The conversion returns an error if `convert`
 * returns undefined.
 */
function fromString(to: ExpressionType, convert: (text: string) => Result | undefined): Implementation {
  const error = new EvaluationError(`type conversion error from 'string' to '${to.name}'`);
  return unaryFunction(isStringValue, (text) => convert(text) ?? error);
}

/** Returns the result of a function; undefined if the function throws. */
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
  return checkTimestamp(nanoseconds, offset);
}

/**
 * Returns the number of seconds of a duration as a string, in the form of Go's doubles without an
 * exponent.
 */
function seconds({ nanoseconds }: CELDuration): string {
  const value = Number(nanoseconds / second) + Number(nanoseconds % second) / 1e9;
  const text = String(value);
  return `${text.includes("e") ? withoutTrailingZeros(value.toFixed(9)) : text}s`;
}

export const conversions: Implementations = {
  bool_to_bool: unaryFunction(isBoolValue, (value) => value),
  string_to_bool: fromString(types.boolType, (text) => booleans.get(text)),
  bytes_to_bytes: unaryFunction(bytes, (value) => value),
  string_to_bytes: unaryFunction(isStringValue, (text) => new CELBytes(encodeUTF8(text))),
  double_to_double: unaryFunction(double, (value) => value),
  int64_to_double: unaryFunction(isInt, Number),
  string_to_double: fromString(types.doubleType, parseDouble),
  uint64_to_double: unaryFunction(unsigned, ({ value }) => Number(value)),
  duration_to_duration: unaryFunction(duration, (value) => value),
  string_to_duration: fromString(types.durationType, (text) => attempt(() => new CELDuration(parseDuration(text)))),
  int64_to_int64: unaryFunction(isInt, (value) => value),
  double_to_int64: unaryFunction(double, (value) =>
    Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : intOverflow,
  ),
  duration_to_int64: unaryFunction(duration, ({ nanoseconds }) => nanoseconds),
  string_to_int64: fromString(types.intType, (text) => integer(text, /^[-+]?\d+$/, checkInt)),
  timestamp_to_int64: unaryFunction(
    time,
    ({ nanoseconds }) => (nanoseconds - (((nanoseconds % second) + second) % second)) / second,
  ),
  uint64_to_int64: unaryFunction(unsigned, ({ value }) => checkInt(value)),
  string_to_string: unaryFunction(isStringValue, (value) => value),
  bool_to_string: unaryFunction(isBoolValue, String),
  bytes_to_string: unaryFunction(bytes, ({ value }) => stringOfUTF8(value) ?? wrongText),
  double_to_string: unaryFunction(double, doubleString),
  duration_to_string: unaryFunction(duration, seconds),
  int64_to_string: unaryFunction(isInt, String),
  timestamp_to_string: unaryFunction(time, (value) => timestampString(value)),
  uint64_to_string: unaryFunction(unsigned, ({ value }) => String(value)),
  timestamp_to_timestamp: unaryFunction(time, (value) => value),
  int64_to_timestamp: unaryFunction(isInt, (value) => checkTimestamp(value * second, 0)),
  string_to_timestamp: fromString(types.timestampType, (text) => attempt(() => parsedTime(text))),
  uint64_to_uint64: unaryFunction(unsigned, (value) => value),
  double_to_uint64: unaryFunction(double, (value) =>
    value >= 0 && value < 2 ** 64 ? new CELUint(BigInt(Math.trunc(value))) : uintOverflow,
  ),
  int64_to_uint64: unaryFunction(isInt, checkUint),
  string_to_uint64: fromString(types.uintType, (text) => integer(text, /^\d+$/, checkUint)),
};
