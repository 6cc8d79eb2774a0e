import type { Quantity } from "../types.js";
import { addAmounts, ceilingAt, compareAmounts, signOf } from "./amount.js";
import { canonicalQuantity, formatQuantity } from "./format.js";
import { parseQuantity } from "./parse.js";
import type { QuantityFormat } from "./suffix.js";

/**
 * The quantity `value * 10^scale`, so -3 for a value in thousandths.
 * @throws RangeError for a number that is not an integer
 */
export function quantityOf(value: bigint | number, format: QuantityFormat = "DecimalSI", scale = 0): Quantity {
  return formatQuantity({ unscaled: BigInt(value), exponent: scale, format });
}

/**
 * Orders by amount, whatever the suffixes: `1000m` equals `1`.
 * @throws Error for what is no quantity, as all functions here do
 */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareAmounts(parseQuantity(a), parseQuantity(b));
}

/** -1 below zero, 0 at zero, 1 above. */
export function quantitySign(quantity: Quantity): -1 | 0 | 1 {
  return signOf(parseQuantity(quantity).unscaled);
}

/** The exact sum, with the suffixes of `a`, or of `b` where `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const left = parseQuantity(a);
  const right = parseQuantity(b);
  const { format } = left.unscaled === 0n ? right : left;
  return formatQuantity({ ...addAmounts(left, right), format });
}

/** The exact difference, with the suffixes of `a`, or of `b` where `a` is zero. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, negateQuantity(b));
}

/** The exact product. @throws RangeError for a factor that is not an integer */
export function multiplyQuantity(quantity: Quantity, factor: bigint | number): Quantity {
  const parsed = parseQuantity(quantity);
  return formatQuantity({ ...parsed, unscaled: parsed.unscaled * BigInt(factor) });
}

export function negateQuantity(quantity: Quantity): Quantity {
  return multiplyQuantity(quantity, -1n);
}

/** Rounds away from zero to a multiple of `10^scale`. */
export function roundUpQuantity(quantity: Quantity, scale: number): Quantity {
  const parsed = parseQuantity(quantity);
  if (parsed.exponent >= scale) return canonicalQuantity(quantity);
  return formatQuantity({ unscaled: ceilingAt(parsed, scale).value, exponent: scale, format: parsed.format });
}

/**
 * The amount in whole units of `10^scale`, rounded away from zero: scale -3 counts thousandths.
 * Exact where Go's int64 overflows.
 * @throws RangeError where it has more than ten thousand zeros
 */
export function quantityValue(quantity: Quantity, scale = 0): bigint {
  return ceilingAt(parseQuantity(quantity), scale).value;
}

/** The amount as the nearest JavaScript number, infinite where there is none. */
export function quantityToNumber(quantity: Quantity): number {
  const { unscaled, exponent } = parseQuantity(quantity);
  return Number(`${String(unscaled)}e${String(exponent)}`);
}
