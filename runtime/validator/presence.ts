import { resolved } from "../schema/resolve-shape.js";
import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isBranch, ownMember } from "../json/values.js";
import { isSentIn, objectShape } from "../rules/type-rules.js";
import type { ValueShape } from "../schema/schema.js";
import { isInLeftOut, leavesOut, markImplied } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";
import { child } from "../field/below.js";

/**
 * A zero of a type that is not only `""`, `0`, `false`, or an empty list or map: a string such as
 * `"0s"` of a duration, or the zeros of an object's properties. True if every value counts as zero:
 * for a property with a default, in an object that defaults do not fill.
 */
export type Zero = string | true | { readonly [property: string]: Zero };

/**
 * Required properties that an object must contain even if defaulting created the object. The value
 * of a property is true, or the required properties of the nested object.
 */
export interface Needs {
  readonly [property: string]: Needs | true;
}

/** Reports whether an object has a value for each required property in `needs`. */
function isComplete(value: unknown, needs: Needs, zero?: Zero): boolean {
  return (
    isBranch(value) &&
    Object.entries(needs).every(([name, inner]) => {
      const own = ownMember(value, name);
      const ownZero = zeroIn(zero, name);
      return inner === true ? isFilled(own, ownZero) : isComplete(own, inner, ownZero);
    })
  );
}

function zeroIn(zero: Zero | undefined, name: string): Zero | undefined {
  return typeof zero === "object" ? zero[name] : undefined;
}

/**
 * Reports whether a property is missing in the JSON of an object, and the decoded object has no
 * value for it either. Defaulting can set a value that is missing in the JSON. A default value that
 * is an object counts only if it contains all properties in `needs`.
 * @param zero the result of `filledZero` for the property's type
 */
export function isMissing(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  name: string,
  zero?: Zero,
  needs?: Needs,
): boolean {
  return !isGiven(obj, name, zero, needs) && leavesOut(op, fldPath, obj, name);
}

/**
 * Reports whether a property that requests can leave out has no value: it is missing, or defaulting
 * created the object around it, and set no value of the property.
 * @param zero the result of `filledZero` for the property's type
 */
export const isAbsent: typeof isMissing = (op, fldPath, obj, name, zero, needs) =>
  !isGiven(obj, name, zero, needs) && (leavesOut(op, fldPath, obj, name) || isInLeftOut(op, fldPath));

/** Reports whether a property has another value than the zero, with each property in `needs`. */
function isGiven(obj: object, name: string, zero?: Zero, needs?: Needs): boolean {
  const value = ownMember(obj, name);
  return isFilled(value, zero) && (needs === undefined || isComplete(value, needs, zero));
}

/**
 * Reports whether an object has a property, and adds an error if the property is missing. An update
 * adds no error if the old object does not have the property either. An old object that a server
 * has decoded always has the property, because decoding adds required properties.
 * @param zero the result of `filledZero` for the property's type
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
  const wasAbsent = op.type === "Update" && oldObj !== undefined && ownMember(oldObj, name) === undefined;
  if (!wasAbsent) errors.push(markImplied(required(child(fldPath, name), "")));
  return false;
}

/**
 * Reports whether a value is neither absent nor the zero of its type. An object counts as zero if
 * all its properties are zero.
 * @param zero the result of `filledZero` for the type
 */
export function isFilled(value: unknown, zero?: Zero): boolean {
  if (zero === true) return false;
  if (!isBranch(value)) return Boolean(value) && value !== zero;
  if (Array.isArray(value)) return value.length > 0;
  // The loop avoids the cost of a list of all keys.
  for (const name in value) if (isFilled(value[name], zeroIn(zero, name))) return true;
  return false;
}

/**
 * Returns the required properties without a default, which an object of a type must contain even if
 * defaulting created the object. Returns undefined if the type has none.
 */
export function needsOf(shape: ValueShape, around: readonly object[] = []): Needs | undefined {
  const object = objectShape(shape);
  if (object === undefined || around.includes(object)) return undefined;
  const needs = Object.entries(object.fields).flatMap(([name, field]): [string, Needs | true][] => {
    const isStated = field.rules?.some(({ kind, stability }) => kind === "required" && stability !== "alpha") === true;
    return isStated || isSentIn(object, name, field) ? [[name, needsOf(field, [...around, object]) ?? true]] : [];
  });
  return needs.length === 0 ? undefined : Object.fromEntries(needs);
}

/**
 * Returns the zero of a type that has such a zero as `Zero` describes. Returns undefined for all
 * other types, whose zeros consist only of `""`, `0`, `false`, and empty lists and maps.
 * @param hasDefaults true inside an object that defaults do not fill
 */
export function filledZero(shape: ValueShape, hasDefaults = false, around: readonly object[] = []): Zero | undefined {
  const { type } = resolved(shape);
  if (type === "Quantity" || type === "Duration") return type === "Quantity" ? "0" : "0s";
  const object = objectShape(shape);
  if (object === undefined || around.includes(object)) return undefined;
  const isUnfilled = hasDefaults || needsOf(shape) !== undefined;
  const zeros = Object.entries(object.fields).flatMap(([name, field]): [string, Zero][] => {
    // The zero of an object does not contain optional properties.
    const ofType = field.optional === true ? undefined : filledZero(field, isUnfilled, [...around, object]);
    const zero = isUnfilled && field.default !== undefined ? true : ofType;
    return zero === undefined ? [] : [[name, zero]];
  });
  return zeros.length === 0 ? undefined : Object.fromEntries(zeros);
}
