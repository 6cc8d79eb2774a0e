import { isReadonlyList } from "../../json/values.js";
import { encodeBytes } from "../../values/bytes.js";
import { formatDuration } from "../../values/duration.js";
import type { CELOutput } from "./evaluate-expression.js";
import { timestampString } from "../values/time-text.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "../values/classes.js";

/**
 * Returns a value as a literal or a call of CEL, such as `duration("1s")`. A type is its name, and
 * a value of a library is the name of its type.
 */
export function outputText(value: CELOutput): string {
  if (typeof value === "number") return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isReadonlyList(value)) return `[${value.map(outputText).join(", ")}]`;
  if (isMap(value))
    return `{${Array.from(value, ([key, one]) => `${outputText(key)}: ${outputText(one)}`).join(", ")}}`;
  if (value instanceof CELUint) return `${String(value.value)}u`;
  if (value instanceof CELBytes) return `b"${Array.from(value.value, byteText).join("")}"`;
  if (value instanceof CELDuration) return `duration(${JSON.stringify(formatDuration(value.nanoseconds))})`;
  if (value instanceof CELTimestamp) return `timestamp(${JSON.stringify(timestampString(value))})`;
  if (value instanceof CELOptional)
    return value.value === undefined ? "optional.none()" : `optional.of(${outputText(value.value)})`;
  return value instanceof CELType ? value.name : value.type.name;
}

function byteText(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[ -~]/.test(character) && !/["\\]/.test(character) ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
}

/**
 * Returns a value as JSON: ints, uints, durations, times, `NaN` and infinite numbers are strings,
 * and bytes are base64. An optional is its value or null. A type is its name, and a value of a
 * library is the name of its type.
 */
export function outputJSON(value: CELOutput): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (isReadonlyList(value)) return value.map(outputJSON);
  if (isMap(value)) return Object.fromEntries(Array.from(value, ([key, one]) => [keyText(key), outputJSON(one)]));
  if (value instanceof CELUint) return String(value.value);
  if (value instanceof CELBytes) return encodeBytes(value.value);
  if (value instanceof CELDuration) return formatDuration(value.nanoseconds);
  if (value instanceof CELTimestamp) return timestampString(value);
  if (value instanceof CELOptional) return value.value === undefined ? null : outputJSON(value.value);
  return value instanceof CELType ? value.name : value.type.name;
}

function keyText(key: CELOutput): string {
  return typeof key === "string" ? key : outputText(key);
}

/** Reports whether a value is a map. */
export function isMap<T>(value: T): value is Extract<T, ReadonlyMap<unknown, unknown>> {
  return value instanceof Map;
}
