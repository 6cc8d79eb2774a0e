import type { ScalarName } from "../../../engine/model/universe.js";
import type { JSONSchema } from "./json-schema.js";

/** A value that is an integer or a string. */
const intOrString: JSONSchema = {
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
};

const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/** The schemas of scalars, with the types and formats of controller-gen. */
const schemas: { readonly [name in ScalarName]: JSONSchema } = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  int8: { type: "integer" },
  int16: { type: "integer" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  uint8: { type: "integer" },
  uint16: { type: "integer" },
  uint32: { type: "integer", format: "int32" },
  uint64: { type: "integer", format: "int64" },
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

export function scalarSchema(name: ScalarName): JSONSchema {
  return schemas[name];
}

/** Returns the schema of a union of literals, whose members are sorted as by controller-gen. */
export function literalsSchema(values: readonly (string | number | boolean)[]): JSONSchema {
  const [first] = values;
  if (typeof first === "boolean") return { type: "boolean", ...(values.length === 1 ? { enum: values } : {}) };
  if (typeof first === "string") return { type: "string", enum: [...values].sort() };
  const numbers = values.filter((value) => typeof value === "number");
  const type = numbers.every(Number.isInteger) ? "integer" : "number";
  return { type, enum: numbers.toSorted((a, b) => a - b) };
}
