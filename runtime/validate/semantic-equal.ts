import { compareQuantities } from "../quantity/index.js";
import { isEmptyValue } from "../rules/type-rules.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, isBranch } from "../json/values.js";

type Branch = Readonly<Record<string, unknown>>;

/**
 * Reports whether two values are equal for an update: an absent list equals an empty one (Go:
 * equality.Semantic.DeepEqual). The order of the keys in a map does not matter.
 * @param shape the type of the values. With it, an absent map equals an empty one, quantities are
 * compared by their values, and a property for which an empty value is not an absent one is equal
 * only if both are absent or neither
 */
export function semanticEqual(left: unknown, right: unknown, shape?: ValueShape): boolean {
  if (left === right) return true;
  return shape === undefined ? haveEqualJSON(left, right) : areEqual(shape, left, right);
}

/** Reports whether two maps are equal; an absent map and an empty one are the same. */
export function equalMaps(left: object | undefined, right: object | undefined): boolean {
  return haveEqualJSON(left ?? none, right ?? none);
}

/**
 * Reports whether the given properties have semantically equal values in two objects.
 * @param schema the type that declares the properties, see `semanticEqual`
 */
export function equalIn<T extends object>(
  left: T,
  right: T,
  names: readonly (keyof T & string)[],
  schema?: TypeSchema,
): boolean {
  const fields = (schema && shapeOf(schema).fields) ?? {};
  for (const name of names) {
    if (!areEqualProperties(getOwn(fields, name) as FieldShape | undefined, left[name], right[name])) return false;
  }
  return true;
}

const none: Branch = {};

function haveEqualJSON(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isBranch(left)) return left === undefined && isEmptyList(right);
  if (!isBranch(right)) return right === undefined && isEmptyList(left);
  if (Array.isArray(left)) return Array.isArray(right) && areEqualLists(left, right, haveEqualJSON);
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  for (const key of keys) if (!haveEqualJSON(left[key], getOwn(right, key))) return false;
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key) && !haveEqualJSON(undefined, right[key])) return false;
  }
  return true;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function areEqualLists(
  left: readonly unknown[],
  right: readonly unknown[],
  equal: (left: unknown, right: unknown) => boolean,
): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (!equal(left[at], right[at])) return false;
  return true;
}

function areEqual(shape: ValueShape, left: unknown, right: unknown): boolean {
  switch (shape.type) {
    case "ref":
    case "embedded":
      return areEqualOfSchema(shape.to(), left, right);
    case "list":
      return (
        Array.isArray(left ?? []) &&
        Array.isArray(right ?? []) &&
        areEqualLists((left ?? []) as unknown[], (right ?? []) as unknown[], (a, b) => semanticEqual(a, b, shape.items))
      );
    case "map":
      return areEqualMaps(left ?? none, right ?? none, (a, b) => semanticEqual(a, b, shape.values));
    case "bytes":
      return (left ?? "") === (right ?? "");
    case "Quantity":
      return typeof left === "string" && typeof right === "string" && areEqualQuantities(left, right);
    default:
      return haveEqualJSON(left, right);
  }
}

function areEqualOfSchema(schema: TypeSchema, left: unknown, right: unknown): boolean {
  const { value, discriminator, members, fields = {} } = shapeOf(schema);
  if (value !== undefined) return areEqual(value, left, right);
  if (!isBranch(left) || !isBranch(right)) return false;
  if (discriminator !== undefined) {
    const tag = getOwn(left, discriminator);
    const member = typeof tag === "string" ? getOwn(members ?? {}, tag) : undefined;
    return typeof member === "function" && areEqualOfSchema((member as () => TypeSchema)(), left, right);
  }
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of names) {
    const field = getOwn(fields, name) as FieldShape | undefined;
    if (!areEqualProperties(field, getOwn(left, name), getOwn(right, name))) return false;
  }
  return true;
}

function areEqualProperties(field: FieldShape | undefined, left: unknown, right: unknown): boolean {
  const isOneAbsent = (left === undefined) !== (right === undefined);
  return !(isOneAbsent && field !== undefined && isEmptyValue(field)) && semanticEqual(left, right, field);
}

function areEqualMaps(left: unknown, right: unknown, equal: (left: unknown, right: unknown) => boolean): boolean {
  if (!isBranch(left) || !isBranch(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]));
}

function areEqualQuantities(left: string, right: string): boolean {
  try {
    return compareQuantities(left, right) === 0;
  } catch {
    // A text that is not a quantity equals only itself.
    return false;
  }
}
