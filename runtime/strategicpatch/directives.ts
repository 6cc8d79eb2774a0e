import { changedMap } from "../values.js";
import type { JSONValue } from "../types.js";
import { badDirective, badElementOrder, badPrimitiveList, badRetainKeys } from "./errors.js";
import { fromMap, isMap, type JSONMap } from "./json-map.js";

/** The keys by which a patch says more than what to merge. */
export const directiveKey = "$patch";
export const retainKeys = "$retainKeys";
const deleteFromList = "$deleteFromPrimitiveList";
const elementOrder = "$setElementOrder";

export function isDeleteFromList(key: string): boolean {
  return key.startsWith(deleteFromList);
}

export function isElementOrder(key: string): boolean {
  return key.startsWith(elementOrder);
}

/**
 * The list that such a key is about: `finalizers` of `$setElementOrder/finalizers`. @throws
 * StrategicMergePatchError
 */
export function subjectOf(key: string): string {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? key : key.slice(0, slash);
  if (slash >= 0 && (prefix === deleteFromList || prefix === elementOrder)) return key.slice(slash + 1);
  throw isDeleteFromList(key) ? badPrimitiveList() : badElementOrder();
}

/**
 * What `$patch` makes of a map. @throws StrategicMergePatchError for a word that means nothing here
 */
export function directed(directive: JSONValue, patch: JSONMap): { [key: string]: JSONValue } {
  if (directive === "delete") return {};
  if (directive !== "replace") throw badDirective(directive, patch);
  return fromMap(new Map(Object.entries(patch).filter(([key]) => key !== directiveKey)));
}

/**
 * Leaves of an object only what the patch's `$retainKeys` names, in place. @throws
 * StrategicMergePatchError where the patch sets more than that
 */
export function applyRetainKeys(result: Map<string, JSONValue>, patch: Map<string, JSONValue>): void {
  const keys = patch.get(retainKeys);
  if (keys === undefined) return;
  patch.delete(retainKeys);
  if (!Array.isArray(keys)) throw badRetainKeys();
  const retained = new Set<JSONValue>(keys);
  for (const [key, value] of patch) {
    if (value !== null && !isDeleteFromList(key) && !isElementOrder(key) && !retained.has(key)) throw badRetainKeys();
  }
  for (const key of [...result.keys()]) if (!retained.has(key)) result.delete(key);
}

/**
 * A part of a patch: without the maps that say `$patch`, and without nulls. Undefined where nothing
 * is left.
 */
export function withoutDirectives(value: JSONValue, dropsNulls: boolean): JSONValue | undefined {
  if (Array.isArray(value))
    return value.flatMap((item) => withoutDirectives(item, dropsNulls) ?? (item === null ? [null] : []));
  if (!isMap(value)) return value;
  // Nulls go first: `$patch: null` directs nothing where they are dropped.
  if (Object.hasOwn(value, directiveKey) && !(dropsNulls && value[directiveKey] === null)) return undefined;
  if (isFlat(value)) return value;
  return changedMap(value, (item) => (dropsNulls && item === null ? undefined : withoutDirectives(item, dropsNulls)));
}

/** Reports whether a map has neither maps nor lists nor nulls. It is faster than `changedMap`. */
function isFlat(map: JSONMap): boolean {
  for (const key in map) if (typeof map[key] === "object") return false;
  return true;
}
