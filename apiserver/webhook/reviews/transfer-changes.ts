import { isDeepStrictEqual } from "node:util";
import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { getOwn, isObject, setOwn } from "./json-object.js";

/**
 * Returns an object with the differences between two other objects. Parts that do not differ stay
 * as they are in the object, also properties that the two others do not have.
 * @param target is not changed
 */
export function withChanges(target: JSONValue | undefined, before: JSONValue | undefined, after: JSONValue): JSONValue {
  if (isDeepStrictEqual(before, after)) return target ?? after;
  if (isObject(after) && (before === undefined || isObject(before)) && (target === undefined || isObject(target)))
    return objectWithChanges(target ?? {}, before ?? {}, after);
  if (Array.isArray(target) && Array.isArray(before) && Array.isArray(after) && sameLength(target, before, after))
    return target.map((item, index) => withChanges(item, before[index], after[index] ?? null));
  return after;
}

function objectWithChanges(target: JSONObject, before: JSONObject, after: JSONObject): JSONObject {
  const result: JSONObject = { ...target };
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) Reflect.deleteProperty(result, key);
  for (const [key, value] of Object.entries(after)) {
    const old = getOwn(before, key);
    if (!isDeepStrictEqual(old, value)) setOwn(result, key, withChanges(getOwn(target, key), old, value));
  }
  return result;
}

function sameLength(...lists: readonly (readonly JSONValue[])[]): boolean {
  return lists.every(({ length }) => length === lists[0]?.length);
}
