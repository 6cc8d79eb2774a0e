import { trimmed } from "../util/trimmed.js";
import type { Quantity } from "../values/types.js";
import { ceilingAt, normalizeAmount } from "./amount.js";
import { type ParsedQuantity, parseQuantityString } from "./parse.js";
import { type QuantityFormat, binarySuffix, decimalSuffix } from "./suffix.js";

/**
 * Formats a quantity in canonical form: without a fraction or `+`, and with the largest suffix for
 * which the number is an integer. A binary quantity gets a decimal suffix if it has a fraction or
 * its absolute value is below 1024. A decimal amount that is too large for any suffix gets an
 * exponent. Go prints a wrong number for such an amount (`1` for `1000E`).
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
  const { unscaled, exponent } = normalizeAmount(quantity);
  const aside = ((exponent % 3) + 3) % 3;
  const mantissa = String(unscaled) + "0".repeat(aside);
  const multipleOfThree = exponent - aside;
  const suffix = decimalSuffix(multipleOfThree, format) ?? decimalSuffix(multipleOfThree, "DecimalExponent");
  return `${mantissa}${suffix ?? ""}`;
}

/** Matches canonical quantities, but not all of them. Most strings that servers receive match. */
const plain = /^(?:[1-9]\d{0,14}(?<!000)[numkMGTPE]?|[1-9]\d{0,2}[KMGT]i|0)$/;

/**
 * Matches the white space that Go trims. Control characters are not included, because a JSON string
 * cannot contain them without escapes.
 */
const blank = /[\p{Z}\u0085]/u;

/**
 * Returns the string that Go writes after it has read a quantity from JSON. The string is
 * canonical, except for a few strings that Go keeps unchanged, such as `+1` and `1.500`.
 * @throws Error with Go's message for a string that is not a quantity
 */
export function canonicalQuantity(text: string): Quantity {
  if (plain.test(text)) return text;
  const read = trimmed(text, blank);
  const { quantity, keepsText } = parseQuantityString(read);
  return keepsText ? read : formatQuantity(quantity);
}
