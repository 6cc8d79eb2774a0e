import * as fc from "fast-check";
import { printsLargeInteger } from "../json/number-literal.js";
import { setOwn } from "../json/values.js";
import type { FieldsV1, JSONObject, JSONValue, RawExtension } from "../values/types.js";
import { Fuzz_float64, Fuzz_int32, Fuzz_string } from "./scalars.js";

/**
 * Generates JSON values, which can contain nulls. The value itself is not `null`, because a field
 * with the value `null` counts as absent.
 */
export function Fuzz_any(): fc.Arbitrary<JSONValue> {
  return jsonValue(2).filter((value) => value !== null);
}

/** Generates JSON objects, including objects with unusual keys such as `__proto__`. */
export function Fuzz_RawExtension(): fc.Arbitrary<RawExtension> {
  return mapOf<JSONValue>(jsonValue(1));
}

/** Generates sets of fields in the format of managedFields (KEP-555). */
export function Fuzz_FieldsV1(): fc.Arbitrary<FieldsV1> {
  const leaf: fc.Arbitrary<JSONObject> = fc.constant({});
  const names = fc.constantFrom("f:metadata", "f:spec", "f:x", 'k:{"name":"a"}', 'v:"a"', ".");
  return mapOf<JSONValue, string>(fc.oneof(leaf, mapOf<JSONValue, string>(leaf, names)), names);
}

/** Limits for the number of keys of generated maps. */
export interface MapLimits {
  readonly minKeys?: number;
  readonly maxKeys: number;
}

/**
 * Generates values of `Record<K, V>`. Unusual keys such as `__proto__` are properties of the object
 * itself, as after `JSON.parse`.
 */
export function mapOf<V>(values: fc.Arbitrary<V>): fc.Arbitrary<Record<string, V>>;
export function mapOf<V, K extends string>(
  values: fc.Arbitrary<V>,
  keys: fc.Arbitrary<K>,
  limits?: MapLimits,
): fc.Arbitrary<Record<K, V>>;
export function mapOf<V>(
  values: fc.Arbitrary<V>,
  keys: fc.Arbitrary<string> = Fuzz_string(),
  limits: MapLimits = { maxKeys: 3 },
): fc.Arbitrary<Record<string, V>> {
  const { minKeys = 0, maxKeys } = limits;
  const options = { minLength: minKeys, maxLength: maxKeys, selector: ([key]: [string, V]) => key };
  return fc.uniqueArray(fc.tuple(keys, values), options).map((entries) => {
    const map: Record<string, V> = {};
    for (const [key, value] of entries) setOwn(map, key, value);
    return map;
  });
}

function jsonValue(depth: number): fc.Arbitrary<JSONValue> {
  const number = Fuzz_float64().filter((value) => !printsLargeInteger(value));
  const scalar = fc.oneof(fc.constant(null), fc.boolean(), Fuzz_int32(), number, Fuzz_string());
  if (depth === 0) return scalar;
  const child = jsonValue(depth - 1);
  return fc.oneof(scalar, fc.array(child, { maxLength: 3 }), mapOf<JSONValue>(child));
}
