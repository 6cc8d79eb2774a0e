import { containsShape, selectedMember } from "../schema/resolve-shape.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn, setOwn } from "../json/values.js";
import { oncePer } from "../util/once-per.js";

/**
 * Converts a value of one type from memory to wire format. Returns the value itself if nothing
 * changes. Never mutates the value.
 */
export type WireConversion = (value: unknown) => unknown;

/**
 * Returns the function that converts values of a type from memory to wire format. Times and nested
 * objects with a kind differ between memory and wire. For types without such values, returns
 * undefined; the encoder then skips the conversion. An optional field whose converted value is null
 * is removed.
 */
export const wireFormOf: (schema: TypeSchema) => WireConversion | undefined = oncePer((schema) =>
  differs({ type: "embedded", to: () => schema }) ? ofType(shapeOf(schema)) : undefined,
);

function differs(value: ValueShape): boolean {
  return containsShape(value, (part) => isTime(part) || (part.type === "ref" && hasKind(part.to())));
}

function isTime({ type }: ValueShape): boolean {
  return type === "Time" || type === "MicroTime";
}

function hasKind(schema: TypeSchema): boolean {
  return shapeOf(schema).gvk !== undefined;
}

function ofType(shape: SchemaShape): WireConversion {
  if (shape.value !== undefined) return ofValue(shape.value) ?? same;
  return shape.discriminator === undefined ? ofObject(shape) : ofUnion(shape);
}

function ofObject(shape: SchemaShape): WireConversion {
  const fields = Object.entries(shape.fields ?? {}).flatMap(([name, field]) => {
    const form = ofValue(field);
    return form === undefined ? [] : [{ name, form, isOptional: field.optional === true }];
  });
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    let copy: Record<string, unknown> | undefined;
    for (const { name, form, isOptional } of fields) {
      const child = getOwn(value as Readonly<Record<string, unknown>>, name);
      if (child === undefined || child === null) continue;
      const converted = form(child);
      if (converted === child) continue;
      copy ??= { ...value };
      if (converted === null && isOptional) Reflect.deleteProperty(copy, name);
      else setOwn(copy, name, converted);
    }
    return copy ?? value;
  };
}

function ofUnion(shape: SchemaShape): WireConversion {
  return (value) => {
    const member = selectedMember(shape, value);
    return member === undefined ? value : inWireForm(member, value);
  };
}

function ofValue(value: ValueShape): WireConversion | undefined {
  if (!differs(value)) return undefined;
  switch (value.type) {
    case "list":
      return listForm(ofValue(value.items) ?? same);
    case "tuple": {
      const items = value.items.map((item) => ofValue(item) ?? same);
      return (tuple) => (Array.isArray(tuple) ? tuple.map((child, i) => (items[i] ?? same)(child)) : tuple);
    }
    case "map":
      return mapForm(ofValue(value.values) ?? same);
    case "ref":
      return (child) => {
        const converted = inWireForm(value.to(), child);
        return hasKind(value.to()) ? withoutKind(converted) : converted;
      };
    case "embedded":
      return (child) => inWireForm(value.to(), child);
    default:
      return (time) => (time === "" ? null : time);
  }
}

function inWireForm(schema: TypeSchema, value: unknown): unknown {
  return (wireFormOf(schema) ?? same)(value);
}

function withoutKind(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  delete copy["kind"];
  delete copy["apiVersion"];
  return copy;
}

function listForm(item: WireConversion): WireConversion {
  return (list) => {
    if (!Array.isArray(list)) return list;
    const given: readonly unknown[] = list;
    const converted = given.map(item);
    return converted.some((child, i) => child !== given[i]) ? converted : given;
  };
}

function mapForm(form: WireConversion): WireConversion {
  return (map) => {
    if (typeof map !== "object" || map === null) return map;
    let copy: Record<string, unknown> | undefined;
    for (const [key, child] of Object.entries(map)) {
      const converted = form(child);
      if (converted !== child) setOwn((copy ??= { ...map }), key, converted);
    }
    return copy ?? map;
  };
}

function same(value: unknown): unknown {
  return value;
}
