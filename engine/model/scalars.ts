import type { ScalarName } from "./universe.js";

const scalarNames: ReadonlySet<string> = new Set<ScalarName>([
  "string",
  "boolean",
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float32",
  "float64",
  "bytes",
  "Time",
  "MicroTime",
  "Duration",
  "Quantity",
  "IntOrString",
  "RawExtension",
  "FieldsV1",
  "any",
]);

/** Scalars whose JSON value is a number. */
export const numberScalars: ReadonlySet<ScalarName> = new Set<ScalarName>([
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float32",
  "float64",
]);

/** Scalars whose JSON value is a text. */
export const textScalars: ReadonlySet<ScalarName> = new Set<ScalarName>([
  "string",
  "bytes",
  "Time",
  "MicroTime",
  "Duration",
  "Quantity",
]);

export function isScalarName(name: string): name is ScalarName {
  return scalarNames.has(name);
}
