import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { typeMetaConstant } from "./type-meta.js";
import { setOwn } from "../json/values.js";

/**
 * Returns a new zero value of a type. Required fields have the zeros of their types, or null if
 * they are nullable. `kind` and `apiVersion` have the values of the kind. Optional fields are
 * absent. The zero of a union has only an empty discriminator.
 * @throws RangeError for a type that requires itself, because such a type has no finite value
 */
export function zeroOf(schema: TypeSchema): unknown {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return zeroOfValue(shape.value);
  if (shape.discriminator !== undefined) return { [shape.discriminator]: "" };
  if (shape.fields === undefined) return {};
  const zero: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    if (field.optional !== true) setOwn(zero, name, zeroOfField(schema, name, field));
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
  const isTypeMeta = schema.gvk !== undefined && (name === "kind" || name === "apiVersion");
  if (isTypeMeta) return typeMetaConstant(schema.gvk, name);
  return field.nullable === true ? null : zeroOfValue(field);
}
