import { changedMap, isObject } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import type { Draft } from "./draft.js";
import { badDirective, badFormat } from "./errors.js";
import type { PatchMap } from "./json-map.js";

/** Key of the directive that replaces or deletes a map, deletes a list item, or replaces a list. */
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
 * Returns the name of the list to which a directive key refers: `finalizers` for
 * `$setElementOrder/finalizers`.
 *
 * @throws StrategicMergePatchError if the name of the directive is not followed by a slash
 */
export function subjectOf(key: string): string {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? key : key.slice(0, slash);
  if (slash >= 0 && (prefix === deleteFromList || prefix === elementOrder)) return key.slice(slash + 1);
  throw badFormat(isDeleteFromList(key) ? "primitive list" : "setElementOrder list");
}

/**
 * Returns the new value of a map whose patch contains a `$patch` directive.
 * @throws StrategicMergePatchError for an unknown directive
 */
export function applyMapDirective(directive: JSONValue, patch: PatchMap): { [key: string]: JSONValue } {
  if (directive === "delete") return {};
  if (directive !== "replace") throw badDirective(directive, patch);
  return Object.fromEntries(Object.entries(patch).filter(([key]) => key !== directiveKey));
}

/**
 * Removes the keys of an object that the `$retainKeys` directive of the patch does not list.
 * Mutates `result`, and removes the directive from `patch`.
 * @throws StrategicMergePatchError if the directive is not a list, or if the patch sets a key that
 * the directive does not list
 */
export function applyRetainKeys(result: Draft, patch: Map<string, JSONValue>): void {
  const keys = patch.get(retainKeys);
  if (keys === undefined) return;
  patch.delete(retainKeys);
  if (!Array.isArray(keys)) throw badFormat("retainKeys");
  const retained = new Set<JSONValue>(keys);
  for (const [key, value] of patch) {
    if (value !== null && !isDeleteFromList(key) && !isElementOrder(key) && !retained.has(key))
      throw badFormat("retainKeys");
  }
  result.retain(retained);
}

/**
 * Removes all maps with a `$patch` directive from a value of a patch, and also the nulls in its
 * maps if `dropsNulls` is true. Returns undefined if the value itself is removed.
 */
export function withoutDirectives(value: JSONValue, dropsNulls: boolean): JSONValue | undefined {
  if (Array.isArray(value)) return changedList(value, dropsNulls);
  if (!isObject(value)) return value;
  // If nulls are removed, `$patch: null` is also removed, and is not a directive.
  if (Object.hasOwn(value, directiveKey) && !(dropsNulls && value[directiveKey] === null)) return undefined;
  return changedMap(value, (item) => (dropsNulls && item === null ? undefined : withoutDirectives(item, dropsNulls)));
}

/**
 * Applies `withoutDirectives` to the items of a list. Returns the same list if nothing changes, so
 * that the map that contains the list need not be copied.
 */
function changedList(list: JSONValue[], dropsNulls: boolean): JSONValue[] {
  let changed: JSONValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = withoutDirectives(item, dropsNulls);
    if (next !== item) changed ??= list.slice(0, index);
    if (next !== undefined) changed?.push(next);
  }
  return changed ?? list;
}
