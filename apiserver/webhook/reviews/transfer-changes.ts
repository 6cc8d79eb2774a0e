import { isDeepStrictEqual } from "node:util";
import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { getOwnJSON, isJSONObject, setOwnJSON } from "./json-object.js";

/**
 * Applies the differences between two objects to a third object, and returns the result. Everything
 * else in the third object stays as it is, including properties that the other two do not have.
 * Each part is compared once, so the time is linear in the size of the objects.
 * @param target the third object; it is not changed
 */
export function transferChanges(
  target: JSONValue | undefined,
  before: JSONValue | undefined,
  after: JSONValue,
): JSONValue {
  const changed = changedValue(target, before, after);
  return changed === unchanged ? (target ?? after) : changed;
}

/** Result of a comparison that finds no differences. */
const unchanged = Symbol("unchanged");
type Changed = JSONValue | typeof unchanged;

function changedValue(target: JSONValue | undefined, before: JSONValue | undefined, after: JSONValue): Changed {
  if (
    isJSONObject(after) &&
    (before === undefined || isJSONObject(before)) &&
    (target === undefined || isJSONObject(target))
  )
    return changedObject(target, before, after);
  if (Array.isArray(target) && Array.isArray(before) && Array.isArray(after) && sameLength(target, before, after))
    return changedList(target, before, after);
  return isDeepStrictEqual(before, after) ? unchanged : after;
}

function changedObject(target: JSONObject | undefined, before: JSONObject | undefined, after: JSONObject): Changed {
  const result: JSONObject = { ...target };
  let isChanged = before === undefined;
  for (const key of Object.keys(before ?? {})) {
    if (Object.hasOwn(after, key)) continue;
    isChanged = true;
    Reflect.deleteProperty(result, key);
  }
  for (const [key, value] of Object.entries(after)) {
    const changed = changedValue(getOwnJSON(result, key), getOwnJSON(before ?? {}, key), value);
    if (changed === unchanged) continue;
    isChanged = true;
    setOwnJSON(result, key, changed);
  }
  return isChanged ? result : unchanged;
}

function changedList(target: readonly JSONValue[], before: readonly JSONValue[], after: readonly JSONValue[]): Changed {
  const changed = target.map((item, index) => changedValue(item, before[index], after[index] ?? null));
  if (changed.every((item) => item === unchanged)) return unchanged;
  return target.map((item, index) => {
    const own = changed[index];
    return own === undefined || own === unchanged ? item : own;
  });
}

function sameLength(...lists: readonly (readonly JSONValue[])[]): boolean {
  return lists.every(({ length }) => length === lists[0]?.length);
}
