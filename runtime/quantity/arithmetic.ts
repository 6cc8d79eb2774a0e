import type { Quantity } from "../values/types.js";
import { addAmounts, ceilingAt, compareAmounts, signOf } from "./amount.js";
import { canonicalQuantity, formatQuantity } from "./format.js";
import { parseQuantity } from "./parse.js";
import type { QuantityFormat } from "./suffix.js";

/**
 * Returns the quantity `value * 10^scale`. For example, with a scale of -3, `value` is in
 * thousandths.
 * @throws RangeError for a number that is not an integer
 */
export function quantityOf(value: bigint | number, format: QuantityFormat = "DecimalSI", scale = 0): Quantity {
  return formatQuantity({ unscaled: BigInt(value), exponent: scale, format });
}

/**
 * Compares the amounts of two quantities; `1000m` and `1` are equal.
 * @throws Error for a string that is not a quantity
 */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareAmounts(parseQuantity(a), parseQuantity(b));
}

/**
 * Returns -1 for negative amounts, 0 for zero and 1 for positive amounts.
 * @throws Error for a string that is not a quantity
 */
export function quantitySign(quantity: Quantity): -1 | 0 | 1 {
  return signOf(parseQuantity(quantity).unscaled);
}

/**
 * Returns the exact sum. Its suffix has the format of `a`, or of `b` if `a` is zero.
 *
 * @throws Error for a string that is not a quantity
 * @throws RangeError if the computation needs more than ten thousand additional zeros
 */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const left = parseQuantity(a);
  const right = parseQuantity(b);
  const { format } = left.unscaled === 0n ? right : left;
  return formatQuantity({ ...addAmounts(left, right), format });
}

/**
 * Returns the exact difference. Its suffix has the format of `a`, or of `b` if `a` is zero.
 *
 * @throws Error for a string that is not a quantity
 * @throws RangeError if the computation needs more than ten thousand additional zeros
 */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, negateQuantity(b));
}

/**
 * Returns the exact product.
 * @throws RangeError for a factor that is not an integer
 * @throws Error for a string that is not a quantity
 */
export function multiplyQuantity(quantity: Quantity, factor: bigint | number): Quantity {
  const parsed = parseQuantity(quantity);
  return formatQuantity({ ...parsed, unscaled: parsed.unscaled * BigInt(factor) });
}

/**
 * Returns the quantity with the opposite sign.
 * @throws Error for a string that is not a quantity
 */
export function negateQuantity(quantity: Quantity): Quantity {
  return multiplyQuantity(quantity, -1n);
}

/**
 * Returns the quantity rounded away from zero to a multiple of `10^scale`.
 * @throws Error for a string that is not a quantity
 */
export function roundUpQuantity(quantity: Quantity, scale: number): Quantity {
  const parsed = parseQuantity(quantity);
  if (parsed.exponent >= scale) return canonicalQuantity(quantity);
  return formatQuantity({ unscaled: ceilingAt(parsed, scale).value, exponent: scale, format: parsed.format });
}

/**
 * Returns the amount in units of `10^scale`, rounded away from zero. For example, with a scale of
 * -3, the result is in thousandths. The result is exact even where Go's int64 would overflow.
 * @throws RangeError if the result has more than ten thousand additional zeros
 * @throws Error for a string that is not a quantity
 */
export function quantityValue(quantity: Quantity, scale = 0): bigint {
  return ceilingAt(parseQuantity(quantity), scale).value;
}

/**
 * Returns the JavaScript number nearest to the amount; Infinity if the amount is too large for a
 * number.
 * @throws Error for a string that is not a quantity
 */
export function quantityToNumber(quantity: Quantity): number {
  const { unscaled, exponent } = parseQuantity(quantity);
  return Number(`${String(unscaled)}e${String(exponent)}`);
}
