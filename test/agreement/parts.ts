import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../../runtime/schema/schema.js";

/** A property, or an item or value of a collection. */
export type Part = FieldShape | ValueShape;

/**
 * Reports whether a test holds for a part of a type, or for a part of one of its parts. An item or
 * value of a collection has no name.
 */
export function hasPart(schema: TypeSchema, isWanted: (part: Part, name: string) => boolean): boolean {
  const seen = new Set<TypeSchema>();
  const inType = (type: TypeSchema): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    const { name, value, fields = {}, members = {} } = shapeOf(type);
    if (name === "v1.ObjectMeta") return false;
    if (value !== undefined) return inPart(value);
    const isInFields = Object.entries(fields).some(([field, part]) => inPart(part, field));
    return isInFields || Object.values(members).some((to) => inType(to()));
  };
  const inPart = (part: Part, field = ""): boolean => {
    if (isWanted(part, field)) return true;
    if (part.type === "list") return inPart(part.items);
    if (part.type === "map") return inPart(part.values);
    if (part.type === "tuple") return part.items.some((item) => inPart(item));
    return (part.type === "ref" || part.type === "embedded") && inType(part.to());
  };
  return inType(schema);
}

/** Returns another value of a part, or undefined to remove a property. The value is not null. */
export type Change = (part: Part, value: unknown) => unknown;

/** Returns a value of a type in which the values of parts are changed, and then their own parts. */
export function withChanges(schema: TypeSchema, value: unknown, change: Change): unknown {
  const { fields = {}, value: of, discriminator, members = {} } = shapeOf(schema);
  if (of !== undefined) return withChangedPart(of, value, change);
  if (!isObject(value)) return value;
  if (discriminator !== undefined) {
    const tag = value[discriminator];
    const member = typeof tag === "string" ? members[tag] : undefined;
    return member === undefined ? value : withChanges(member(), value, change);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const changed = Object.hasOwn(fields, name) ? withChangedPart(fields[name] as Part, one, change) : one;
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

function withChangedPart(part: Part, before: unknown, change: Change): unknown {
  if (before === null || before === undefined) return before;
  const value = change(part, before);
  if (part.type === "list" && Array.isArray(value))
    return value.map((item) => withChangedPart(part.items, item, change));
  if (part.type === "map" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withChangedPart(part.values, one, change)]),
    );
  return part.type === "ref" || part.type === "embedded" ? withChanges(part.to(), value, change) : value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
