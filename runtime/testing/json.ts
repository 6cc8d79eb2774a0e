import * as fc from "fast-check";
import { setOwn } from "../values.js";
import type { FieldsV1, JSONObject, JSONValue, RawExtension } from "../types.js";
import { Fuzz_float64, Fuzz_int32, Fuzz_string } from "./scalars.js";

/**
 * Any JSON value except `null`, which means "absent" for a whole field; nested nulls are included.
 */
export function Fuzz_any(): fc.Arbitrary<JSONValue> {
  return jsonValue(2).filter((value) => value !== null);
}

/** Any JSON object, with unusual keys such as `__proto__`. */
export function Fuzz_RawExtension(): fc.Arbitrary<RawExtension> {
  return mapOf<JSONValue>(jsonValue(1));
}

/** Set of fields in the format of KEP-555. */
export function Fuzz_FieldsV1(): fc.Arbitrary<FieldsV1> {
  const leaf: fc.Arbitrary<JSONObject> = fc.constant({});
  const names = fc.constantFrom("f:metadata", "f:spec", "f:x", 'k:{"name":"a"}', 'v:"a"', ".");
  return mapOf<JSONValue, string>(fc.oneof(leaf, mapOf<JSONValue, string>(leaf, names)), names);
}

/** A `Record<K, V>`. Unusual keys are own properties, as after `JSON.parse`. */
export function mapOf<V>(values: fc.Arbitrary<V>): fc.Arbitrary<Record<string, V>>;
export function mapOf<V, K extends string>(values: fc.Arbitrary<V>, keys: fc.Arbitrary<K>): fc.Arbitrary<Record<K, V>>;
export function mapOf<V>(
  values: fc.Arbitrary<V>,
  keys: fc.Arbitrary<string> = Fuzz_string(),
): fc.Arbitrary<Record<string, V>> {
  return fc.uniqueArray(fc.tuple(keys, values), { maxLength: 3, selector: ([key]) => key }).map((entries) => {
    const map: Record<string, V> = {};
    for (const [key, value] of entries) setOwn(map, key, value);
    return map;
  });
}

function jsonValue(depth: number): fc.Arbitrary<JSONValue> {
  const scalar = fc.oneof(fc.constant(null), fc.boolean(), Fuzz_int32(), Fuzz_float64(), Fuzz_string());
  if (depth === 0) return scalar;
  const child = jsonValue(depth - 1);
  return fc.oneof(scalar, fc.array(child, { maxLength: 3 }), mapOf<JSONValue>(child));
}
