import type { JSONObject } from "../../values/types.js";
import type { MaybeValue } from "./kinds.js";

/**
 * Calls a function for each key that is in at least one of two maps, first for the keys of `lhs`.
 * Either map may be absent. Returns false if there are no keys.
 */
export function forEachPair(
  lhs: JSONObject | undefined,
  rhs: JSONObject | undefined,
  visit: (key: string, lhs: MaybeValue, rhs: MaybeValue) => void,
): boolean {
  let hasKeys = false;
  if (lhs !== undefined)
    for (const key of Object.keys(lhs)) {
      hasKeys = true;
      visit(key, lhs[key], rhs !== undefined && Object.hasOwn(rhs, key) ? rhs[key] : undefined);
    }
  if (rhs !== undefined)
    for (const key of Object.keys(rhs)) {
      hasKeys = true;
      const value: MaybeValue = rhs[key];
      // A property with the value undefined counts as absent.
      if (value !== undefined && (lhs === undefined || !Object.hasOwn(lhs, key))) visit(key, undefined, value);
    }
  return hasKeys;
}
