import { answerOfDefinition } from "../../../../runtime/crd/index.js";
import { limits, type LimitName } from "../../../../runtime/schema/limits.js";
import type { Constraints, ConstraintLimit, ConstraintLiteral } from "./constraints.js";
import type { Ruled, APIScalar } from "./api.js";

/** The smallest and the largest value of each numeric type, except float64, which has no limits. */
export const ranges: { readonly [name in APIScalar]?: readonly [number, number] } = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63 - 1],
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2 ** 64 - 1],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
};

/** Reports whether a type is an integer type. */
export function isWhole(name: APIScalar): boolean {
  return /^u?int\d/.test(name);
}

export function isNumber(name: APIScalar): boolean {
  return isWhole(name) || name.startsWith("float");
}

/** Returns the limit from the rules of a value, or else the limit from its type. */
export function limitOf({ shape, constraints }: Ruled, name: LimitName): ConstraintLimit | undefined {
  return constraints.limits.get(name) ?? limitOfType(shape, name);
}

function limitOfType(shape: Ruled["shape"], name: LimitName): ConstraintLimit | undefined {
  const { of, side } = limits[name];
  if (shape.kind === "scalar") {
    const range = ranges[shape.name];
    if (range === undefined || of !== "value") return undefined;
    return { value: side === "least" ? range[0] : range[1], isExclusive: false };
  }
  if (shape.kind === "tuple" && of === "items") return { value: shape.items().length, isExclusive: false };
  return undefined;
}

/**
 * Returns the zero value of a number, boolean, string, `bytes`, list or map; undefined for other
 * values.
 */
export function formZero({ shape }: Ruled): unknown {
  switch (shape.kind) {
    case "scalar":
      if (isNumber(shape.name)) return 0;
      if (shape.name === "boolean") return false;
      return ["string", "bytes"].includes(shape.name) ? "" : undefined;
    case "list":
      return [];
    case "map":
      return {};
    default:
      return undefined;
  }
}

/** Returns all values that an enumeration or a boolean allows; undefined for other types. */
export function listedValues(value: Ruled): readonly ConstraintLiteral[] | undefined {
  const { shape, constraints } = value;
  const isBoolean = shape.kind === "scalar" && shape.name === "boolean";
  const listed = constraints.allowed ?? (isBoolean ? [false, true] : undefined);
  return listed?.filter((one) => allows(constraints, one));
}

/**
 * Reports whether a string matches a pattern or has a format, as an API server does. An unknown
 * format accepts every string.
 */
export function acceptsString(text: string, rule: { readonly pattern: string } | { readonly format: string }): boolean {
  const schema = { type: "object", properties: { text: { type: "string", ...rule } } };
  return answerOfDefinition(schema, { text }).errors.length === 0;
}

/** Reports whether the rules of a scalar allow a value. CEL rules are not evaluated. */
export function allows(constraints: Constraints, value: ConstraintLiteral): boolean {
  const { allowed, excluded, limits, multiples, patterns, formats, isForbidden } = constraints;
  if (isForbidden || allowed?.includes(value) === false || excluded.has(value)) return false;
  if (typeof value === "number")
    return isWithin(limits, "minimum", "maximum", value) && [...multiples].every((step) => value % step === 0);
  if (typeof value === "boolean") return true;
  return (
    isWithin(limits, "minLength", "maxLength", Array.from(value).length) &&
    isWithin(limits, undefined, "maxBytes", Buffer.byteLength(value)) &&
    [...patterns].every((pattern) => acceptsString(value, { pattern })) &&
    [...formats].every((format) => acceptsString(value, { format }))
  );
}

function isWithin(
  limits: Constraints["limits"],
  least: LimitName | undefined,
  most: LimitName,
  value: number,
): boolean {
  const [min, max] = [least === undefined ? undefined : limits.get(least), limits.get(most)];
  const isAbove = min === undefined || value > min.value || (value === min.value && !min.isExclusive);
  return isAbove && (max === undefined || value < max.value || (value === max.value && !max.isExclusive));
}
