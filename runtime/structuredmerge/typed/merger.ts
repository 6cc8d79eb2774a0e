import type { JSONObject, JSONValue } from "../../values/types.js";
import { setOwn, isObject } from "../../json/values.js";
import { pathElementToString, type PathElement } from "../fieldpath/path-element.js";
import { entryKey } from "../fieldpath/set-node.js";
import { forEachPair } from "./for-each-pair.js";
import { deduceAtom, haveSameKinds, invalidAtom, unresolved, type MaybeValue } from "./kinds.js";
import { fieldTypeOf, resolveType, type Atom, type ListType, type MapType, type TypeRef } from "./schema.js";
import { scalarProblems } from "./validate-scalar.js";
import { Walker } from "./walker.js";

/** The items of a list, with the path element and the key of each item. */
interface IndexedList {
  readonly elements: readonly PathElement[];
  readonly keys: readonly string[];
  readonly items: readonly JSONValue[];
  /** The items by key; null if several items have the key. */
  readonly byKey: ReadonlyMap<string, JSONValue>;
}

/**
 * Merges a partial value into another value of the same type. The result can contain objects and
 * lists of both values without copying them. Source: `typed.TypedValue.Merge`.
 */
export class Merger extends Walker {
  /**
   * Returns the merged value. Returns undefined if both values are absent, if an error is reported
   * for them, or if no field or item remains after the merge.
   */
  merge(ref: TypeRef, lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
    const atom = resolveType(this.schema, ref);
    if (atom === undefined) {
      // As in Go, the message does not contain the last element of the path.
      this.reportAtParent(unresolved(ref));
      return undefined;
    }
    const [left, right] = [deduceAtom(atom, lhs), deduceAtom(atom, rhs)];
    if (rhs === undefined) return this.#mergeAs(left, ref, lhs, rhs);
    // The result of this merge is not used. It only reports errors of the left value's type.
    if (lhs !== undefined && !haveSameKinds(left, right)) this.#mergeAs(left, ref, lhs, rhs);
    return this.#mergeAs(right, ref, lhs, rhs);
  }

  #mergeAs({ map, scalar, list }: Atom, ref: TypeRef, lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
    if (map !== undefined) return this.#mergeMaps(map, lhs, rhs);
    if (scalar !== undefined) return this.#mergeScalars(scalar, lhs, rhs);
    if (list !== undefined) return this.#mergeLists(list, lhs, rhs);
    this.report(invalidAtom(ref));
    return undefined;
  }

  #mergeScalars(type: string, lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
    const problems = scalarProblems(type, lhs, rhs);
    for (const problem of problems) this.report(problem);
    return problems.length > 0 ? undefined : leafOf(lhs, rhs);
  }

  #mergeMaps(type: MapType, lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
    const [left, right] = [isObject(lhs) ? lhs : undefined, isObject(rhs) ? rhs : undefined];
    // Two empty maps count as leaves, so that null and an empty map are different.
    if (type.elementRelationship === "atomic" || (isEmpty(left) && isEmpty(right))) return leafOf(lhs, rhs);
    const merged: JSONObject = {};
    forEachPair(left, right, (fieldName, leftValue, rightValue) => {
      this.path.push({ fieldName });
      const value = this.merge(fieldTypeOf(type, fieldName), leftValue, rightValue);
      this.path.pop();
      if (value !== undefined) setOwn(merged, fieldName, value);
    });
    return isEmpty(merged) ? undefined : merged;
  }

  #mergeLists(type: ListType, lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
    const [left, right] = [Array.isArray(lhs) ? lhs : [], Array.isArray(rhs) ? rhs : []];
    if (type.elementRelationship === "atomic" || (left.length === 0 && right.length === 0)) return leafOf(lhs, rhs);
    const errorCount = this.errors.length;
    const indexedRight = this.#indexed(type, right, false);
    const indexedLeft = this.#indexed(type, left, true);
    if (this.errors.length > errorCount) return undefined;
    const merged = this.#mergeItems(type, indexedLeft, indexedRight);
    // As in Go, errors of list items are not reported.
    this.errors.length = errorCount;
    return merged.length === 0 ? undefined : merged;
  }

  #mergeItems(type: ListType, left: IndexedList, right: IndexedList): JSONValue[] {
    const merged: JSONValue[] = [];
    for (const { from, at } of mergedOrder(left.keys, right.keys)) {
      const key = (from === "lhs" ? left : right).keys[at] as string;
      this.path.push((from === "lhs" ? left : right).elements[at] as PathElement);
      const value =
        from === "lhs"
          ? this.merge(type.elementType, left.items[at], undefined)
          : this.merge(type.elementType, left.byKey.get(key), right.byKey.get(key));
      this.path.pop();
      if (value !== undefined) merged.push(value);
    }
    return merged;
  }

  #indexed(type: ListType, list: readonly JSONValue[], allowDuplicates: boolean): IndexedList {
    const [elements, keys, items]: [PathElement[], string[], JSONValue[]] = [[], [], []];
    const byKey = new Map<string, JSONValue>();
    for (const [index, item] of list.entries()) {
      const element = this.itemElement(type, index, item);
      if (element === undefined) continue;
      const key = entryKey(element);
      const isDuplicate = byKey.has(key);
      if (isDuplicate && !allowDuplicates) {
        this.report(`duplicate entries for key ${pathElementToString(element)}`);
        continue;
      }
      byKey.set(key, isDuplicate ? null : item);
      elements.push(element);
      keys.push(key);
      items.push(item);
    }
    return { elements, keys, items, byKey };
  }
}

function leafOf(lhs: MaybeValue, rhs: MaybeValue): MaybeValue {
  return rhs === undefined ? lhs : rhs;
}

function isEmpty(map: JSONObject | undefined): boolean {
  return map === undefined || Object.keys(map).length === 0;
}

/**
 * The source of an item in a merged list: the left list if only that list has the item, otherwise
 * the right list.
 */
interface MergedItem {
  readonly from: "lhs" | "rhs";
  /** The index of the item in its list. */
  readonly at: number;
}

/**
 * Returns the order of the items after two lists are merged. Items that are in both lists have the
 * order of the right list. An item that is in only one list stays next to its neighbours in that
 * list. Source: `mergingWalker.visitListItems`.
 *
 * @param lhs the keys of the left items, which may be repeated
 * @param rhs the keys of the right items, all different
 */
function mergedOrder(lhs: readonly string[], rhs: readonly string[]): readonly MergedItem[] {
  const [inLeft, inRight] = [new Set(lhs), new Set(rhs)];
  const shared = rhs.filter((key) => inLeft.has(key));
  const taken = new Set<string>();
  const order: MergedItem[] = [];
  let [left, right, next] = [0, 0, 0];
  const takeRight = (key: string): void => {
    taken.add(key);
    order.push({ from: "rhs", at: right++ });
  };
  while (left < lhs.length || right < rhs.length) {
    const [leftKey, rightKey] = [lhs[left], rhs[right]];
    if (leftKey !== undefined && rightKey !== undefined) {
      if (leftKey === rightKey) {
        takeRight(rightKey);
        left++;
        next++;
        continue;
      }
      // The right list contains this item after another shared item, so the item is taken later.
      if (inRight.has(leftKey) && next < shared.length && shared[next] !== leftKey) {
        left++;
        continue;
      }
    }
    if (leftKey !== undefined && !inRight.has(leftKey)) {
      order.push({ from: "lhs", at: left++ });
      continue;
    }
    if (leftKey !== undefined && taken.has(leftKey)) left++;
    if (rightKey === undefined) continue;
    takeRight(rightKey);
    if (shared[next] === rightKey) next++;
  }
  return order;
}
