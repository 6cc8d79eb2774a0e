import { resolved } from "../schema/resolve-shape.js";
import { required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isBranch, ownMember } from "../json/values.js";
import { hasKindProperties, isSent, objectFields } from "../rules/type-rules.js";
import { valueKindOf } from "../rules/value.js";
import type { FieldShape, ValueShape } from "../schema/schema.js";
import { leavesOut, markImplied } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";
import { child } from "../field/below.js";

/**
 * A zero of a type that contains a nonempty string, such as `"0s"` of a duration: the string
 * itself, or the nonempty zeros of an object's properties. All other types have the zeros `""`,
 * `0`, `false`, and empty lists and maps.
 */
export type Zero = string | { readonly [property: string]: Zero };

/**
 * Required properties that an object must contain even if defaulting created the object. The value
 * of a property is true, or the required properties of the nested object.
 */
export interface Needs {
  readonly [property: string]: Needs | true;
}

const noNeeds: Needs = {};

/** Reports whether an object has a value for each required property in `needs`. */
function isComplete(value: unknown, needs: Needs): boolean {
  return (
    isBranch(value) &&
    Object.entries(needs).every(([name, inner]) => {
      const own = ownMember(value, name);
      return inner === true ? isFilled(own) : isComplete(own, inner);
    })
  );
}

/**
 * Reports whether a property is missing in the JSON of an object, and the decoded object has no
 * value for it either. Defaulting can set a value that is missing in the JSON. A default value that
 * is an object counts only if it contains all properties in `needs`.
 * @param zero zero of the property's type, if the zero contains a nonempty string
 */
export function isMissing(
  op: Operation,
  fldPath: Path | undefined,
  obj: object,
  name: string,
  zero?: Zero,
  needs: Needs = noNeeds,
): boolean {
  const isGiven = !isUnset(obj, name, zero) && (needs === noNeeds || isComplete(ownMember(obj, name), needs));
  return !isGiven && leavesOut(op, fldPath, obj, name);
}

/**
 * Reports whether an object has a property, and adds an error if the property is missing. An update
 * adds no error if the old object does not have the property either. An old object that a server
 * has decoded always has the property, because decoding adds required properties.
 * @param zero zero of the property's type, if the zero contains a nonempty string
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

/** Reports whether a property is absent or has the zero of its type. */
function isUnset(obj: object, name: string, zero?: Zero): boolean {
  return !isFilled(ownMember(obj, name), zero);
}

/**
 * Reports whether a value is neither absent nor the zero of its type. An object counts as zero if
 * all its properties are zero.
 * @param zero zero of the type, if the zero contains a nonempty string
 */
export function isFilled(value: unknown, zero?: Zero): boolean {
  if (!isBranch(value)) return Boolean(value) && value !== zero;
  if (Array.isArray(value)) return value.length > 0;
  const zeros = typeof zero === "object" ? zero : undefined;
  // The loop avoids the cost of a list of all keys.
  for (const name in value) if (isFilled(value[name], zeros?.[name])) return true;
  return false;
}

/**
 * Returns the required properties without a default, which an object of a type must contain even if
 * defaulting created the object. Returns undefined if the type has none.
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
 * Returns the zero of a type, if this zero contains a nonempty string: the string itself, or for an
 * object the nonempty zeros of its properties. Returns undefined for all other types.
 */
export function filledZero(shape: ValueShape, around: readonly object[] = []): Zero | undefined {
  const { type } = resolved(shape);
  if (type === "Quantity" || type === "Duration") return type === "Quantity" ? "0" : "0s";
  const fields: Readonly<Record<string, FieldShape>> | undefined = objectFields(shape);
  if (fields === undefined || around.includes(fields)) return undefined;
  const zeros = Object.entries(fields).flatMap(([name, field]): [string, Zero][] => {
    // The zero of an object does not contain optional properties.
    const zero = field.optional === true ? undefined : filledZero(field, [...around, fields]);
    return zero === undefined ? [] : [[name, zero]];
  });
  return zeros.length === 0 ? undefined : Object.fromEntries(zeros);
}
