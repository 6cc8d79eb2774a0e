import { isObject, jsonEqual } from "../../json/values.js";
import type { JSONValue } from "../../values/types.js";
import type { PathElement } from "../fieldpath/path-element.js";
import { PathCollector } from "../fieldpath/path-collector.js";
import { entryKey } from "../fieldpath/set-node.js";
import { forEachPair } from "./for-each-pair.js";
import { deduceAtom, haveSameKinds, invalidAtom, unresolved, type MaybeValue } from "./kinds.js";
import { listSearch } from "./list-search.js";
import { fieldTypeOf, resolveType, type Atom, type ListType, type MapType, type TypeRef } from "./schema.js";
import { scalarProblems } from "./validate-scalar.js";
import { Walker } from "./walker.js";

/** The items of a list that have the same path element. */
interface Items {
  readonly element: PathElement;
  readonly values: JSONValue[];
}

/**
 * Reports whether a type contains lists that are neither associative nor atomic. The items of such
 * lists have no path elements, which causes an error when the items are compared.
 */
const hasUnusualLists = listSearch(
  ({ elementRelationship }) => elementRelationship !== "associative" && elementRelationship !== "atomic",
);

/** Finds the differences between two values of a type. Source: `typed.TypedValue.Compare`. */
export class Comparer extends Walker {
  readonly removed = new PathCollector();
  readonly modified = new PathCollector();
  readonly added = new PathCollector();

  /** Compares two values, of which one may be absent, and collects their differences. */
  compare(ref: TypeRef, lhs: MaybeValue, rhs: MaybeValue): void {
    const atom = resolveType(this.schema, ref);
    // As in Go, the message does not contain the last element of the path.
    if (atom === undefined) {
      this.reportAtParent(unresolved(ref));
      return;
    }
    const [left, right] = [deduceAtom(atom, lhs), deduceAtom(atom, rhs)];
    if (lhs !== undefined && rhs !== undefined && !haveSameKinds(left, right)) {
      this.#compareAs(left, ref, lhs, rhs);
      this.#compareAs(right, ref, lhs, rhs);
      return;
    }
    const isLeaf = this.#compareAs(rhs === undefined ? left : right, ref, lhs, rhs);
    if (isLeaf) return;
    if (lhs === undefined) this.added.add(this.path);
    else if (rhs === undefined) this.removed.add(this.path);
  }

  /** Compares two values as a map, scalar or list. Returns true if the values are leaves. */
  #compareAs({ map, scalar, list }: Atom, ref: TypeRef, lhs: MaybeValue, rhs: MaybeValue): boolean {
    if (map !== undefined) return this.#compareMaps(map, lhs, rhs);
    if (scalar !== undefined) return this.#compareScalars(scalar, lhs, rhs);
    if (list !== undefined) return this.#compareLists(list, lhs, rhs);
    this.report(invalidAtom(ref));
    return false;
  }

  #compareLeaves(lhs: MaybeValue, rhs: MaybeValue): true {
    if (lhs === undefined) this.added.add(this.path);
    else if (rhs === undefined) this.removed.add(this.path);
    else if (!jsonEqual(lhs, rhs, true)) this.modified.add(this.path);
    return true;
  }

  #compareScalars(type: string, lhs: MaybeValue, rhs: MaybeValue): boolean {
    const problems = scalarProblems(type, lhs, rhs);
    for (const problem of problems) this.report(problem);
    return problems.length === 0 && this.#compareLeaves(lhs, rhs);
  }

  #compareMaps(type: MapType, lhs: MaybeValue, rhs: MaybeValue): boolean {
    const [left, right] = [isObject(lhs) ? lhs : undefined, isObject(rhs) ? rhs : undefined];
    const hasFields =
      type.elementRelationship !== "atomic" &&
      forEachPair(left, right, (fieldName, leftValue, rightValue) => {
        this.path.push({ fieldName });
        this.compare(fieldTypeOf(type, fieldName), leftValue, rightValue);
        this.path.pop();
      });
    // Two empty maps count as leaves, so that null and an empty map are different.
    return !hasFields && this.#compareLeaves(lhs, rhs);
  }

  #compareLists(type: ListType, lhs: MaybeValue, rhs: MaybeValue): boolean {
    const [left, right] = [Array.isArray(lhs) ? lhs : [], Array.isArray(rhs) ? rhs : []];
    if (type.elementRelationship === "atomic" || (left.length === 0 && right.length === 0))
      return this.#compareLeaves(lhs, rhs);
    // Most lists do not change, and this comparison is much faster than matching the items. It is
    // skipped if a comparison of the items could report errors.
    const mayHaveErrors = hasUnusualLists(this.schema, type.elementType);
    if (type.elementRelationship === "associative" && !mayHaveErrors && jsonEqual(left, right, true)) return false;
    const [leftItems, rightItems] = [this.#itemsOf(type, left), this.#itemsOf(type, right)];
    for (const [key, { element, values }] of leftItems)
      this.#compareItems(type, element, values, rightItems.get(key)?.values ?? []);
    for (const [key, { element, values }] of rightItems)
      if (!leftItems.has(key)) this.#compareItems(type, element, [], values);
    return false;
  }

  /**
   * Returns the items of a list by path element. Reports an error for items without a path element.
   */
  #itemsOf(type: ListType, list: readonly JSONValue[]): ReadonlyMap<string, Items> {
    const items = new Map<string, Items>();
    for (const [index, item] of list.entries()) {
      const element = this.itemElement(type, index, item);
      if (element === undefined) continue;
      const key = entryKey(element);
      const same = items.get(key);
      if (same === undefined) items.set(key, { element, values: [item] });
      else same.values.push(item);
    }
    return items;
  }

  /**
   * Compares the items with the same path element. If a list has several items with this element,
   * they count as one leaf.
   */
  #compareItems(type: ListType, element: PathElement, lhs: readonly JSONValue[], rhs: readonly JSONValue[]): void {
    this.path.push(element);
    if (lhs.length <= 1 && rhs.length <= 1) this.compare(type.elementType, lhs[0], rhs[0]);
    else this.#compareRepeated(type, lhs, rhs);
    this.path.pop();
  }

  #compareRepeated(type: ListType, lhs: readonly JSONValue[], rhs: readonly JSONValue[]): void {
    const [[left], [right]] = [lhs, rhs];
    if (lhs.length >= 2 && rhs.length >= 2) {
      if (!jsonEqual(lhs, rhs, true)) this.modified.add(this.path);
    } else if (lhs.length >= 2) {
      if (right !== undefined) this.compare(type.elementType, undefined, right);
      this.removed.add(this.path);
    } else {
      if (left !== undefined) this.compare(type.elementType, left, undefined);
      this.added.add(this.path);
    }
  }
}
