import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isBranch } from "../json/values.js";
import { hasKindProperties, isSent, objectFields } from "../rules/type-rules.js";
import { valueKindOf, resolved } from "../rules/value.js";
import type { FieldShape, ValueShape } from "../schema/schema.js";
import { leavesOut, markImplied } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";
import { child } from "../field/below.js";

/**
 * The zero of a type that contains a string as a zero, such as `"0s"`: that string, or the zeros of
 * the properties of an object. Other zeros are `""`, `0`, `false`, and empty lists and maps.
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
      const own = ownProperty(value, name);
      return inner === true ? isFilled(own) : isComplete(own, inner);
    })
  );
}

/**
 * Reports whether a property is missing in the JSON of an object and has no value in the decoded
 * object. Defaults, for example, can set a value that the JSON lacks.
 * Otherwise, the JSON must have an object that needs other properties.
 * @param zero zero of the property's type, if it contains a string that is not empty
 */
export function isMissing(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  name: string,
  zero?: Zero,
  needs: Needs = noNeeds,
): boolean {
  const isGiven = !isUnset(obj, name, zero) && (needs === noNeeds || isComplete(ownProperty(obj, name), needs));
  return !isGiven && leavesOut(op, fldPath, obj, name);
}

/**
 * Reports whether an object has a property. Adds an error if the property is missing. An update
 * adds no error if the old object does not have the property either. Objects that a server has
 * decoded have all required properties.
 * @param zero zero of the property's type, if it contains a string that is not empty
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
  const wasAbsent = op.type === "Update" && oldObj !== undefined && ownProperty(oldObj, name) === undefined;
  if (!wasAbsent) errors.push(markImplied(required(child(fldPath, name), "")));
  return false;
}

/** Reports whether a property is absent or has the zero of its type. */
function isUnset(obj: object, name: string, zero?: Zero): boolean {
  return !isFilled(ownProperty(obj, name), zero);
}

/** Returns the value of a property; undefined if the object only inherits the property. */
export function ownProperty(obj: object, name: string): unknown {
  return Object.hasOwn(obj, name) ? Reflect.get(obj, name) : undefined;
}

/**
 * Reports whether a value is neither absent nor the zero of its type. An object of zeros is a zero.
 * @param zero zero of the type, if it contains a string that is not empty
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
 * Returns the properties that an object of a type needs although defaults have made it: required
 * ones without a default. Returns undefined if there are none.
 */
export function needsOf(shape: ValueShape, around: readonly object[] = []): Needs | undefined {
  const fields = objectFields(shape);
  if (fields === undefined || around.includes(fields)) return undefined;
  const needs = Object.entries(fields).flatMap(([name, field]): [string, Needs | true][] => {
    if (!(field.required ?? isSent(name, field, hasKindProperties(fields)))) return [];
    if (valueKindOf(field) !== "struct" || objectFields(field) === undefined) return [[name, true]];
    const inner = needsOf(field, [...around, fields]);
    return [[name, inner ?? true]];
  });
  return needs.length === 0 ? undefined : Object.fromEntries(needs);
}

/**
 * Returns the zero of a type if this zero contains a string that is not empty. For an object, it
 * contains the zeros of the properties. Returns undefined for all other types.
 */
export function filledZero(shape: ValueShape, around: readonly object[] = []): Zero | undefined {
  const { type } = resolved(shape);
  if (type === "Quantity" || type === "Duration") return type === "Quantity" ? "0" : "0s";
  const fields: Readonly<Record<string, FieldShape>> | undefined = objectFields(shape);
  if (fields === undefined || around.includes(fields)) return undefined;
  const zeros = Object.entries(fields).flatMap(([name, field]): [string, Zero][] => {
    // A zero of an object does not contain its optional properties.
    const zero = field.optional === true ? undefined : filledZero(field, [...around, fields]);
    return zero === undefined ? [] : [[name, zero]];
  });
  return zeros.length === 0 ? undefined : Object.fromEntries(zeros);
}
