import type { ScalarName, Type } from "../../../engine/model/universe.js";
import { bounds } from "../../../runtime/schema/limits.js";
import { scalars } from "../../../runtime/rules/structural.js";
import type { JSONSchema } from "./json-schema.js";

/**
 * Patterns of the types that Kubernetes decodes from strings. The pattern of quantities is that of
 * controller-gen. The formats `duration` and `date-time` of an API server accept more strings than
 * the decoders: `3 days`, and times with any number of digits.
 */
export const scalarPatterns = {
  Duration: "^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$",
  MicroTime: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.,][0-9]{6}(Z|[+-]([01][0-9]|2[0-4]):([0-5][0-9]|60))$",
  Quantity:
    "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
} as const;

const intOrString: JSONSchema = { anyOf: [{ type: "integer" }, { type: "string" }], ...scalars.IntOrString };

/**
 * Schemas of scalars, with the types and formats of controller-gen. Unlike controller-gen, codegen
 * adds the limits of the integer types that have no format of their own.
 */
const schemas: { readonly [name in ScalarName]: JSONSchema } = {
  ...scalars,
  int8: { type: "integer", minimum: -128, maximum: 127 },
  int16: { type: "integer", minimum: -32768, maximum: 32767 },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  uint8: { type: "integer", minimum: 0, maximum: 255 },
  uint16: { type: "integer", minimum: 0, maximum: 65535 },
  uint32: { type: "integer", format: "int64", minimum: 0, maximum: 4294967295 },
  // No format allows numbers outside the range of int64.
  uint64: { type: "integer", format: "int64", minimum: 0 },
  Duration: { ...scalars.Duration, pattern: scalarPatterns.Duration },
  MicroTime: { ...scalars.MicroTime, pattern: scalarPatterns.MicroTime },
  Quantity: { ...intOrString, pattern: scalarPatterns.Quantity },
  IntOrString: intOrString,
};

/**
 * Returns the schema of a value without the limits of its scalar type, if rules state limits that
 * are at least as strict.
 */
export function withoutWeakerLimits(type: Type, schema: JSONSchema, stated: JSONSchema): JSONSchema {
  const ofType = type.kind === "scalar" ? schemas[type.name] : {};
  const [least, most] = bounds.value;
  const isWeaker = (key: string): boolean => {
    const [limit, own] = [ofType[key], stated[key]];
    if (typeof limit !== "number" || typeof own !== "number" || schema[key] !== limit) return false;
    return (key === least && own >= limit) || (key === most && own <= limit);
  };
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !isWeaker(key)));
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
