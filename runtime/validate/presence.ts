import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isBranch } from "../json/values.js";
import { notInUnion } from "./enums.js";
import { leavesOut, markImplied } from "./left-out.js";
import type { Operation } from "./operation.js";
import { child } from "./paths.js";

/**
 * The zero of a type that contains a text as a zero, such as `"0s"`: that text, or the zeros of the
 * properties of an object. Other zeros are `""`, `0`, `false`, and empty lists and maps.
 */
export type Zero = string | { readonly [property: string]: Zero };

/**
 * The properties that an object needs if defaults have made it, and what objects in it need.
 */
export interface Needs {
  readonly [property: string]: Needs | true;
}

const noNeeds: Needs = {};

/** Reports whether an object has a value for each property that it needs. */
function isComplete(value: unknown, needs: Needs): boolean {
  return (
    isBranch(value) &&
    Object.entries(needs).every(([name, inner]) => {
      const own = ownValue(value, name);
      return inner === true ? isFilled(own) : isComplete(own, inner);
    })
  );
}

/**
 * Reports whether a property is missing in the JSON of an object and has no value in the decoded
 * object. Defaults, for example, can set a value that the JSON lacks.
 * Otherwise, the JSON must have an object that needs other properties.
 * @param zero zero of the property's type, if it contains a text that is not empty
 */
export function isMissing(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  name: string,
  zero?: Zero,
  needs: Needs = noNeeds,
): boolean {
  const isGiven = !isUnset(obj, name, zero) && (needs === noNeeds || isComplete(ownValue(obj, name), needs));
  return !isGiven && leavesOut(op, fldPath, obj, name);
}

/**
 * Reports whether an object has a property. Adds an error if the property is missing. An update
 * adds no error if the old object does not have the property either. Objects that a server has
 * decoded have all required properties.
 * @param zero zero of the property's type, if it contains a text that is not empty
 */
export function isPresent(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  oldObj: object | undefined,
  name: string,
  errors: FieldError[],
  zero?: Zero,
  needs?: Needs,
): boolean {
  if (!isMissing(op, fldPath, obj, name, zero, needs)) return true;
  const wasAbsent = op.type === "Update" && oldObj !== undefined && ownValue(oldObj, name) === undefined;
  if (!wasAbsent) errors.push(markImplied(required(child(fldPath, name), "")));
  return false;
}

/** Reports whether a property is absent or has the zero of its type. */
export function isUnset(obj: object, name: string, zero?: Zero): boolean {
  return !isFilled(ownValue(obj, name), zero);
}

/** Returns the value of a property; undefined if the object only inherits the property. */
function ownValue(obj: object, name: string): unknown {
  return Object.hasOwn(obj, name) ? Reflect.get(obj, name) : undefined;
}

/**
 * Adds an error if an object of a union has no discriminator, or if its discriminator does not
 * select a member. An update that does not change the discriminator adds no error.
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
  const value = ownValue(obj, name);
  if (typeof value === "string" && values.has(value)) return;
  if (op.type === "Update" && oldObj !== undefined && ownValue(oldObj, name) === value) return;
  const path = child(fldPath, name);
  const isAbsent = isMissing(op, fldPath, obj, name);
  errors.push(isAbsent ? markImplied(required(path, "")) : notInUnion(op, path, String(value), values));
}

/**
 * Reports whether a value is neither absent nor the zero of its type. An object of zeros is a zero.
 * @param zero zero of the type, if it contains a text that is not empty
 */
export function isFilled(value: unknown, zero?: Zero): boolean {
  if (!isBranch(value)) return Boolean(value) && value !== zero;
  if (Array.isArray(value)) return value.length > 0;
  const zeros = typeof zero === "object" ? zero : undefined;
  // This loop over the keys avoids creating a list of them.
  for (const name in value) if (isFilled(value[name], zeros?.[name])) return true;
  return false;
}

/**
 * Reports whether a list has items. Accepts null, which a nullable list can be, and an absent list,
 * because an object that was not decoded can lack a required list.
 */
export function hasItems(list: readonly unknown[] | null | undefined): boolean {
  return list !== undefined && list !== null && list.length > 0;
}

/**
 * Returns the value with a type that includes undefined, because an object that was not decoded can
 * lack a required property.
 */
export function orAbsent<T>(value: T): T | undefined {
  return value;
}
