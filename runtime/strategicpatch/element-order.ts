import { isObject, getOwn } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import { noMergeKey, StrategicMergePatchError } from "./errors.js";
import { goPrint } from "../json/go-print.js";
import { directiveKey } from "./directives.js";
import { insertionSorted } from "./insertion-sort.js";
import { asMap } from "./json-map.js";
import { Places } from "./places.js";

type List = readonly JSONValue[];

/**
 * Returns the value of the merge key in a list item.
 * @throws StrategicMergePatchError if the item does not have the merge key
 */
export function mergeKeyValue(item: JSONValue, mergeKey: string): JSONValue {
  const value = getOwn(asMap(item), mergeKey);
  if (value === undefined) throw noMergeKey(item, mergeKey);
  return value;
}

/**
 * Sorts a merged list. Items in `patchOrder` have the order of `patchOrder`. All other items keep
 * their order from the server's list.
 */
export function orderedLike(merged: List, patchOrder: List, serverOrder: List, mergeKey: string): JSONValue[] {
  const places = new Places(patchOrder, mergeKey);
  const known: JSONValue[] = [];
  const others: JSONValue[] = [];
  for (const item of merged) {
    const index = mergeKey === "" ? places.indexOf(item) : places.find(mergeKeyValue(item, mergeKey));
    (index < 0 ? others : known).push(item);
  }
  const serverPlaces = new Places(serverOrder, mergeKey);
  const inPatchOrder = sorted(known, patchOrder, places, mergeKey);
  return interleaved(sorted(others, serverOrder, serverPlaces, mergeKey), inPatchOrder, serverPlaces);
}

/**
 * Checks that the items of a patch have the order of its `$setElementOrder` list.
 * @throws StrategicMergePatchError if the order differs
 */
export function checkElementOrder(patch: List, order: List, mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return;
  const items = mergeKey === "" ? patch : patch.filter((item) => getOwn(asMap(item), directiveKey) !== "delete");
  let next = 0;
  for (const wanted of order) {
    // Items with a `$patch` directive can be at any position.
    while (next < items.length && isDirected(items[next])) next++;
    const item = items[next];
    if (item === undefined) return;
    const isSame =
      mergeKey === "" ? item === wanted : mergeKeyValue(item, mergeKey) === mergeKeyValue(wanted, mergeKey);
    if (isSame) next++;
  }
  if (next >= items.length) return;
  throw new StrategicMergePatchError(
    `The order in patch list:\n${goPrint([...patch])}\n doesn't match $setElementOrder list:\n${goPrint([...order])}\n`,
  );
}

function isDirected(item: JSONValue | undefined): boolean {
  return isObject(item) && Object.hasOwn(item, directiveKey);
}

function sorted(list: List, order: List, places: Places, mergeKey: string): JSONValue[] {
  if (mergeKey !== "") for (const item of [...list, ...order]) mergeKeyValue(item, mergeKey);
  return insertionSorted(list.map((item) => ({ item, index: places.indexOf(item) }))).map(({ item }) => item);
}

/**
 * Merges two sorted lists. An item of `left` precedes the next item of `right` only if the server's
 * list contains both in this order.
 */
function interleaved(left: List, right: List, serverPlaces: Places): JSONValue[] {
  const result: JSONValue[] = [];
  let i = 0;
  for (const item of right) {
    const index = serverPlaces.indexOf(item);
    for (; i < left.length; i++) {
      const server = left[i] ?? null;
      const before = serverPlaces.indexOf(server);
      if (index < 0 || before < 0 || before >= index) break;
      result.push(server);
    }
    result.push(item);
  }
  return [...result, ...left.slice(i)];
}
