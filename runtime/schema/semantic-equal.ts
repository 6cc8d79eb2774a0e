import { compareQuantities } from "../quantity/index.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "./schema.js";
import { getOwn, isBranch } from "../json/values.js";
import { resolveShape, shapeAt } from "./resolve-shape.js";

/**
 * Reports whether a property is unchanged by an update: an absent list equals an empty one (Go:
 * equality.Semantic.DeepEqual). Within a value, JSON is compared as a cluster compares it, so an
 * absent list differs from an empty one. The order of the keys in a map does not matter.
 * @param shape the type of the values. With it, an absent map equals an empty one, and quantities
 * are compared by their values
 */
export function semanticEqual(left: unknown, right: unknown, shape?: ValueShape): boolean {
  if (left === right) return true;
  if (left === undefined) return isEmpty(right, shape);
  if (right === undefined) return isEmpty(left, shape);
  return areEqual(shape, left, right);
}

/** Reports whether two maps are equal; an absent map and an empty one are the same. */
export function equalMaps(left: object | undefined, right: object | undefined): boolean {
  return areEqual(undefined, left ?? none, right ?? none);
}

/**
 * Reports whether an update leaves the given properties unchanged, see `semanticEqual`.
 * @param schema the type that declares the properties
 */
export function equalIn<T extends object>(
  left: T,
  right: T,
  names: readonly (keyof T & string)[],
  schema?: TypeSchema,
): boolean {
  const fields = (schema && shapeOf(schema).fields) ?? {};
  return names.every((name) => areEqual(getOwn(fields, name) as FieldShape | undefined, left[name], right[name]));
}

const none = {};

/** Reports whether a list, map or bytes have no content. */
function isEmpty(value: unknown, shape: ValueShape | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const under = shape && resolveShape(shape, value);
  if (under?.type === "bytes") return value === "";
  return under?.type === "map" && isBranch(value) && Object.keys(value).length === 0;
}

/** Reports whether two values have the same JSON, apart from quantities. */
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
    // A text that is not a quantity equals only itself.
    return false;
  }
}
