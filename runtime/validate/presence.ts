import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isBranch } from "../values.js";
import { unsupported } from "./enums.js";
import { leavesOut, markImplied } from "./left-out.js";
import type { Operation } from "./operation.js";
import { child } from "./paths.js";

/**
 * Reports whether a property is missing in the JSON of an object and has no value in the decoded
 * object. Defaults, for example, can set a value that the JSON lacks.
 * @param zero text of the zero of the property's type; default: an empty text
 */
export function isMissing(op: Operation, fldPath: Path | undefined, obj: object, name: string, zero?: string): boolean {
  return isUnset(obj, name, zero) && leavesOut(op, fldPath, obj, name);
}

/**
 * Reports whether an object has a property. Adds an error if the property is missing. An update
 * adds no error if the property had no value in the old object.
 * @param zero text of the zero of the property's type; default: an empty text
 */
export function isPresent(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  oldObj: object | undefined,
  name: string,
  errors: FieldError[],
  zero?: string,
): boolean {
  if (!isMissing(op, fldPath, obj, name, zero)) return true;
  const wasUnset = op.type === "Update" && oldObj !== undefined && isUnset(oldObj, name, zero);
  if (!wasUnset) errors.push(markImplied(required(child(fldPath, name), "")));
  return false;
}

/** Reports whether a property is absent or has the zero of its type. */
export function isUnset(obj: object, name: string, zero = ""): boolean {
  const value: unknown = Reflect.get(obj, name);
  return value === zero || !isFilled(value);
}

/**
 * Adds an error if an object of a union has no discriminator, or if the discriminator is not that
 * of a member. An update that does not change the discriminator adds no error.
 */
export function discriminator(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  oldObj: object | undefined,
  name: string,
  values: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const value: unknown = Reflect.get(obj, name);
  if (typeof value === "string" && values.has(value)) return;
  if (op.type === "Update" && oldObj !== undefined && Reflect.get(oldObj, name) === value) return;
  const path = child(fldPath, name);
  const isAbsent = isMissing(op, fldPath, obj, name);
  errors.push(markImplied(isAbsent ? required(path, "") : unsupported(op, path, String(value), values)));
}

/**
 * Reports whether a value is neither absent nor the zero of its type. An object of zeros is a zero.
 */
export function isFilled(value: unknown): boolean {
  if (!isBranch(value)) return Boolean(value);
  if (Array.isArray(value)) return value.length > 0;
  // A loop over the keys does not create a list of them.
  for (const name in value) if (isFilled(value[name])) return true;
  return false;
}

/** Reports whether a list has items. An object that was not decoded can lack the list. */
export function hasItems(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

/** Returns the value. An object that was not decoded can lack a required property. */
export function orAbsent<T>(value: T): T | undefined {
  return value;
}
