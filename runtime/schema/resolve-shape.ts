import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "./schema.js";
import { getOwn, isBranch } from "../json/values.js";

/** Shape of a value, in which the fields of an object type replace a reference to the type. */
export type ResolvedShape =
  | Exclude<ValueShape, { readonly type: "ref" | "embedded" }>
  | { readonly type: "object"; readonly fields: object };

/** Follows references to declared types and to the member of a union. */
export function resolveShape(shape: ValueShape, value: unknown): ResolvedShape | undefined {
  if (shape.type !== "ref" && shape.type !== "embedded") return shape;
  let schema: TypeSchema | undefined = shape.to();
  const { discriminator, members = {} } = shapeOf(schema);
  if (discriminator !== undefined) {
    const tag = isBranch(value) ? getOwn(value, discriminator) : undefined;
    const member = typeof tag === "string" ? (getOwn(members, tag) as (() => TypeSchema) | undefined) : undefined;
    schema = member?.();
  }
  if (schema === undefined) return undefined;
  const { value: alias, fields = {} } = shapeOf(schema);
  return alias === undefined ? { type: "object", fields } : resolveShape(alias, value);
}

/** Returns the shape of a value of a map or of a field; undefined if the type does not have it. */
export function shapeAt(resolved: ResolvedShape | undefined, key: string): ValueShape | undefined {
  if (resolved?.type === "map") return resolved.values;
  return resolved?.type === "object"
    ? (getOwn(resolved.fields as Record<string, unknown>, key) as FieldShape | undefined)
    : undefined;
}
