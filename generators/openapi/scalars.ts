import type { ScalarName } from "../../engine/model/universe.js";
import { scalarModels } from "../json-schema/model-name.js";
import { given, json, type SchemaView } from "./view.js";

const plain: {
  readonly [name in ScalarName]?: { readonly type: string; readonly format?: string; readonly zero: unknown };
} = {
  string: { type: "string", zero: "" },
  boolean: { type: "boolean", zero: false },
  // openapi-gen writes the format `byte` for integers of 8 bits, and `int32` for integers of 16
  // bits.
  int8: { type: "integer", format: "byte", zero: 0 },
  uint8: { type: "integer", format: "byte", zero: 0 },
  int16: { type: "integer", format: "int32", zero: 0 },
  uint16: { type: "integer", format: "int32", zero: 0 },
  int32: { type: "integer", format: "int32", zero: 0 },
  uint32: { type: "integer", format: "int64", zero: 0 },
  int64: { type: "integer", format: "int64", zero: 0 },
  uint64: { type: "integer", format: "int64", zero: 0 },
  float32: { type: "number", format: "float", zero: 0 },
  float64: { type: "number", format: "double", zero: 0 },
  bytes: { type: "string", format: "byte", zero: undefined },
};

export function scalarSchema(name: ScalarName): SchemaView {
  const model = scalarModels[name];
  if (model !== undefined) return [{ kind: "reference", key: "$ref", name: model }];
  const known = plain[name];
  // The schema of an arbitrary JSON value has no type.
  return known === undefined
    ? [json("x-kubernetes-preserve-unknown-fields", true)]
    : given({ type: known.type, format: known.format });
}

/**
 * Returns the zero value of a scalar. Returns undefined if the scalar is not a plain value in Go,
 * such as a time.
 */
export function scalarZero(name: ScalarName): unknown {
  return plain[name]?.zero;
}

/**
 * Returns the schema of a union of literals.
 * @param values values of one base type
 */
export function literalsSchema(values: readonly (string | number | boolean)[]): SchemaView {
  const [first] = values;
  if (typeof first === "boolean") return [json("type", "boolean")];
  if (typeof first === "number") return given({ type: "number", format: "double", enum: values });
  return given({ type: "string", enum: membersOf(values) });
}

/**
 * Returns the literals of a union in the order of openapi-gen: strings are sorted, other literals
 * remain in their order.
 */
export function membersOf(values: readonly (string | number | boolean)[]): readonly (string | number | boolean)[] {
  return values.every((value) => typeof value === "string") ? [...values].sort() : values;
}
