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
  return value === zero || isZero(value);
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

/** Reports whether a value is absent or empty, or an object that contains only such values. */
function isZero(value: unknown): boolean {
  if (!isBranch(value)) return !value;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every(isZero);
}
