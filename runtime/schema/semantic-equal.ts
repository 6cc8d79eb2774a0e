import { compareQuantities } from "../quantity/index.js";
import { shapeOf, type TypeSchema, type ValueShape } from "./schema.js";
import { getOwn, isBranch } from "../json/values.js";
import { resolveShape, shapeAt } from "./resolve-shape.js";

/**
 * Reports whether an update leaves a property unchanged (Go: equality.Semantic.DeepEqual). At the
 * property itself, an absent list equals an empty list. Inside the value, an absent list differs
 * from an empty list. The order of map keys does not matter.
 * @param shape type of the values; if given, an absent map or absent bytes also equal an empty
 *   value at the property itself, and quantities are compared by their numeric values
 */
export function semanticEqual(left: unknown, right: unknown, shape?: ValueShape): boolean {
  if (left === right) return true;
  if (left === undefined) return isEmpty(right, shape);
  if (right === undefined) return isEmpty(left, shape);
  return areEqual(shape, left, right);
}

/** Reports whether two maps are equal. An absent map equals an empty map. */
export function equalMaps(left: object | undefined, right: object | undefined): boolean {
  return areEqual(undefined, left ?? none, right ?? none);
}

/**
 * Reports whether an update leaves the given properties unchanged. Unlike in `semanticEqual`, an
 * absent list differs from an empty list.
 * @param schema type that declares the properties; needed if they contain quantities
 */
export function equalIn<T extends object>(
  left: T,
  right: T,
  names: readonly (keyof T & string)[],
  schema?: TypeSchema,
): boolean {
  const fields = (schema && shapeOf(schema).fields) ?? {};
  return names.every((name) => areEqual(getOwn(fields, name), left[name], right[name]));
}

const none = {};

/** Reports whether a value is an empty list, map or bytes. */
function isEmpty(value: unknown, shape: ValueShape | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const under = shape && resolveShape(shape, value);
  if (under?.type === "bytes") return value === "";
  return under?.type === "map" && isBranch(value) && Object.keys(value).length === 0;
}

/**
 * Reports whether two values have the same JSON, where quantities are compared by their numeric
 * values.
 */
function areEqual(shape: ValueShape | undefined, left: unknown, right: unknown): boolean {
  if (left === right) return true;
  const under = shape && resolveShape(shape, left);
  if (!isBranch(left) || !isBranch(right)) return under?.type === "Quantity" && areEqualQuantities(left, right);
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    const items = under?.type === "list" ? under.items : undefined;
    return left.every((item, at) => areEqual(items, item, right[at]));
  }
  if (Array.isArray(right)) return false;
  for (const key of Object.keys(left)) {
    if (!areEqual(shapeAt(under, key), left[key], getOwn(right, key))) return false;
  }
  return Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key));
}

function areEqualQuantities(left: unknown, right: unknown): boolean {
  if (typeof left !== "string" || typeof right !== "string") return false;
  try {
    return compareQuantities(left, right) === 0;
  } catch {
    // A string that is not a quantity equals only itself.
    return false;
  }
}
