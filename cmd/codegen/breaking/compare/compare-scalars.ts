import type { Ruled, APIScalar } from "../form/api.js";
import { isNumber, isWhole, limitOf, listedValues, ranges, type Accepts } from "../form/value-range.js";

/** Scalar types whose JSON values are strings. */
const texts: ReadonlySet<APIScalar> = new Set(["string", "bytes", "Time", "MicroTime", "Duration", "Quantity"]);

/**
 * Effect of a changed scalar type on old values: `fits` if the values keep their meaning, `breaks`
 * if not. `same` if the type was not changed.
 */
export type Fit = "same" | "fits" | "breaks";

/**
 * Returns the effect of a changed scalar type on the values that the old type and its rules allow.
 */
export function fitOf(old: Ruled, oldName: APIScalar, name: APIScalar, accepts: Accepts): Fit {
  if (oldName === name) return "same";
  if (name === "any") return "fits";
  if (name === "RawExtension" && oldName === "FieldsV1") return "fits";
  if (isNumber(oldName) && isNumber(name)) return numbersFit(old, oldName, name, accepts) ? "fits" : "breaks";
  if (name === "IntOrString") return texts.has(oldName) || isWhole(oldName) ? "fits" : "breaks";
  // The server stores values of these types as strings, which remain valid with the type string.
  if (name === "string" && texts.has(oldName)) return "fits";
  return "breaks";
}

function numbersFit(old: Ruled, oldName: APIScalar, name: APIScalar, accepts: Accepts): boolean {
  const listed = listedValues(old, accepts);
  if (listed !== undefined) return listed.every((value) => !isWhole(name) || Number.isInteger(value));
  if (isWhole(name)) return isWhole(oldName) && isWithin(old, ranges[name]);
  if (!isWhole(oldName)) return name === "float64";
  // Larger integers lose digits in a floating-point number.
  const exact = name === "float32" ? 2 ** 24 : 2 ** 53;
  return isWithin(old, [-exact, exact]);
}

function isWithin(old: Ruled, range: readonly [number, number] | undefined): boolean {
  const [min, max] = [limitOf(old, "minimum"), limitOf(old, "maximum")];
  const [least, most] = range ?? [-Infinity, Infinity];
  return min !== undefined && max !== undefined && min.value >= least && max.value <= most;
}
