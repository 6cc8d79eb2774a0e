import { isObject, getOwn } from "../json/values.js";
import { goKindOf } from "../json/go-print.js";
import type { ValueShape } from "../schema/schema.js";
import type { JSONValue } from "../values/types.js";
import {
  applyRetainKeys,
  applyMapDirective,
  directiveKey,
  isDeleteFromList,
  isElementOrder,
  subjectOf,
  withoutDirectives,
} from "./directives.js";
import { Draft } from "./draft.js";
import { checkElementOrder, orderedLike } from "./element-order.js";
import { asList, elementKind, toMap, type PatchMap } from "./json-map.js";
import { deleteFromList, mergeList } from "./merge-list.js";
import { lookup } from "./patch-meta.js";

/**
 * Merges a patch into an object (Go: mergeMap). Mutates nothing; the result can share values with
 * both the object and the patch.
 */
export function mergeMap(original: PatchMap, patch: PatchMap, type: ValueShape): PatchMap {
  const directive = getOwn(patch, directiveKey);
  if (directive !== undefined) return applyMapDirective(directive, patch);
  const result = new Draft(original);
  const rest = toMap(patch);
  applyRetainKeys(result, rest);
  // The loop removes entries from the Map over which it iterates. JavaScript permits this.
  for (const [key, order] of rest) if (isElementOrder(key)) applyElementOrder(result, rest, key, order, type);
  for (const [key, value] of rest) mergeEntry(result, key, value, type);
  return result.finish();
}

function mergeEntry(result: Draft, patchKey: string, value: JSONValue, type: ValueShape): void {
  const deletes = isDeleteFromList(patchKey);
  const key = (deletes ? subjectOf(patchKey) : "") || patchKey;
  if (value === null) {
    result.delete(key);
    return;
  }
  const current = result.get(key);
  if (current === undefined || goKindOf(current) !== goKindOf(value)) {
    if (!deletes) setClean(result, key, value, true);
    return;
  }
  if (isObject(current) && isObject(value)) {
    const meta = lookup(type, key, result);
    result.set(key, meta.strategy === "replace" ? value : mergeMap(current, value, meta.value));
  } else if (Array.isArray(current) && Array.isArray(value)) {
    const meta = lookup(type, key, result);
    if (deletes) result.set(key, deleteFromList(current, value, meta, mergeMap));
    else result.set(key, meta.strategy === "merge" ? mergeList(current, value, meta, mergeMap) : value);
  } else setClean(result, key, value, false);
}

function setClean(result: Draft, key: string, value: JSONValue, dropsNulls: boolean): void {
  const clean = withoutDirectives(value, dropsNulls);
  if (clean === undefined) result.delete(key);
  else result.set(key, clean);
}

/**
 * Applies a `$setElementOrder` directive: merges the list to which it refers, and sorts the items.
 * Removes the list and the directive from `rest`, the part of the patch that is not applied yet.
 */
function applyElementOrder(
  result: Draft,
  rest: Map<string, JSONValue>,
  orderKey: string,
  given: JSONValue,
  type: ValueShape,
): void {
  rest.delete(orderKey);
  const order = asList(given);
  const key = subjectOf(orderKey);
  const [before, change] = [result.get(key), rest.get(key)];
  const current = before === undefined ? undefined : asList(before);
  const patch = change === undefined ? undefined : asList(change);
  const meta = lookup(type, key, result);
  checkElementOrder(patch ?? [], order, meta.mergeKey);
  const merged = mergedWith(current, patch);
  if (merged === undefined) return;
  // If both lists are empty, there is nothing to sort.
  if (elementKind(current ?? [], patch ?? []) !== undefined)
    result.set(key, orderedLike(merged, order, current ?? [], meta.mergeKey));
  rest.delete(key);

  function mergedWith(
    before: readonly JSONValue[] | undefined,
    change: readonly JSONValue[] | undefined,
  ): readonly JSONValue[] | undefined {
    if (before === undefined)
      return change === undefined ? undefined : (withoutDirectives([...change], false) as JSONValue[]);
    if (change === undefined) return before;
    return meta.strategy === "merge" ? mergeList(before, change, meta, mergeMap) : change;
  }
}
