import type { ScalarName, Type } from "../../engine/model/universe.js";

/**
 * Range of the values of a number type. For int64 and uint64, these are the integers that a
 * JavaScript number represents exactly.
 */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
  /** Largest n for which the type represents all integers from -n to n exactly. */
  readonly exact: number;
}

const safe = Number.MAX_SAFE_INTEGER;
const integer = (min: number, max: number): Range => ({ min, max, whole: true, exact: safe });
const maxFloat32 = 3.4028234663852886e38;

const ranges: { readonly [name in ScalarName]?: Range } = {
  int8: integer(-(2 ** 7), 2 ** 7 - 1),
  int16: integer(-(2 ** 15), 2 ** 15 - 1),
  int32: integer(-(2 ** 31), 2 ** 31 - 1),
  int64: integer(-safe, safe),
  uint8: integer(0, 2 ** 8 - 1),
  uint16: integer(0, 2 ** 16 - 1),
  uint32: integer(0, 2 ** 32 - 1),
  uint64: integer(0, safe),
  float32: { min: -maxFloat32, max: maxFloat32, whole: false, exact: 2 ** 24 },
  float64: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, whole: false, exact: safe },
};

/** Returns the range of a number type or of a union of numbers. */
export function numberRange(type: Type): Range | undefined {
  if (type.kind === "scalar") return ranges[type.name];
  if (type.kind !== "literals") return undefined;
  const values = type.values.filter((value) => typeof value === "number");
  if (values.length === 0) return undefined;
  return { min: Math.min(...values), max: Math.max(...values), whole: values.every(Number.isInteger), exact: safe };
}

/** Reports whether the second type represents every value of the first type exactly. */
export function fits(from: Range, to: Range): boolean {
  if (to.whole) return from.whole && from.min >= to.min && from.max <= to.max;
  if (from.whole) return Math.max(-from.min, from.max) <= to.exact;
  return from.min >= to.min && from.max <= to.max && from.exact <= to.exact;
}
