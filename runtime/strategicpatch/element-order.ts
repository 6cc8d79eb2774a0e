import type { JSONValue } from "../types.js";
import { noMergeKey, StrategicMergePatchError } from "./errors.js";
import { goPrint } from "../go-print.js";
import { directiveKey } from "./directives.js";
import { asMap, isMap, own } from "./json-map.js";

type List = readonly JSONValue[];

/** By what an item is known: its merge key's value, or itself. Items that are no maps are known by nothing where there is a key. */
function identity(item: JSONValue, mergeKey: string): JSONValue | undefined {
  if (mergeKey === "") return item;
  return isMap(item) ? own(item, mergeKey) : undefined;
}

function indexIn(order: List, item: JSONValue, mergeKey: string): number {
  const wanted = identity(item, mergeKey);
  return order.findIndex((other) => identity(other, mergeKey) === wanted);
}

/** The place of the item with this key. @throws StrategicMergePatchError where an item is no map */
export function findByKey(list: List, mergeKey: string, value: JSONValue): number {
  return list.findIndex((item, index) => {
    if (!isMap(item)) throw new StrategicMergePatchError(`value for key ${index} is not a map`);
    return own(item, mergeKey) === value;
  });
}

/** An item's key. @throws StrategicMergePatchError */
export function keyOf(item: JSONValue, mergeKey: string): JSONValue {
  const value = own(asMap(item), mergeKey);
  if (value === undefined) throw noMergeKey(item, mergeKey);
  return value;
}

/**
 * A merged list in the order that a patch wants: the items that the patch knows as they stand there, those that only the
 * server has where they were.
 */
export function inOrder(merged: List, patchOrder: List, serverOrder: List, mergeKey: string): JSONValue[] {
  const isKnown = (item: JSONValue) => (mergeKey === "" ? patchOrder.includes(item) : findByKey(patchOrder, mergeKey, keyOf(item, mergeKey)) >= 0);
  const known = sorted(merged.filter(isKnown), patchOrder, mergeKey);
  const others = sorted(
    merged.filter((item) => !isKnown(item)),
    serverOrder,
    mergeKey,
  );
  return interleaved(others, known, serverOrder, mergeKey);
}

/** @throws StrategicMergePatchError where the patch's items don't come in the order that it says they have */
export function checkElementOrder(patch: List, order: List, mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return;
  const items = mergeKey === "" ? patch : patch.filter((item) => own(asMap(item), directiveKey) !== "delete");
  let next = 0;
  for (const wanted of order) {
    // What else an item says with $patch has no place in the order.
    while (next < items.length && isDirected(items[next])) next++;
    const item = items[next];
    if (item === undefined) return;
    const isSame = mergeKey === "" ? item === wanted : keyOf(item, mergeKey) === keyOf(wanted, mergeKey);
    if (isSame) next++;
  }
  if (next >= items.length) return;
  throw new StrategicMergePatchError(`The order in patch list:\n${goPrint([...patch])}\n doesn't match $setElementOrder list:\n${goPrint([...order])}\n`);
}

function isDirected(item: JSONValue | undefined): boolean {
  return isMap(item) && Object.hasOwn(item, directiveKey);
}

/**
 * Go's stable insertion sort with a comparison that calls what the order does not know smaller than everything: such items
 * come first, the last of them before the others.
 */
function sorted(list: List, order: List, mergeKey: string): JSONValue[] {
  if (mergeKey !== "") for (const item of [...list, ...order]) keyOf(item, mergeKey);
  const placed: { readonly item: JSONValue; readonly index: number }[] = [];
  for (const item of list) {
    const index = indexIn(order, item, mergeKey);
    let at = placed.length;
    while (at > 0 && isBefore(index, placed[at - 1]?.index ?? -1)) at--;
    placed.splice(at, 0, { item, index });
  }
  return placed.map(({ item }) => item);
}

function isBefore(left: number, right: number): boolean {
  return left < 0 || right < 0 || left < right;
}

/** Two lists as one: an item of the left comes first only where the server had both, and in that order. */
function interleaved(left: List, right: List, serverOrder: List, mergeKey: string): JSONValue[] {
  const result: JSONValue[] = [];
  let i = 0;
  for (const item of right) {
    const index = indexIn(serverOrder, item, mergeKey);
    for (; i < left.length; i++) {
      const server = left[i] ?? null;
      const before = indexIn(serverOrder, server, mergeKey);
      if (index < 0 || before < 0 || before >= index) break;
      result.push(server);
    }
    result.push(item);
  }
  return [...result, ...left.slice(i)];
}
