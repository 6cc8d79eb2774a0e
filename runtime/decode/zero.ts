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

/** Zeros of the types that are neither numbers nor contain other types. */
const zeros: Readonly<Partial<Record<ValueShape["type"], null | false | string>>> = {
  any: null,
  boolean: false,
  string: "",
  bytes: "",
  Time: "",
  MicroTime: "",
  Duration: "0s",
  Quantity: "0",
};

function zeroOfValue(value: ValueShape): unknown {
  switch (value.type) {
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
    default: {
      const zero = zeros[value.type];
      return zero === undefined ? 0 : zero;
    }
  }
}

function zeroOfField(schema: TypeSchema, name: string, field: FieldShape): unknown {
  return typeMetaConstant(schema.gvk, name) ?? (field.nullable === true ? null : zeroOfValue(field));
}
