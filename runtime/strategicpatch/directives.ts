import { changedMap } from "../values.js";
import type { JSONValue } from "../types.js";
import { badDirective, badElementOrder, badPrimitiveList, badRetainKeys } from "./errors.js";
import { fromMap, isMap, type JSONMap } from "./json-map.js";

/** Key of a directive in a patch. */
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
 * Returns the list that a directive's key refers to: `finalizers` for
 * `$setElementOrder/finalizers`.
 * @throws StrategicMergePatchError
 */
export function subjectOf(key: string): string {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? key : key.slice(0, slash);
  if (slash >= 0 && (prefix === deleteFromList || prefix === elementOrder)) return key.slice(slash + 1);
  throw isDeleteFromList(key) ? badPrimitiveList() : badElementOrder();
}

/**
 * Applies `$patch` to a map.
 * @throws StrategicMergePatchError for an unknown directive
 */
export function applyMapDirective(directive: JSONValue, patch: JSONMap): { [key: string]: JSONValue } {
  if (directive === "delete") return {};
  if (directive !== "replace") throw badDirective(directive, patch);
  return fromMap(new Map(Object.entries(patch).filter(([key]) => key !== directiveKey)));
}

/**
 * Removes the keys that `$retainKeys` does not list. Mutates `result`.
 * @throws StrategicMergePatchError where the patch sets other keys
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
 * Returns a part of a patch without maps that have `$patch`, and without nulls. Undefined where
 * nothing is left.
 */
export function withoutDirectives(value: JSONValue, dropsNulls: boolean): JSONValue | undefined {
  if (Array.isArray(value))
    return value.flatMap((item) => withoutDirectives(item, dropsNulls) ?? (item === null ? [null] : []));
  if (!isMap(value)) return value;
  // Nulls are removed first, so that `$patch: null` has no effect.
  if (Object.hasOwn(value, directiveKey) && !(dropsNulls && value[directiveKey] === null)) return undefined;
  if (isFlat(value)) return value;
  return changedMap(value, (item) => (dropsNulls && item === null ? undefined : withoutDirectives(item, dropsNulls)));
}

/** Reports whether a map has neither maps nor lists nor nulls. It is faster than `changedMap`. */
function isFlat(map: JSONMap): boolean {
  for (const key in map) if (typeof map[key] === "object") return false;
  return true;
}
