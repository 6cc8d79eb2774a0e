import { goQuote } from "../util/go-quote.js";
import { parseInt64 } from "../util/parse-int64.js";
import type { IntOrString, int32 } from "./types.js";

const maxInt32 = 2 ** 31 - 1;

/**
 * Returns a decoded value unchanged if it is a string or a 32-bit integer.
 * @throws Error with the message of Go's encoding/json for any other number
 */
export function canonicalIntOrString(value: IntOrString): IntOrString {
  if (typeof value === "string" || isInt32(value)) return value;
  throw new Error(`json: cannot unmarshal number ${String(value)} into Go value of type int32`);
}

/**
 * Parses a string, for example from a command line. Returns a number for a 32-bit integer, and
 * otherwise the string itself.
 */
export function parseIntOrString(text: string): IntOrString {
  if (!/^[-+]?\d+$/.test(text)) return text;
  const value = Number(text);
  return isInt32(value) ? value + 0 : text;
}

/**
 * Returns a value as a number. A string is parsed as an integer and limited to 64 bits. A string
 * that is not an integer becomes 0.
 */
export function intValueOf(value: IntOrString): number {
  if (typeof value === "number") return value;
  const number = parseInt64(value);
  if (number === "value out of range") return value.startsWith("-") ? -(2 ** 63) : 2 ** 63;
  return typeof number === "bigint" ? Number(number) : 0;
}

/**
 * Returns an absolute number, or a percentage of `total` that is rounded up or down: `"25%"` of 10
 * is 3 or 2.
 * @throws Error with the message of Go's intstr.GetScaledValueFromIntOrPercent for a string that is
 * not a percentage
 */
export function getScaledValueFromIntOrPercent(value: IntOrString, total: int32, roundUp: boolean): number {
  if (typeof value === "number") return value;
  if (!value.endsWith("%")) throw new Error("invalid value for IntOrString: invalid type: string is not a percentage");
  const text = value.slice(0, -1);
  const percent = parseInt64(text);
  if (typeof percent === "string") {
    throw new Error(
      `invalid value for IntOrString: invalid value ${goQuote(value)}: strconv.Atoi: parsing ${goQuote(text)}: ${percent}`,
    );
  }
  const scaled = (Number(percent) * total) / 100;
  // Adding zero turns -0 into 0.
  return (roundUp ? Math.ceil(scaled) : Math.floor(scaled)) + 0;
}

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -maxInt32 - 1 && value <= maxInt32;
}
