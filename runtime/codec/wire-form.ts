import { getOwn, setOwn } from "../values.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema.js";

/**
 * Converts a value from its form in memory to its wire format. If both forms are equal, returns the
 * value itself. Never mutates the value.
 */
export type WireForm = (value: unknown) => unknown;

const forms = new WeakMap<TypeSchema, { readonly form: WireForm | undefined }>();

/**
 * Returns the function that converts values of a type to wire format. Returns undefined if both
 * forms of the type are equal, as for most types; the encoder then skips this step.
 */
export function wireFormOf(schema: TypeSchema): WireForm | undefined {
  const known = forms.get(schema);
  if (known !== undefined) return known.form;
  const form = differs(schema, new Set()) ? compileType(schema) : undefined;
  forms.set(schema, { form });
  return form;
}

/**
 * Reports whether the wire format of a type differs from its form in memory. The two differ in
 * types that contain times, or objects with a kind.
 */
function differs(schema: TypeSchema, seen: Set<TypeSchema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return valueDiffers(shape.value, seen);
  const members = Object.values(shape.members ?? {});
  if (members.some((member) => differs(member(), seen))) return true;
  return Object.values(shape.fields ?? {}).some((field) => valueDiffers(field, seen));
}

function valueDiffers(value: ValueShape, seen: Set<TypeSchema>): boolean {
  switch (value.type) {
    case "Time":
    case "MicroTime":
      return true;
    case "list":
      return valueDiffers(value.items, seen);
    case "map":
      return valueDiffers(value.values, seen);
    case "tuple":
      return value.items.some((item) => valueDiffers(item, seen));
    case "ref":
      return shapeOf(value.to()).gvk !== undefined || differs(value.to(), seen);
    case "embedded":
      return differs(value.to(), seen);
    default:
      return false;
  }
}

function compileType(schema: TypeSchema): WireForm {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return compileValue(shape.value) ?? same;
  if (shape.discriminator !== undefined) return unionForm(shape, shape.discriminator);
  return objectForm(shape);
}

function objectForm(shape: SchemaShape): WireForm {
  const fields = Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
    const form = compileValue(field);
    return form === undefined ? [] : [{ name, form, isOptional: field.optional === true }];
  });
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    let copy: Record<string, unknown> | undefined;
    for (const { name, form, isOptional } of fields) {
      const child = getOwn(value as Readonly<Record<string, unknown>>, name);
      if (child === undefined) continue;
      const wire = form(child);
      if (wire === child) continue;
      copy ??= { ...value };
      if (wire === null && isOptional) Reflect.deleteProperty(copy, name);
      else setOwn(copy, name, wire);
    }
    return copy ?? value;
  };
}

function unionForm(shape: SchemaShape, discriminator: string): WireForm {
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const tag = String(getOwn(value as Readonly<Record<string, unknown>>, discriminator));
    const member = Object.hasOwn(shape.members ?? {}, tag) ? shape.members?.[tag] : undefined;
    return member === undefined ? value : (wireFormOf(member()) ?? same)(value);
  };
}

function compileValue(value: ValueShape): WireForm | undefined {
  if (!valueDiffers(value, new Set())) return undefined;
  switch (value.type) {
    case "Time":
    case "MicroTime":
      return (time) => (time === "" ? null : time);
    case "list":
      return listForm(compileValue(value.items) ?? same);
    case "tuple": {
      const items = value.items.map((item) => compileValue(item) ?? same);
      return (tuple) => (Array.isArray(tuple) ? tuple.map((child, i) => (items[i] ?? same)(child)) : tuple);
    }
    case "map":
      return mapForm(compileValue(value.values) ?? same);
    case "ref":
      return (child) => {
        const target = value.to();
        const wire = (wireFormOf(target) ?? same)(child);
        return shapeOf(target).gvk === undefined ? wire : withoutKind(wire);
      };
    case "embedded":
      return (child) => (wireFormOf(value.to()) ?? same)(child);
    default:
      return undefined;
  }
}

function listForm(item: WireForm): WireForm {
  return (list) => {
    if (!Array.isArray(list)) return list;
    const given: readonly unknown[] = list;
    const wire = given.map(item);
    return wire.some((child, i) => child !== given[i]) ? wire : given;
  };
}

function mapForm(form: WireForm): WireForm {
  return (map) => {
    if (typeof map !== "object" || map === null) return map;
    let copy: Record<string, unknown> | undefined;
    for (const [key, child] of Object.entries(map)) {
      const wire = form(child);
      if (wire !== child) setOwn((copy ??= { ...map }), key, wire);
    }
    return copy ?? map;
  };
}

function withoutKind(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  delete copy["kind"];
  delete copy["apiVersion"];
  return copy;
}

function same(value: unknown): unknown {
  return value;
}
