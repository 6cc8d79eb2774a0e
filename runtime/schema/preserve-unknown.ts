import { oncePer } from "../util/once-per.js";
import { shapeOf, type ReferenceShape, type TypeSchema, type ValueShape } from "./schema.js";

/**
 * Returns the schema of the type to which a value refers. The result has `preserveUnknown` if the
 * reference has it. Code that does not process unknown fields can call `to` directly.
 */
export function targetOf({ to, preserveUnknown }: ReferenceShape): TypeSchema {
  return preserveUnknown === true ? preserving(to()) : to();
}

/** Returns the members of a union. The results have `preserveUnknown` if the union has it. */
export function unionMembersOf({ members = {}, preserveUnknown }: TypeSchema): NonNullable<TypeSchema["members"]> {
  if (preserveUnknown !== true) return members;
  return Object.fromEntries(Object.entries(members).map(([value, to]) => [value, () => preserving(to())]));
}

/**
 * Reports whether objects of a type keep unknown fields. For a union, reports whether objects of at
 * least one member keep unknown fields.
 */
export function preservesUnknown({ preserveUnknown, members = {} }: TypeSchema): boolean {
  return preserveUnknown === true || Object.values(members).some((member) => preservesUnknown(member()));
}

/**
 * Returns a copy of a schema with `preserveUnknown`. For an alias, the type of its value also gets
 * `preserveUnknown`.
 */
const preserving: (schema: TypeSchema) => TypeSchema = oncePer((schema) => {
  if (schema.preserveUnknown === true) return schema;
  const shape = shapeOf(schema);
  return shape.value === undefined ? { ...shape, preserveUnknown: true } : { ...shape, value: inParts(shape.value) };
});

/**
 * Sets `preserveUnknown` in the references of a value. As in Kubernetes, the items of a list also
 * keep unknown fields, but the values of a map do not.
 */
function inParts(value: ValueShape): ValueShape {
  switch (value.type) {
    case "ref":
    case "embedded":
      return { ...value, preserveUnknown: true };
    case "list":
      return { ...value, items: inParts(value.items) };
    case "tuple":
      return { ...value, items: value.items.map(inParts) };
    default:
      return value;
  }
}
