import { shapeOf, type ReferenceShape, type TypeSchema, type ValueShape } from "./schema.js";

/**
 * Returns the schema of the objects in the place of a reference, which says whether they keep
 * unknown fields. Readers that do not ask this use `to`, as the type is the same.
 */
export function targetOf({ to, preserveUnknown }: ReferenceShape): TypeSchema {
  return preserveUnknown === true ? preserving(to()) : to();
}

/** Returns the members of a union, which says whether their objects keep unknown fields. */
export function unionMembersOf({ members = {}, preserveUnknown }: TypeSchema): NonNullable<TypeSchema["members"]> {
  if (preserveUnknown !== true) return members;
  return Object.fromEntries(Object.entries(members).map(([value, to]) => [value, () => preserving(to())]));
}

/** Reports whether objects of a type, or of a member of a union, keep unknown fields. */
export function preservesUnknown({ preserveUnknown, members = {} }: TypeSchema): boolean {
  return preserveUnknown === true || Object.values(members).some((member) => preservesUnknown(member()));
}

const preservingSchemas = new WeakMap<TypeSchema, TypeSchema>();

/** Returns the schema of a type whose objects keep unknown fields. */
function preserving(schema: TypeSchema): TypeSchema {
  if (schema.preserveUnknown === true) return schema;
  let found = preservingSchemas.get(schema);
  if (found === undefined) {
    const shape = shapeOf(schema);
    found = shape.value === undefined ? { ...shape, preserveUnknown: true } : { ...shape, value: inParts(shape.value) };
    preservingSchemas.set(schema, found);
  }
  return found;
}

/** As in Kubernetes, the items of a list keep unknown fields, too, and not the values of a map. */
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
