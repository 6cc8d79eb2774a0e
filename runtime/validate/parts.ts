import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Equal } from "./each.js";
import type { Operation } from "./operation.js";
import { child } from "./paths.js";
import type { Validator } from "./validator.js";

/**
 * Validates a property of an object. In an update, the property is validated only if it has
 * changed.
 */
export function subfield<T, F>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  name: string,
  get: (obj: T) => F,
  equal: Equal<F>,
  validate: Validator<F>,
  errors: FieldError[],
): void {
  const value = get(obj);
  const oldValue = oldObj === undefined ? undefined : get(oldObj);
  if (op.type === "Update" && oldObj !== undefined && equal(value, oldValue as F)) return;
  validate(op, child(fldPath, name), value, oldValue, errors);
}

/**
 * Validates a property by rules that depend on the mode of its object, for example on another
 * property.
 */
export type ModeValidator<F> = (
  op: Operation,
  fldPath: Path | undefined,
  value: F,
  oldValue: F | undefined,
  errors: FieldError[],
  mode: string | boolean,
) => void;

/**
 * Validates a property by rules that depend on the object's mode. In an update, the property is
 * validated only if the property or the mode has changed.
 */
export function mode<T, F>(
  op: Operation,
  fldPath: Path | undefined,
  obj: T,
  oldObj: T | undefined,
  name: string,
  get: (obj: T) => F,
  equal: Equal<F>,
  modeOf: (obj: T) => string | boolean,
  validate: ModeValidator<F>,
  errors: FieldError[],
): void {
  const value = get(obj);
  const current = modeOf(obj);
  const oldValue = oldObj === undefined ? undefined : get(oldObj);
  const isUnchanged = oldObj !== undefined && modeOf(oldObj) === current && equal(value, oldValue as F);
  if (op.type === "Update" && isUnchanged) return;
  validate(op, child(fldPath, name), value, oldValue, errors, current);
}

/** Reports whether a map is absent or has no keys. */
export function isEmpty(map: object | undefined): boolean {
  for (const _key in map) return false;
  return true;
}

/** Returns the number of keys of a map. */
export function sizeOf(map: object | undefined): number {
  return map === undefined ? 0 : Object.keys(map).length;
}

/**
 * Returns the number of items of a list. Accepts an absent list, because an object that was not
 * decoded can lack a required list.
 */
export function lengthOf(list: readonly unknown[] | undefined): number {
  return list === undefined ? 0 : list.length;
}

/**
 * Returns a list; undefined if the list is empty, because rules treat an empty list as an absent
 * one.
 */
export function nonEmpty<L extends readonly unknown[]>(list: L | undefined): L | undefined {
  return list?.length === 0 ? undefined : list;
}

/** Reports whether a value is present and differs from the zero of its type. */
export function isNonZero(value: string | number | boolean | undefined): boolean {
  return Boolean(value);
}

/** Reports whether two texts, numbers or booleans are equal. */
export function directEqual(left: unknown, right: unknown): boolean {
  return left === right;
}
