import { duplicate } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { sortedKeys } from "../util/compare-keys.js";
import type { ItemKey, KeyOf } from "./item-key.js";
import type { Operation } from "./operation.js";
import { index, key } from "./paths.js";
import type { Validator } from "./validator.js";

/**
 * Reports whether two values are equal. An update does not validate a value that equals the old
 * one.
 */
export type Equal<T> = (left: T, right: T) => boolean;

/**
 * Describes how the item of the new list is found in the old list. Without a correlation, every
 * item is validated as a new item.
 */
export interface Correlation<T> {
  readonly keyOf: KeyOf<T>;
  /** Compares two items with the same key. Absent if items with the same key are always equal. */
  readonly equal?: Equal<T>;
}

type List<T> = readonly T[] | undefined;
type Dictionary<T> = { readonly [key: string]: T } | undefined;

/** Validates each item of a list. An update validates only items that differ from the old ones. */
export function eachItem<T>(
  op: Operation,
  fldPath: Path | undefined,
  list: List<T>,
  oldList: List<T>,
  correlation: Correlation<T> | undefined,
  validate: Validator<T>,
  errors: FieldError[],
): void {
  if (list === undefined) return;
  const old = correlation && firstByKey(oldList, correlation.keyOf);
  if (correlation === undefined || old === undefined) {
    for (let at = 0; at < list.length; at++) validate(op, index(fldPath, at), list[at] as T, undefined, errors);
    return;
  }
  for (let at = 0; at < list.length; at++) {
    const item = list[at] as T;
    const before = old.get(correlation.keyOf(item));
    if (before !== undefined && op.type === "Update" && correlation.equal?.(item, before) !== false) continue;
    validate(op, index(fldPath, at), item, before, errors);
  }
}

/** Returns a map from each key to the first item with this key; undefined for an empty list. */
export function firstByKey<T>(list: List<T>, keyOf: KeyOf<T>): ReadonlyMap<ItemKey, T> | undefined {
  if (list === undefined || list.length === 0) return undefined;
  const first = new Map<ItemKey, T>();
  for (const item of list) {
    const itemKey = keyOf(item);
    if (!first.has(itemKey)) first.set(itemKey, item);
  }
  return first;
}

/**
 * Validates each value of a map, in the order of the sorted keys. An update validates only values
 * that have changed.
 */
export function eachValue<T>(
  op: Operation,
  fldPath: Path | undefined,
  map: Dictionary<T>,
  oldMap: Dictionary<T>,
  equal: Equal<T>,
  validate: Validator<T>,
  errors: FieldError[],
): void {
  if (map === undefined) return;
  for (const name of sortedKeys(map)) {
    const value = map[name] as T;
    const before = oldMap !== undefined && Object.hasOwn(oldMap, name) ? oldMap[name] : undefined;
    if (before !== undefined && op.type === "Update" && equal(value, before)) continue;
    validate(op, key(fldPath, name), value, before, errors);
  }
}

/**
 * Validates each key of a map, in sorted order. An update validates only new keys. The path of the
 * errors is that of the map.
 */
export function eachKey<K extends string>(
  op: Operation,
  fldPath: Path | undefined,
  map: { readonly [key in K]?: unknown } | undefined,
  oldMap: { readonly [key in K]?: unknown } | undefined,
  validate: Validator<K>,
  errors: FieldError[],
): void {
  if (map === undefined) return;
  for (const name of sortedKeys(map)) {
    if (op.type === "Update" && oldMap !== undefined && Object.hasOwn(oldMap, name)) continue;
    validate(op, fldPath, name as K, undefined, errors);
  }
}

/** Maximum number of keys for which comparing all pairs is faster than using a set. */
const shortList = 6;

/** Adds an error for each item that has the same key as an earlier item. */
export function unique<T>(fldPath: Path | undefined, list: List<T>, keyOf: KeyOf<T>, errors: FieldError[]): void {
  if (list === undefined || list.length < 2) return;
  if (list.length > shortList) {
    uniqueInLong(fldPath, list, keyOf, errors);
    return;
  }
  for (let at = 1; at < list.length; at++) {
    const item = list[at] as T;
    if (hasKeyBefore(list, at, keyOf, keyOf(item))) errors.push(duplicate(index(fldPath, at), item));
  }
}

function hasKeyBefore<T>(list: readonly T[], end: number, keyOf: KeyOf<T>, itemKey: ItemKey): boolean {
  for (let at = 0; at < end; at++) if (keyOf(list[at] as T) === itemKey) return true;
  return false;
}

function uniqueInLong<T>(fldPath: Path | undefined, list: readonly T[], keyOf: KeyOf<T>, errors: FieldError[]): void {
  const seen = new Set<ItemKey>();
  for (let at = 0; at < list.length; at++) {
    const item = list[at] as T;
    const size = seen.size;
    if (seen.add(keyOf(item)).size === size) errors.push(duplicate(index(fldPath, at), item));
  }
}

/**
 * Validates the first item for which `isMatch` returns true. An update validates the item only if
 * it differs from the first matching item of the old list.
 */
export function item<T>(
  op: Operation,
  fldPath: Path | undefined,
  list: List<T>,
  oldList: List<T>,
  isMatch: (item: T) => boolean,
  equal: Equal<T>,
  validate: Validator<T>,
  errors: FieldError[],
): void {
  const at = list?.findIndex(isMatch) ?? -1;
  const value = list?.[at];
  if (value === undefined) return;
  const before = oldList?.find(isMatch);
  if (before !== undefined && op.type === "Update" && equal(value, before)) return;
  validate(op, index(fldPath, at), value, before, errors);
}
