import type { JSONObject, JSONValue } from "../../values/types.js";

/**
 * Reports whether two JSON values are equal. The order of a map's keys is irrelevant. Source:
 * `value.Equals` of structured-merge-diff.
 */
export function equalValues(left: JSONValue, right: JSONValue): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && equalLists(left, right);
  return !Array.isArray(right) && equalMaps(left, right);
}

function equalLists(left: readonly JSONValue[], right: readonly JSONValue[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++)
    if (!equalValues(left[at] as JSONValue, right[at] as JSONValue)) return false;
  return true;
}

function equalMaps(left: JSONObject, right: JSONObject): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false;
    if (!equalValues(left[key] as JSONValue, right[key] as JSONValue)) return false;
  }
  return true;
}
