import type { ScalarName } from "../../../engine/model/universe.js";
import type { JSONSchema } from "./json-schema.js";

/** Schema of a value that is an integer or a string. */
const intOrString: JSONSchema = {
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
};

const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/**
 * Schemas of scalars, with the types and formats of controller-gen. Unlike controller-gen, codegen
 * adds the limits of each integer type.
 */
const schemas: { readonly [name in ScalarName]: JSONSchema } = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  int8: { type: "integer", minimum: -128, maximum: 127 },
  int16: { type: "integer", minimum: -32768, maximum: 32767 },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  uint8: { type: "integer", minimum: 0, maximum: 255 },
  uint16: { type: "integer", minimum: 0, maximum: 65535 },
  uint32: { type: "integer", format: "int64", minimum: 0, maximum: 4294967295 },
  // No format allows numbers outside the range of int64.
  uint64: { type: "integer", format: "int64", minimum: 0 },
  float32: { type: "number" },
  float64: { type: "number" },
  bytes: { type: "string", format: "byte" },
  Time: { type: "string", format: "date-time" },
  MicroTime: { type: "string", format: "date-time" },
  Duration: { type: "string", format: "duration" },
  Quantity: { ...intOrString, pattern: quantityPattern },
  IntOrString: intOrString,
  RawExtension: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  FieldsV1: { type: "object" },
  any: { "x-kubernetes-preserve-unknown-fields": true },
};

const ofTypes: ReadonlySet<JSONSchema> = new Set(Object.values(schemas));

/**
 * Returns the schema of a scalar without the limits of its type, if markers declare limits that are
 * at least as strict.
 */
export function withoutWeakerLimits(schema: JSONSchema, stated: JSONSchema): JSONSchema {
  if (!ofTypes.has(schema)) return schema;
  const { minimum, maximum, ...rest } = schema;
  const [least, most] = [stated["minimum"], stated["maximum"]];
  const isLeast = typeof least === "number" && least >= Number(minimum);
  const isMost = typeof most === "number" && most <= Number(maximum);
  return {
    ...rest,
    ...(minimum !== undefined && !isLeast && { minimum }),
    ...(maximum !== undefined && !isMost && { maximum }),
  };
}

export function scalarSchema(name: ScalarName): JSONSchema {
  return schemas[name];
}

/** Returns the schema of a union of literals. The members are sorted as in controller-gen. */
export function literalsSchema(values: readonly (string | number | boolean)[]): JSONSchema {
  const [first] = values;
  if (typeof first === "boolean") return { type: "boolean", ...(values.length === 1 ? { enum: values } : {}) };
  if (typeof first === "string") return { type: "string", enum: [...values].sort() };
  const numbers = values.filter((value) => typeof value === "number");
  const type = numbers.every(Number.isInteger) ? "integer" : "number";
  return { type, enum: numbers.toSorted((a, b) => a - b) };
}
