import { isObject } from "../../json/values.js";
import { oncePer } from "../../util/once-per.js";
import type { CELSchema } from "../types/schema.js";
import type { JSONInput } from "./value.js";

/**
 * Compares two JSON values of the same schema without converting them to CEL values. Returns
 * undefined for values that must be converted: values with wrong types, unknown properties or ints
 * outside the safe range, and values of schemas with a special equality.
 */
export type SchemaComparison = (a: JSONInput, b: JSONInput) => boolean | undefined;

const unknown: SchemaComparison = () => undefined;

const scalars: Readonly<Record<string, SchemaComparison>> = {
  boolean: (a, b) => (typeof a === "boolean" && typeof b === "boolean" ? a === b : undefined),
  integer: (a, b) => (Number.isSafeInteger(a) && Number.isSafeInteger(b) ? a === b : undefined),
  number: (a, b) => (typeof a === "number" && typeof b === "number" ? a === b : undefined),
  string: (a, b) => (typeof a === "string" && typeof b === "string" ? a === b : undefined),
};

/** Returns the comparison of the values of a schema. */
const comparisonOf: (schema: CELSchema) => SchemaComparison = oncePer(comparisonFor);

function comparisonFor(schema: CELSchema): SchemaComparison {
  const { type = "", format, items, properties, additionalProperties } = schema;
  if (schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-embedded-resource"] === true)
    return unknown;
  if (type === "string" && format !== undefined) return unknown;
  if (type === "array") {
    const isAtomic = (schema["x-kubernetes-list-type"] ?? "atomic") === "atomic";
    return isAtomic ? ofLists(items) : unknown;
  }
  if (type === "object") return ofObjects(properties, additionalProperties);
  return Object.hasOwn(scalars, type) ? (scalars[type] as SchemaComparison) : unknown;
}

/** Returns the comparison of atomic lists. */
export function ofLists(items: CELSchema["items"]): SchemaComparison {
  if (items === undefined || Array.isArray(items)) return unknown;
  let ofItems: SchemaComparison | undefined;
  return (a, b) => {
    if (!Array.isArray(a) || !Array.isArray(b)) return undefined;
    if (a.length !== b.length) return false;
    ofItems ??= comparisonOf(items as CELSchema);
    for (let index = 0; index < a.length; index++) {
      const isEqual = ofItems(a[index], b[index]);
      if (isEqual !== true) return isEqual;
    }
    return true;
  };
}

/** Returns the comparison of objects and maps. */
export function ofObjects(
  properties: CELSchema["properties"] = {},
  values: CELSchema["additionalProperties"],
): SchemaComparison {
  const ofValues = typeof values === "object" && Object.keys(properties).length === 0 ? values : undefined;
  const ofNames = new Map<string, SchemaComparison>();
  const find = (name: string): SchemaComparison => {
    const own = ofValues ?? (Object.hasOwn(properties, name) ? properties[name] : undefined);
    if (own === undefined) return unknown;
    const comparison = comparisonOf(own);
    if (ofValues === undefined) ofNames.set(name, comparison);
    return comparison;
  };
  return (a, b) => {
    if (!isObject(a) || !isObject(b)) return undefined;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return undefined;
      const isEqual = (ofNames.get(name) ?? find(name))(a[name], b[name]);
      if (isEqual !== true) return isEqual;
    }
    return true;
  };
}
