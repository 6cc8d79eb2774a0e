import { shapeOf } from "../schema.js";
import type { FieldShape, TypeSchema, ValueShape } from "../schema.js";

/**
 * The zero value of a type: every required field with its own zero, no optional one. A new value each time.
 * @throws RangeError for a type that requires itself, which has no finite value
 */
export function zeroOf(schema: TypeSchema): unknown {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return zeroOfValue(shape.value);
  if (shape.discriminator !== undefined) return { [shape.discriminator]: "" };
  if (shape.fields === undefined) return {};
  const zero: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    if (field.optional !== true) define(zero, name, zeroOfField(schema, name, field));
  }
  return zero;
}

export function zeroOfValue(value: ValueShape): unknown {
  switch (value.type) {
    case "any":
      return null;
    case "boolean":
      return false;
    case "string":
    case "bytes":
    case "Time":
    case "MicroTime":
      return "";
    case "Duration":
      return "0s";
    case "Quantity":
      return "0";
    case "list":
      return [];
    case "tuple":
      return value.items.map(zeroOfValue);
    case "map":
    case "RawExtension":
    case "FieldsV1":
      return {};
    case "ref":
    case "embedded":
      return zeroOf(value.to());
    default:
      return 0;
  }
}

function zeroOfField(schema: TypeSchema, name: string, field: FieldShape): unknown {
  if (schema.gvk !== undefined && name === "kind") return schema.gvk.kind;
  if (schema.gvk !== undefined && name === "apiVersion") {
    return schema.gvk.group === "" ? schema.gvk.version : `${schema.gvk.group}/${schema.gvk.version}`;
  }
  return zeroOfValue(field);
}

function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
  else target[key] = value;
}
