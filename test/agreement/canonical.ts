import { shapeOf, type TypeSchema, type ValueShape } from "../../runtime/schema/schema.js";

/** A valid value of each type whose values a server rewrites to their canonical form. */
const values: Readonly<Partial<Record<ValueShape["type"], string>>> = {
  Quantity: "1",
  Duration: "1h0m0s",
  Time: "2026-01-02T03:04:05Z",
  MicroTime: "2026-01-02T03:04:05.000001Z",
  bytes: "YWJj",
};

/** Reports whether a type has parts whose values have a canonical form. */
export function hasCanonicalForm(schema: TypeSchema): boolean {
  const seen = new Set<TypeSchema>();
  const inType = (type: TypeSchema): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    const { name, value, fields = {}, members = {} } = shapeOf(type);
    if (name === "v1.ObjectMeta") return false;
    const parts = [...Object.values(fields), ...(value === undefined ? [] : [value])];
    return parts.some(inValue) || Object.values(members).some((to) => inType(to()));
  };
  const inValue = (value: ValueShape): boolean => {
    if (value.type in values) return true;
    if (value.type === "list") return inValue(value.items);
    if (value.type === "map") return inValue(value.values);
    if (value.type === "tuple") return value.items.some(inValue);
    return (value.type === "ref" || value.type === "embedded") && inType(value.to());
  };
  return inType(schema);
}

/** Returns a value in which each part with a canonical form has a valid value in this form. */
export function canonical(schema: TypeSchema, value: unknown): unknown {
  const { fields, value: of, discriminator, members = {} } = shapeOf(schema);
  if (of !== undefined) return canonicalValue(of, value);
  if (!isObject(value)) return value;
  const tag = discriminator === undefined ? undefined : value[discriminator];
  const member = typeof tag === "string" ? members[tag] : undefined;
  if (discriminator !== undefined) return member === undefined ? value : canonical(member(), value);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? one : canonicalValue(field, one)];
    }),
  );
}

function canonicalValue(shape: ValueShape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const replacement = values[shape.type];
  if (replacement !== undefined) return replacement;
  if (shape.type === "list" && Array.isArray(value)) return value.map((item) => canonicalValue(shape.items, item));
  if (shape.type === "map" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, canonicalValue(shape.values, one)]));
  return shape.type === "ref" || shape.type === "embedded" ? canonical(shape.to(), value) : value;
}

/**
 * Returns a stored object without the zeros of properties that requests can leave out although they
 * have no `?`, if the other object does not have them.
 */
export function withoutZeros(schema: TypeSchema, value: unknown, other: unknown): unknown {
  const { fields = {}, value: of } = shapeOf(schema);
  if (of !== undefined || !isObject(value) || !isObject(other)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const isZero = one === "" || one === 0 || one === false || (isBranch(one) && Object.keys(one).length === 0);
      if (field?.required === false && isZero && !Object.hasOwn(other, name)) return [];
      return [[name, field?.type === "ref" ? withoutZeros(field.to(), one, other[name]) : one]];
    }),
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isBranch(value) && !Array.isArray(value);
}
