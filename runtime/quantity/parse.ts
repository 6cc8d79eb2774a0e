import { type Amount, ceilingAt } from "./amount.js";
import { type QuantityFormat, type Suffix, parseSuffix } from "./suffix.js";

/** A parsed quantity: the amount, and the format of its suffix. */
export interface ParsedQuantity extends Amount {
  readonly format: QuantityFormat;
}

/** A parsed quantity with the facts about its string that determine how Go prints it. */
export interface QuantityString {
  readonly quantity: ParsedQuantity;
  /** True if Go prints the original string instead of the canonical form. */
  readonly keepsText: boolean;
  /** True if Go stores the amount as a 64-bit integer with an exponent, not as a big decimal. */
  readonly isFast: boolean;
}

const formatWrong = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffixWrong = "unable to parse quantity's suffix";
const numberWrong = "unable to parse numeric part of quantity";

const nano = -9;
const largest = 2n ** 63n - 1n;
/** Maximum number of digits for which every number fits in 63 bits. */
const fastDigits = 18;
/**
 * Maximum number of digits of a quantity. Without this limit, long numbers would take too much
 * time.
 */
const maxDigits = 1000;

/**
 * Parses a quantity as Go's resource.ParseQuantity does. Amounts are rounded away from zero to a
 * multiple of 10^-9. Binary quantities are limited to the range from -(2^63-1) to 2^63-1.
 * @throws Error with Go's message for a string that is not a quantity
 */
export function parseQuantity(text: string): ParsedQuantity {
  return parseQuantityString(text).quantity;
}

/**
 * Parses a string as `parseQuantity` does, and also returns how Go prints the quantity.
 * @throws Error with Go's message for a string that is not a quantity
 */
export function parseQuantityString(text: string): QuantityString {
  const { isNegative, integer, fraction, suffix } = split(text);
  const { format } = suffix;
  const significant = integer.replace(/^0+/, "") || "0";
  const digits = significant + fraction;
  checkLength(digits, fraction.length);
  const unsigned = BigInt(digits);
  const unscaled = isNegative ? -unsigned : unsigned;
  const isBinary = format === "BinarySI";
  const exponent = (isBinary ? 0 : suffix.exponent) - fraction.length;
  const isFast = isBinary
    ? fraction === "" && 14 - significant.length - Math.trunc((suffix.exponent * 3) / 10) >= 0
    : digits.length <= fastDigits && exponent >= nano;

  if (isFast) {
    const keepsText = isBinary
      ? unsigned % 8n !== 0n
      : exponent % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
    const shifted = isBinary ? unscaled << BigInt(suffix.exponent) : unscaled;
    return { quantity: { unscaled: shifted, exponent, format }, keepsText, isFast };
  }
  if (integer === "" && fraction === "") throw new Error(numberWrong);
  const quantity = isBinary
    ? bounded(unscaled << BigInt(suffix.exponent), exponent)
    : { ...rounded({ unscaled, exponent }), format };
  return { quantity, keepsText: false, isFast };
}

/**
 * Splits a string into sign, integer, fraction and suffix. As in Go, a missing number before a
 * suffix is zero, and only one decimal point is allowed. The regular expression in Go's error
 * message does not describe the syntax that Go accepts.
 */
function split(text: string): { isNegative: boolean; integer: string; fraction: string; suffix: Suffix } {
  if (text === "") throw new Error(formatWrong);
  const start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  const integerEnd = digitsEnd(text, start);
  const hasPoint = text.charAt(integerEnd) === ".";
  const numberEnd = hasPoint ? digitsEnd(text, integerEnd + 1) : integerEnd;
  const suffixText = text.slice(numberEnd);
  if (!/^[eEinumkKMGTP]*[-+]?[0-9]*$/.test(suffixText)) throw new Error(formatWrong);
  const suffix = parseSuffix(suffixText);
  if (suffix === null) throw new Error(suffixWrong);
  return {
    isNegative: text.startsWith("-"),
    integer: text.slice(start, integerEnd),
    fraction: hasPoint ? text.slice(integerEnd + 1, numberEnd) : "",
    suffix,
  };
}

/** Throws for a number with too many digits. Trailing zeros of the fraction are not counted. */
function checkLength(digits: string, fractionLength: number): void {
  if (digits.length <= maxDigits) return;
  const integerEnd = digits.length - fractionLength;
  let end = digits.length;
  while (end > integerEnd && digits.charAt(end - 1) === "0") end--;
  if (end > maxDigits) throw new Error(`quantities of more than ${String(maxDigits)} digits are not supported`);
}

function digitsEnd(text: string, from: number): number {
  let end = from;
  while (text.charAt(end) >= "0" && text.charAt(end) <= "9") end++;
  return end;
}

/**
 * Returns a binary quantity, limited to the range of Go's int64. If its absolute value is below
 * one, the format becomes decimal.
 */
function bounded(unscaled: bigint, exponent: number): ParsedQuantity {
  const amount = rounded({ unscaled, exponent });
  const magnitude = amount.unscaled < 0n ? -amount.unscaled : amount.unscaled;
  const one = 10n ** BigInt(-amount.exponent);
  if (magnitude > largest * one)
    return { unscaled: amount.unscaled < 0n ? -largest : largest, exponent: 0, format: "BinarySI" };
  return { ...amount, format: magnitude < one && magnitude > 0n ? "DecimalSI" : "BinarySI" };
}

function rounded(amount: Amount): Amount {
  return amount.exponent >= nano ? amount : { unscaled: ceilingAt(amount, nano).value, exponent: nano };
}
