import { resolved } from "../schema/resolve-shape.js";
import { objectShape } from "../rules/type-rules.js";
import { fieldValue, isPrimitive, presentRuleValue, type RuleValue } from "../rules/value.js";
import type { ItemKeys } from "../schema/rule.js";
import { comparedShape } from "../schema/compared-shape.js";
import { equalMaps, semanticEqual } from "../schema/semantic-equal.js";
import { wholeValue } from "../schema/whole-value.js";

/** Returns the `RuleValue` of the items of a list. */
export function itemOf({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  return presentRuleValue(under.type === "list" ? under.items : { type: "any" });
}

/** Returns the `RuleValue` of the values of a map. */
export function mapValueOf({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  return presentRuleValue(under.type === "map" ? under.values : { type: "any" });
}

/** Returns the `RuleValue` of the keys of a map. */
export function keyValue({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  const keys = under.type === "map" ? under.keys : undefined;
  return presentRuleValue(keys === undefined ? { type: "string" } : { type: "ref", to: keys });
}

/** Returns the `RuleValue` of a property of an object. */
export function fieldOf({ shape }: RuleValue, name: string): RuleValue {
  const field = objectShape(shape)?.fields[name];
  return field === undefined ? presentRuleValue({ type: "any" }) : fieldValue(field);
}

/**
 * Reports whether values are compared with `===`: strings, numbers, booleans, bytes, times,
 * durations and values of the type IntOrString.
 */
export function isComparableValue({ shape, kind }: RuleValue): boolean {
  return isPrimitive(kind) || compared.has(resolved(shape).type);
}

const compared: ReadonlySet<string> = new Set(["Time", "MicroTime", "Duration", "IntOrString"]);

/** Reports whether a value counts as unset for the rules of its type. */
export function isUnsetValue(value: unknown, { kind, pointer, isZeroUnset }: RuleValue): boolean {
  if (isZeroUnset !== true && pointer) return value === undefined;
  if (isZeroUnset !== true && (kind === "list" || kind === "map" || kind === "interface"))
    return value === undefined || value === null || (kind !== "interface" && isEmpty(value));
  return !value;
}

/** Reports whether a list or map is empty. Returns true for undefined. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  for (const _key in value as object | undefined) return false;
  return true;
}

/**
 * Returns the value of a property as rules see it: undefined for null, and the zero for an absent
 * value that equals the zero.
 */
export function propertyValueOf(obj: object, name: string, { kind, optional, pointer, nullable }: RuleValue): unknown {
  const value: unknown = Reflect.get(obj, name);
  if (nullable === true) return value ?? undefined;
  return optional && !pointer ? (value ?? zeroOfKind(kind)) : value;
}

/** Returns the zero of a kind of value. */
export function zeroOfKind(kind: RuleValue["kind"]): unknown {
  return kind in zeros ? zeros[kind as keyof typeof zeros] : "";
}

const zeros = { list: [], map: {}, int: 0, float: 0, bool: false } as const;

/** Returns the function that compares two values of a type. */
export function equalityOf(of: RuleValue): (left: unknown, right: unknown) => boolean {
  if (isComparableValue(of)) return (left, right) => left === right;
  const shape = comparedShape(of.shape);
  // The cast is safe, because a map is an object.
  if (shape === undefined) return of.kind === "map" ? (equalMaps as typeof semanticEqual) : semanticEqual;
  return (left, right) => semanticEqual(left, right, shape);
}

/** Function that returns the key of a list item. Items with equal keys count as the same item. */
export type KeyOf = (item: unknown) => unknown;

/**
 * Returns the function that computes the key of an item: from the named properties, or from the
 * whole item if `keys` is undefined.
 */
export function itemKeyOf(keys: readonly string[] | undefined, item: RuleValue): KeyOf {
  if (keys === undefined) {
    const shape = comparedShape(item.shape);
    return isPrimitive(item.kind) ? (one) => one : (one) => wholeValue(one, shape);
  }
  const [first = ""] = keys;
  // The cast is safe, because the items of a list with keys are objects.
  if (keys.length === 1) return (one) => (one as Readonly<Record<string, unknown>>)[first];
  return (one) => JSON.stringify(keys.map((key) => (one as Readonly<Record<string, unknown>>)[key]));
}

/** Returns the function that reports whether a list item has the given properties. */
export function itemTest(where: ItemKeys): (item: unknown) => boolean {
  const terms = Object.entries(where);
  return (item) => terms.every(([name, value]) => Reflect.get(item as object, name) === value);
}
