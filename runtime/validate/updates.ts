import { forbidden, withOrigin } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { sortedKeys } from "../util/compare-keys.js";
import { firstByKey } from "./each.js";
import type { KeyOf } from "./item-key.js";
import { index, key } from "./paths.js";

/** Adds an error for each item that the old list does not have. */
export function noAddItem<T>(
  fldPath: Path | undefined,
  list: readonly T[] | undefined,
  oldList: readonly T[] | undefined,
  keyOf: KeyOf<T>,
  errors: FieldError[],
): void {
  const old = firstByKey(oldList, keyOf);
  list?.forEach((item, at) => {
    if (old?.has(keyOf(item)) !== true) errors.push(added(index(fldPath, at)));
  });
}

/**
 * Adds an error with the path of the list for each item of the old list that the new list does not
 * have.
 */
export function noRemoveItem<T>(
  fldPath: Path | undefined,
  list: readonly T[] | undefined,
  oldList: readonly T[] | undefined,
  keyOf: KeyOf<T>,
  errors: FieldError[],
): void {
  const present = firstByKey(list, keyOf);
  for (const item of oldList ?? []) if (present?.has(keyOf(item)) !== true) errors.push(removed(fldPath));
}

/** Adds an error for each key that the old map does not have. */
export function noAddKey(
  fldPath: Path | undefined,
  map: object | undefined,
  oldMap: object | undefined,
  errors: FieldError[],
): void {
  for (const name of without(map, oldMap)) errors.push(added(key(fldPath, name)));
}

/** Adds an error for each key of the old map that the new map does not have. */
export function noRemoveKey(
  fldPath: Path | undefined,
  map: object | undefined,
  oldMap: object | undefined,
  errors: FieldError[],
): void {
  for (const name of without(oldMap, map)) errors.push(removed(key(fldPath, name)));
}

/** Returns the sorted keys that exist in a map but not in another map. */
function without(map: object | undefined, other: object | undefined): readonly string[] {
  return sortedKeys(map ?? {}).filter((name) => other === undefined || !Object.hasOwn(other, name));
}

function added(path: Path): FieldError {
  return withOrigin(forbidden(path, "item may not be added"), "update");
}

function removed(path: Path | undefined): FieldError {
  return withOrigin(forbidden(path, "item may not be removed"), "update");
}
