import type { Quantity } from "../types.js";
import { addAmounts, ceilingAt, compareAmounts, signOf } from "./amount.js";
import { canonicalQuantity, formatQuantity } from "./format.js";
import { parseQuantity } from "./parse.js";
import type { QuantityFormat } from "./suffix.js";

/**
 * Returns the quantity `value * 10^scale`; scale -3 is for thousandths.
 * @throws RangeError for a number that is not an integer
 */
export function quantityOf(value: bigint | number, format: QuantityFormat = "DecimalSI", scale = 0): Quantity {
  return formatQuantity({ unscaled: BigInt(value), exponent: scale, format });
}

/**
 * Compares amounts independently of suffixes: `1000m` equals `1`.
 * @throws Error for a text that is not a quantity, as all functions here
 */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return compareAmounts(parseQuantity(a), parseQuantity(b));
}

/** Returns -1 for amounts below zero, 0 for zero and 1 for amounts above. */
export function quantitySign(quantity: Quantity): -1 | 0 | 1 {
  return signOf(parseQuantity(quantity).unscaled);
}

/** Returns the exact sum, with the suffixes of `a`, or of `b` where `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const left = parseQuantity(a);
  const right = parseQuantity(b);
  const { format } = left.unscaled === 0n ? right : left;
  return formatQuantity({ ...addAmounts(left, right), format });
}

/** Returns the exact difference, with the suffixes of `a`, or of `b` where `a` is zero. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return addQuantities(a, negateQuantity(b));
}

/**
 * Returns the exact product.
 * @throws RangeError for a factor that is not an integer
 */
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
 * Returns the amount in units of `10^scale`, rounded away from zero: scale -3 counts thousandths.
 * Exact also where Go's int64 overflows.
 * @throws RangeError where it has more than ten thousand zeros
 */
export function quantityValue(quantity: Quantity, scale = 0): bigint {
  return ceilingAt(parseQuantity(quantity), scale).value;
}

/** Returns the nearest JavaScript number; infinite beyond its range. */
export function quantityToNumber(quantity: Quantity): number {
  const { unscaled, exponent } = parseQuantity(quantity);
  return Number(`${String(unscaled)}e${String(exponent)}`);
}
