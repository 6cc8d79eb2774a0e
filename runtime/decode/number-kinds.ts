import type { NumberKind } from "../schema/schema.js";
import { withoutTrailingZeros } from "../util/trailing-zeros.js";

/**
 * Minimum and maximum value of each kind of number. int64 and uint64 are limited to the integers
 * that JavaScript represents exactly. float32 includes the numbers that are rounded to its greatest
 * value.
 */
const bounds: { readonly [kind in NumberKind]: readonly [number, number] } = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  int32: [-2_147_483_648, 2_147_483_647],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  float32: [-3.4028235677973366e38, 3.4028235677973366e38],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
};

export function boundsOfKind(kind: NumberKind): readonly [number, number] {
  return bounds[kind];
}

/** Reports whether the name of a type is a kind of number, such as `int32`. */
export function isNumberKind(type: string): type is NumberKind {
  return type in bounds;
}

export function isFloat(kind: NumberKind): boolean {
  return kind === "float32" || kind === "float64";
}

/** Maximum number of characters of a 64-bit integer, including its sign. */
const maxIntegerLength = 20;

/**
 * Reports whether an integer literal fits into int64 or uint64 in Go. Returns false for other kinds
 * of numbers.
 */
export function hasFitting64Bits(kind: NumberKind, literal: string): boolean {
  if ((kind !== "int64" && kind !== "uint64") || literal.length > maxIntegerLength) return false;
  const value = BigInt(literal);
  return kind === "int64" ? BigInt.asIntN(64, value) === value : BigInt.asUintN(64, value) === value;
}

/**
 * Reports whether reading an integer literal as a number changes it: the nearest floating-point
 * number has a different value and is printed with different digits.
 */
export function changes(literal: string): boolean {
  const value = Number(literal);
  const printed = value.toExponential().replaceAll(/^-|\.|e.*$/g, "");
  return withoutTrailingZeros(literal.replace("-", "")) !== printed && BigInt(value) !== BigInt(literal);
}
