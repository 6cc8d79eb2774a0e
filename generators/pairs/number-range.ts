import { numberRange, type NumberRange } from "../../engine/model/scalars.js";
import type { Type } from "../../engine/model/universe.js";

/** Returns the range of a number type or of a union of numbers; undefined for any other type. */
export function rangeOfType(type: Type): NumberRange | undefined {
  if (type.kind === "scalar") return numberRange(type.name);
  if (type.kind !== "literals") return undefined;
  const values = type.values.filter((value) => typeof value === "number");
  if (values.length === 0) return undefined;
  const exact = Number.MAX_SAFE_INTEGER;
  return { min: Math.min(...values), max: Math.max(...values), whole: values.every(Number.isInteger), exact };
}

/** Reports whether the second type represents every value of the first type exactly. */
export function fits(from: NumberRange, to: NumberRange): boolean {
  if (to.whole) return from.whole && from.min >= to.min && from.max <= to.max;
  if (from.whole) return Math.max(-from.min, from.max) <= to.exact;
  return from.min >= to.min && from.max <= to.max && from.exact <= to.exact;
}
