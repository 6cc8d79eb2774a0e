import { objectFields, isSent } from "../rules/type-rules.js";
import { isLiteral, isPrimitive, valueKindOf, resolved } from "../rules/value.js";
import type { FieldShape, ValueShape } from "../schema/schema.js";
import type { Needs, Zero } from "../validate/presence.js";
import { access, callFunction, type ValidatorScope } from "./scope.js";

type Source = Pick<ValidatorScope, "file">;

/** Reports whether every JavaScript object inherits a property. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}

/**
 * Returns an expression that is true only for a value that is neither absent nor the zero of its
 * type. It may also be false for such a value; then a function decides. The expression costs less
 * than this call.
 */
export function filledTest(scope: Source, shape: ValueShape, value: string): string | undefined {
  const own = cheapTest(scope, shape, value);
  if (own !== undefined) return own;
  const needed = Object.keys(needsOf(shape) ?? {});
  const fields = objectFields(shape) ?? {};
  const tests: string[] = [];
  for (const name of needed.length > 0 ? needed : Object.keys(fields)) {
    const field = fields[name];
    if (field === undefined || field.optional === true || isInheritedName(name)) continue;
    const inner = cheapTest(scope, field, access(value, name, true));
    if (inner === undefined) continue;
    if (needed.length === 0) return inner;
    tests.push(inner);
  }
  if (needed.length > 0) return tests.length === needed.length ? tests.join(" && ") : undefined;
  return filledZero(shape) === undefined ? callFunction(scope, "isFilled", value) : undefined;
}

/**
 * Returns the properties that an object of a type needs although defaults have made it: required
 * ones without a default. Returns undefined if there are none.
 */
export function needsOf(shape: ValueShape, around: readonly object[] = []): Needs | undefined {
  const fields = objectFields(shape);
  if (fields === undefined || around.includes(fields)) return undefined;
  const needs = Object.entries(fields).flatMap(([name, field]): [string, Needs | true][] => {
    if (!(field.required ?? isSent(name, field, false))) return [];
    if (valueKindOf(field) !== "struct" || objectFields(field) === undefined) return [[name, true]];
    const inner = needsOf(field, [...around, fields]);
    return [[name, inner ?? true]];
  });
  return needs.length === 0 ? undefined : Object.fromEntries(needs);
}

/** Returns the test for a text, number, boolean or list; undefined for other types. */
function cheapTest(scope: Source, shape: ValueShape, value: string): string | undefined {
  if (isLiteral(shape)) return undefined;
  const kind = valueKindOf(shape);
  if (kind === "list") return callFunction(scope, "hasItems", value);
  return isPrimitive(kind) ? value : undefined;
}

/**
 * Returns the zero of a type if this zero contains a text that is not empty. For an object, it
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
