/** @file The tests of rules of a CRD's schema that are more than one comparison. */
import type { Path } from "../field/path.js";
import { isInt64 } from "../go-print.js";
import { isBranch } from "../values.js";
import { leavesOut } from "./left-out.js";
import type { Operation } from "./operation.js";
import { wholeValue } from "./whole-value.js";

/**
 * Reports whether a number is a multiple of another one. Whole numbers of 64 bits are compared
 * exactly. Fractions such as 0.1 are inexact, so the quotient can differ from a whole number by a
 * billionth of its size. As in Kubernetes, the quotient must be a safe integer.
 */
export function isMultipleOf(value: number, factor: number): boolean {
  if (isInt64(value) && isInt64(factor)) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.round(quotient);
  return quotient === whole || Math.abs(quotient - whole) < 1e-9 * Math.abs(whole);
}

/** Reports whether a list has two equal items. Takes linear time. */
export function hasDuplicates(list: readonly unknown[]): boolean {
  const known = new Set<unknown>();
  for (const item of list) {
    const key = isBranch(item) ? `object ${wholeValue(item)}` : typeof item === "string" ? `text ${item}` : item;
    if (known.has(key)) return true;
    known.add(key);
  }
  return false;
}

/** Returns the number of an object's properties that its JSON contains. */
export function countProperties(op: Operation, fldPath: Path | undefined, obj: object): number {
  return Object.entries(obj).filter(([name, value]) => value !== undefined && !leavesOut(op, fldPath, obj, name))
    .length;
}

/** Returns how many of some properties an object has. */
export function countSet(op: Operation, fldPath: Path | undefined, obj: object, names: readonly string[]): number {
  return names.filter((name) => Reflect.get(obj, name) !== undefined && !leavesOut(op, fldPath, obj, name)).length;
}
