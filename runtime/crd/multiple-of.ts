import { isInt64 } from "../json/go-print.js";

/**
 * Reports whether a number is a multiple of `factor`. 64-bit integers are compared exactly. For
 * other numbers, such as 0.1, the quotient may differ from an integer by a relative error of 1e-9.
 * As in Kubernetes, the quotient must be a safe integer.
 */
export function isMultipleOf(value: number, factor: number): boolean {
  if (isInt64(value) && isInt64(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.round(quotient);
  return quotient === whole || Math.abs(quotient - whole) < 1e-9 * Math.abs(whole);
}
