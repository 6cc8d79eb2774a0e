import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "./schema.js";
import { getOwn, isBranch } from "../json/values.js";

/**
 * Shape of a value in which a reference to an object type is replaced by the fields of the type.
 */
export type ResolvedShape =
  | Exclude<ValueShape, { readonly type: "ref" | "embedded" }>
  | { readonly type: "object"; readonly fields: NonNullable<SchemaShape["fields"]> };

/**
 * Returns the member of a union that the discriminator of a value selects; undefined if it selects
 * none.
 */
export function selectedMember(
  { discriminator = "", members = {} }: TypeSchema,
  value: unknown,
): TypeSchema | undefined {
  const tag = isBranch(value) ? getOwn(value, discriminator) : undefined;
  return typeof tag === "string" ? getOwn(members, tag)?.() : undefined;
}

/**
 * Follows references to declared types. For a union, uses the member that the value's discriminator
 * selects; returns undefined if it selects none.
 */
export function resolveShape(shape: ValueShape, value: unknown): ResolvedShape | undefined {
  if (shape.type !== "ref" && shape.type !== "embedded") return shape;
  const named = shape.to();
  const schema = named.discriminator === undefined ? named : selectedMember(named, value);
  if (schema === undefined) return undefined;
  const { value: alias, fields = {} } = shapeOf(schema);
  return alias === undefined ? { type: "object", fields } : resolveShape(alias, value);
}

/**
 * Returns the shape of a map value or of a field; undefined if the type does not declare the key.
 */
export function shapeAt(resolved: ResolvedShape | undefined, key: string): ValueShape | undefined {
  if (resolved?.type === "map") return resolved.values;
  return resolved?.type === "object" ? getOwn(resolved.fields, key) : undefined;
}

/** Returns the shape of a value, with aliases replaced by their types. */
export function resolved(shape: ValueShape): ValueShape {
  let under = shape;
  for (let value = aliased(under); value !== undefined; value = aliased(under)) under = value;
  return under;
}

function aliased(shape: ValueShape): ValueShape | undefined {
  return shape.type === "ref" ? shapeOf(shape.to()).value : undefined;
}

/**
 * Returns the shapes of the items or values of a list, tuple or map; an empty list for another
 * shape.
 */
function partsOf(shape: ValueShape): readonly ValueShape[] {
  switch (shape.type) {
    case "list":
      return [shape.items];
    case "map":
      return [shape.values];
    case "tuple":
      return shape.items;
    default:
      return [];
  }
}

/** Returns the declared types of a value, or of its items, keys and values. */
export function typesIn(value: ValueShape): readonly TypeSchema[] {
  if (value.type === "ref" || value.type === "embedded") return [value.to()];
  const keys = value.type === "map" && value.keys !== undefined ? [value.keys()] : [];
  return [...keys, ...partsOf(value).flatMap(typesIn)];
}

/**
 * Reports whether a shape, or a shape that it contains at any depth, meets a condition.
 * @param seen types that were already searched, because a type can contain itself
 */
export function containsShape(
  shape: ValueShape,
  meets: (shape: ValueShape) => boolean,
  seen = new Set<TypeSchema>(),
): boolean {
  const contains = (part: ValueShape): boolean => containsShape(part, meets, seen);
  if (meets(shape)) return true;
  if (shape.type !== "ref" && shape.type !== "embedded") return partsOf(shape).some(contains);
  const schema = shape.to();
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { value, members = {}, fields = {} } = shapeOf(schema);
  const parts = value === undefined ? Object.values<ValueShape>(fields) : [value];
  return [...parts, ...Object.values(members).map((to): ValueShape => ({ type: "embedded", to }))].some(contains);
}
