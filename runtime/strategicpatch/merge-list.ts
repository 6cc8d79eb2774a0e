import { getOwn } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import { goKindName } from "../decode/go-type.js";
import type { ValueShape } from "../schema/schema.js";
import { directiveKey } from "./directives.js";
import { orderedLike, mergeKeyValue } from "./element-order.js";
import { badDirective, StrategicMergePatchError } from "./errors.js";
import { asMap, elementKind, type PatchMap } from "./json-map.js";
import { itemShapeOf, type PatchMeta } from "./patch-meta.js";
import { Places } from "./places.js";

type List = readonly JSONValue[];

/** Merges a list item of a patch into the original list item with the same merge key value. */
export type MergeItem = (original: PatchMap, patch: PatchMap, type: ValueShape) => JSONValue;

/**
 * Merges two lists (Go: mergeSlice). In lists of maps, items with the same value of the merge key
 * are merged. Lists of scalars are merged as sets.
 */
export function mergeList(
  original: List,
  patch: List,
  { value, mergeKey }: PatchMeta,
  mergeItem: MergeItem,
): JSONValue[] {
  const kind = elementKind(original, patch);
  if (kind === undefined) return [...original];
  if (kind !== "map") return orderedLike([...new Set([...original, ...patch])], patch, original, mergeKey);
  const items = itemShapeOf(value);
  if (mergeKey === "")
    throw new StrategicMergePatchError(`cannot merge lists without merge key for ${goKindName(items)}`);
  const { kept, added } = applyItemDirectives(original, patch, mergeKey);
  return orderedLike(mergeItems(kept, added, mergeKey, items, mergeItem), added, kept, mergeKey);
}

/**
 * Removes the values in `patch` from a list of scalars, and returns the result. Lists of maps are
 * instead merged by `mergeList`.
 * @throws StrategicMergePatchError if the items of the two lists have different kinds
 */
export function deleteFromList(original: List, patch: List, meta: PatchMeta, mergeItem: MergeItem): JSONValue[] {
  if (elementKind(original, patch) === "map") return mergeList(original, patch, meta, mergeItem);
  const gone = new Set<JSONValue>(patch);
  return original.filter((item) => !gone.has(item));
}

/**
 * Applies the `$patch` directives in the items of a patch.
 * @returns the items to keep, and the items of the patch that are still to be merged into them. The
 * items to keep are original items, or the items of the patch if it contains `$patch: replace`
 */
function applyItemDirectives(
  original: List,
  patch: List,
  mergeKey: string,
): { readonly kept: List; readonly added: List } {
  const gone = new Set<JSONValue>();
  let isReplaced = false;
  const added: JSONValue[] = [];
  for (const item of patch) {
    const map = asMap(item);
    const directive = getOwn(map, directiveKey);
    if (directive === undefined) added.push(item);
    else if (directive === "delete") gone.add(mergeKeyValue(item, mergeKey));
    else if (directive === "replace") isReplaced = true;
    else if (directive === "merge")
      throw new StrategicMergePatchError("merging lists cannot yet be specified in the patch");
    else throw badDirective(directive, map);
  }
  if (isReplaced) return { kept: added, added: [] };
  const isGone = (key: JSONValue | undefined) => key !== undefined && gone.has(key);
  return { kept: original.filter((item) => !isGone(getOwn(asMap(item), mergeKey))), added };
}

function mergeItems(
  original: List,
  patch: List,
  mergeKey: string,
  type: ValueShape,
  mergeItem: MergeItem,
): JSONValue[] {
  const result = [...original];
  const places = new Places(original, mergeKey);
  for (const item of patch) {
    const index = places.find(mergeKeyValue(item, mergeKey));
    if (index < 0) {
      places.add(item);
      result.push(item);
    } else result[index] = mergeItem(asMap(result[index] ?? null), asMap(item), type);
  }
  return result;
}
