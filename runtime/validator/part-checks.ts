import { getOwn } from "../json/values.js";
import { duplicate } from "../field/constructors.js";
import type { RuleOf } from "../schema/rule.js";
import { sortedKeys } from "../util/compare-keys.js";
import { child, index, key } from "../field/below.js";
import type { Check, RuleSubject } from "./check.js";
import { equalityOf, fieldOf, itemKeyOf, itemOf, itemTest, mapValueOf, propertyValueOf, type KeyOf } from "./values.js";

type List = readonly unknown[] | undefined;
type Dictionary = Readonly<Record<string, unknown>> | undefined;

/**
 * Checks each item of a list. If the items have an identity, an update checks only items that are
 * new or changed.
 */
export function itemsCheck({ of, identity }: RuleSubject, inner: Check): Check {
  const item = itemOf(of);
  const keyOf = identity && itemKeyOf(identity.keys, item);
  // If the key is the whole item, two items with the same key are equal.
  const equal = identity?.keys === undefined ? () => true : equalityOf(item);
  return (op, path, value, oldValue, errors) => {
    const list = value as List;
    if (list === undefined) return;
    const old = keyOf && firstByKey(oldValue as List, keyOf);
    for (let at = 0; at < list.length; at++) {
      const one = list[at];
      const before = old?.get(keyOf?.(one));
      if (before === undefined || op.type !== "Update" || !equal(one, before))
        inner(op, index(path, at), one, before, errors);
    }
  };
}

/** Returns the first item with each key, by key; undefined for an empty or absent list. */
export function firstByKey(list: List, keyOf: KeyOf): ReadonlyMap<unknown, unknown> | undefined {
  if (list === undefined || list.length === 0) return undefined;
  const first = new Map<unknown, unknown>();
  for (const item of list) {
    const own = keyOf(item);
    if (!first.has(own)) first.set(own, item);
  }
  return first;
}

/**
 * Checks each value of a map, sorted by key. An update checks only values that are new or changed.
 */
export function valuesCheck({ of }: RuleSubject, inner: Check): Check {
  const equal = equalityOf(mapValueOf(of));
  return (op, path, value, oldValue, errors) => {
    const [map = {}, oldMap = {}] = [value as Dictionary, oldValue as Dictionary];
    for (const name of sortedKeys(map)) {
      const before = getOwn(oldMap, name);
      if (before === undefined || op.type !== "Update" || !equal(map[name], before))
        inner(op, key(path, name), map[name], before, errors);
    }
  };
}

/**
 * Checks each key of a map, in sorted order. An update checks only new keys. The errors have the
 * path of the map.
 */
export function keysCheck(inner: Check): Check {
  return (op, path, value, oldValue, errors) => {
    const [map = {}, oldMap = {}] = [value as Dictionary, oldValue as Dictionary];
    for (const name of sortedKeys(map))
      if (op.type !== "Update" || !Object.hasOwn(oldMap, name)) inner(op, path, name, undefined, errors);
  };
}

/**
 * Checks the first item whose properties match `where`. An update checks the item only if it
 * differs from the first matching item of the old list.
 */
export function itemCheck({ where }: RuleOf<"item">, { of }: RuleSubject, inner: Check): Check {
  const isMatch = itemTest(where);
  const equal = equalityOf(itemOf(of));
  return (op, path, value, oldValue, errors) => {
    const at = (value as List)?.findIndex(isMatch) ?? -1;
    if (at < 0) return;
    const one = (value as readonly unknown[])[at];
    const before = (oldValue as List)?.find(isMatch);
    if (before === undefined || op.type !== "Update" || !equal(one, before))
      inner(op, index(path, at), one, before, errors);
  };
}

/** Checks a property of an object. An update checks the property only if it has changed. */
export function subfieldCheck({ name }: RuleOf<"subfield">, { of }: RuleSubject, inner: Check): Check {
  const field = fieldOf(of, name);
  const equal = equalityOf(field);
  return (op, path, obj, oldObj, errors) => {
    const value = propertyValueOf(obj as object, name, field);
    const oldValue = oldObj === undefined ? undefined : propertyValueOf(oldObj as object, name, field);
    if (op.type === "Update" && oldObj !== undefined && equal(value, oldValue)) return;
    inner(op, child(path, name), value, oldValue, errors);
  };
}

/**
 * Checks a property by rules that depend on the value of another property (the discriminator). An
 * update checks the property only if one of the two has changed.
 * @param inner returns the check for a value of the discriminator
 */
export function modeCheck(
  { name, discriminator }: RuleOf<"mode">,
  { of }: RuleSubject,
  inner: (mode: unknown) => Check,
): Check {
  const field = fieldOf(of, name);
  const equal = equalityOf(field);
  return (op, path, obj, oldObj, errors) => {
    const value = propertyValueOf(obj as object, name, field);
    const oldValue = oldObj === undefined ? undefined : propertyValueOf(oldObj as object, name, field);
    const mode: unknown = Reflect.get(obj as object, discriminator);
    const isSameMode = oldObj !== undefined && Reflect.get(oldObj as object, discriminator) === mode;
    if (op.type === "Update" && isSameMode && equal(value, oldValue)) return;
    inner(mode)(op, child(path, name), value, oldValue, errors);
  };
}

/** Maximum number of items for which comparing all pairs of keys is faster than using a set. */
const shortList = 6;

/**
 * Checks that the items of a list have different keys. The error of a duplicate is at the later
 * item.
 */
export function uniqueCheck({ keys }: RuleOf<"unique">, { of }: RuleSubject): Check {
  const keyOf = itemKeyOf(keys, itemOf(of));
  return (_op, path, value, _old, errors) => {
    const list = value as List;
    if (list === undefined || list.length < 2) return;
    const seen = list.length > shortList ? new Set() : undefined;
    for (let at = 0; at < list.length; at++) {
      const own = keyOf(list[at]);
      if (seen === undefined ? hasKeyBefore(list, at, keyOf, own) : seen.has(own))
        errors.push(duplicate(index(path, at), list[at]));
      seen?.add(own);
    }
  };
}

function hasKeyBefore(list: readonly unknown[], end: number, keyOf: KeyOf, own: unknown): boolean {
  for (let at = 0; at < end; at++) if (keyOf(list[at]) === own) return true;
  return false;
}
