import { selectedMember } from "../schema/resolve-shape.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, isObject } from "../json/values.js";
import { hasProperties, isEmptyObject, isZeroLeaf, interfaceProperties } from "./zero-values.js";

/**
 * Result of a search in a value: the value contains an optional zero, is a zero itself, or neither.
 */
type Found = "optional zero" | "zero" | "other";

/**
 * Reports whether an object contains an optional property with the zero of its type. Only then can
 * `withoutAddedZeros` remove something. Most objects contain no such zeros, and this test is
 * cheaper than `withoutAddedZeros`, because it makes no copies.
 */
export function hasOptionalZeros(schema: TypeSchema, value: object): boolean {
  return inSchema(schema, value) === "optional zero";
}

function inSchema(schema: TypeSchema, value: unknown): Found {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return inValue(shape.value, value);
  if (!isObject(value)) return "other";
  if (shape.discriminator === undefined) return inObject(shape, value);
  const member = selectedMember(schema, value);
  if (member === undefined) return getOwn(value, shape.discriminator) === "" ? "zero" : "other";
  return inSchema(member, value) === "optional zero" ? "optional zero" : "other";
}

function inValue(shape: ValueShape, value: unknown): Found {
  if (value === null) return "other";
  if (!hasProperties(shape)) return isZeroLeaf(shape, value) ? "zero" : "other";
  switch (shape.type) {
    case "list":
      if (!Array.isArray(value)) return "other";
      return value.length === 0 ? "zero" : inMembers(shape.items, value);
    case "map":
      if (!isObject(value)) return "other";
      return isEmptyObject(value) ? "zero" : inMembers(shape.values, Object.values(value));
    default:
      return inSchema(shape.to(), value);
  }
}

function inMembers(shape: ValueShape, values: readonly unknown[]): Found {
  return values.some((value) => inValue(shape, value) === "optional zero") ? "optional zero" : "other";
}

function inObject(shape: SchemaShape, value: Readonly<Record<string, unknown>>): Found {
  const properties = interfaceProperties(shape);
  let found: Found = "zero";
  for (const name in value) {
    const property = properties.get(name);
    const inProperty = property === undefined ? "other" : inValue(property.shape, value[name]);
    if (inProperty === "optional zero" || (inProperty === "zero" && property?.isOptional === true))
      return "optional zero";
    if (inProperty === "other") found = "other";
  }
  return found;
}
