import { oncePer } from "../util/once-per.js";
import type { SchemaShape, ValueShape } from "../schema/schema.js";
import { isObject } from "../json/values.js";

/** A property of an interface, with facts for the search for zeros. */
export interface InterfaceProperty {
  readonly shape: ValueShape;
  readonly isOptional: boolean;
  readonly hasProperties: boolean;
}

/** Returns the properties of an interface by name. The result is cached. */
export const interfaceProperties = oncePer((shape: SchemaShape): ReadonlyMap<string, InterfaceProperty> => {
  const entries = Object.entries(shape.fields ?? {}).map(([name, field]): [string, InterfaceProperty] => [
    name,
    { shape: field, isOptional: field.optional === true, hasProperties: hasProperties(field) },
  ]);
  return new Map(entries);
});

/**
 * Reports whether a value is the zero of its type. Returns false for tuples and values without a
 * type. The type must not contain objects with declared properties (see `hasProperties`).
 */
export function isZeroLeaf(shape: ValueShape, value: unknown): boolean {
  switch (shape.type) {
    case "list":
      return Array.isArray(value) && value.length === 0;
    case "map":
      return isObject(value) && isEmptyObject(value);
    case "tuple":
    case "any":
      return false;
    case "RawExtension":
    case "FieldsV1":
      return isObject(value) && isEmptyObject(value);
    case "Duration":
      return value === "0s";
    case "Quantity":
      return value === "0";
    default:
      return !value;
  }
}

/** Shape of a reference, or of a list or map that contains references. */
export type PropertiesShape = Extract<ValueShape, { readonly type: "ref" | "embedded" | "list" | "map" }>;

/**
 * Reports whether values of a shape can contain objects with declared properties. Only such values
 * can contain zeros to remove, so others, such as a map of 100,000 strings, are not searched.
 */
export function hasProperties(shape: ValueShape): shape is PropertiesShape {
  switch (shape.type) {
    case "ref":
    case "embedded":
      return true;
    case "list":
      return hasProperties(shape.items);
    case "map":
      return hasProperties(shape.values);
    default:
      return false;
  }
}

export function isEmptyObject(value: object): boolean {
  for (const _key in value) return false;
  return true;
}
