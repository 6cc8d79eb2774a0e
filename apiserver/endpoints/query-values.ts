import { goQuote } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";

/**
 * Returns the integer of a query; undefined for a name that the query does not have.
 * @throws StatusError 400 in the words of Go's strconv.ParseInt, for an empty text too
 */
export function integerOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[+-]?[0-9]+$/.test(text)) throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  if (text.length > maxDigits && isOutOfRange(text))
    throw newBadRequest(`strconv.ParseInt: parsing ${goQuote(text)}: value out of range`);
  // Counts and seconds beyond 2^53 mean the same as 2^53.
  return Math.max(Math.min(Number(text), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
}

/** Digits that every 64-bit integer may have. */
const maxDigits = 18;

function isOutOfRange(text: string): boolean {
  const digits = text.replace(/^[+-]/, "").replace(/^0+/, "");
  // A text of thousands of digits is out of range without a look at its value.
  if (digits.length > maxDigits + 1) return true;
  const value = text.startsWith("-") ? -BigInt(`0${digits}`) : BigInt(`0${digits}`);
  return BigInt.asIntN(64, value) !== value;
}
