import { goQuote } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";

/**
 * Returns the integer value of a query parameter; undefined if the parameter is absent.
 * @throws StatusError 400 with the message of Go's strconv.ParseInt, also for an empty value
 */
export function integerOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?[0-9]+$/.test(text)) throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  if (text.length > maxDigits && isOutOfRange(text))
    throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`);
  // The result is limited to safe integers: larger limits and timeouts have the same effect.
  return Math.max(Math.min(Number(text), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
}

/** Maximum number of digits with which every number fits into 64 bits. */
const maxDigits = 18;

function isOutOfRange(text: string): boolean {
  const digits = text.replace(/^[+-]/, "").replace(/^0+/, "");
  // A number with more digits is always out of range. BigInt is not used for it, because a string
  // with thousands of digits would be expensive to convert.
  if (digits.length > maxDigits + 1) return true;
  const value = text.startsWith("-") ? -BigInt(`0${digits}`) : BigInt(`0${digits}`);
  return BigInt.asIntN(64, value) !== value;
}
