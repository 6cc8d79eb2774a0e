import type { Quantity } from "../types.js";
import { ceilingAt, withoutTrailingZeros } from "./amount.js";
import { type ParsedQuantity, taken } from "./parse.js";
import { type QuantityFormat, binarySuffix, decimalSuffix } from "./suffix.js";

/**
 * Prints a quantity in canonical form: no fraction, the largest suffix that needs none, no `+`. A
 * binary quantity that is below 1024 or not whole is printed with decimal suffixes. Decimal amounts
 * beyond the largest suffix are printed with an exponent, where Go leaves it out and prints another
 * number (`1` for `1000E`).
 */
export function formatQuantity(quantity: ParsedQuantity): Quantity {
  if (quantity.unscaled === 0n) return "0";
  if (quantity.format === "BinarySI") {
    const whole = ceilingAt(quantity, 0);
    if (whole.exact && (whole.value >= 1024n || whole.value <= -1024n)) return formatBinary(whole.value);
  }
  return formatDecimal(quantity, quantity.format === "DecimalExponent" ? "DecimalExponent" : "DecimalSI");
}

function formatBinary(value: bigint): string {
  let mantissa = value;
  let exponent = 0;
  while (mantissa % 1024n === 0n && exponent < 60) {
    mantissa /= 1024n;
    exponent += 10;
  }
  return `${String(mantissa)}${binarySuffix(exponent) ?? ""}`;
}

function formatDecimal(quantity: ParsedQuantity, format: QuantityFormat): string {
  const { unscaled, exponent } = withoutTrailingZeros(quantity);
  const aside = ((exponent % 3) + 3) % 3;
  const mantissa = String(unscaled) + "0".repeat(aside);
  const multipleOfThree = exponent - aside;
  const suffix = decimalSuffix(multipleOfThree, format) ?? decimalSuffix(multipleOfThree, "DecimalExponent");
  return `${mantissa}${suffix ?? ""}`;
}

/** Texts that are canonical by their looks: most that a server ever sees. */
const plain = /^(?:[1-9]\d{0,14}(?<!000)[numkMGTPE]?|[1-9]\d{0,2}[KMGT]i|0)$/;

/** The blanks that Go trims; JSON escapes the control characters among them. */
const blank = /^[\p{Z}\u0085]$/u;

/**
 * The text that Go writes for a quantity that it read from JSON: in canonical form, but for a few
 * that Go keeps as they came, `+1` and `1.500` among them.
 * @throws Error in Go's words
 */
export function canonicalQuantity(text: string): Quantity {
  if (plain.test(text)) return text;
  const trimmed = trim(text);
  const { quantity, keepsText } = taken(trimmed);
  return keepsText ? trimmed : formatQuantity(quantity);
}

/**
 * Looks at each blank once: a regular expression that is anchored at the end begins again at every
 * blank inside.
 */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text.charAt(start))) start++;
  while (end > start && blank.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
