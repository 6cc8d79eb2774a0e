import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Pattern } from "../pattern/index.js";
import type { ItemKeys } from "../schema/rule.js";
import type { Identity } from "../rules/type-rules.js";
import { isPrimitive, type RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";
import * as helpers from "../validate/index.js";
import type { Operation, Validator } from "../validate/index.js";
import { comparedShape } from "./compared-shape.js";
import { isComparableValue } from "./facts.js";

/** What rules need besides schemas and values. */
export interface RuleEnvironment {
  readonly functionOf: (schema: TypeSchema) => Validator<unknown>;
  readonly handWritten: (name: string) => (...call: readonly unknown[]) => readonly FieldError[];
  readonly pattern: (text: string) => Pattern;
}

/** A value to which rules apply. */
export interface ValidatedPlace {
  readonly environment: RuleEnvironment;
  readonly op: Operation;
  readonly path: Path | undefined;
  readonly value: unknown;
  readonly oldValue: unknown;
  readonly of: RuleValue;
  readonly identity?: Identity | undefined;
}

/** Reports whether a value is unset. */
export function isUnsetValue(value: unknown, { kind, pointer, isZeroUnset }: RuleValue): boolean {
  if (isZeroUnset === true) return value === undefined || !value;
  if (pointer) return value === undefined;
  if (kind === "list") return !helpers.hasItems(value as readonly unknown[] | undefined);
  if (kind === "map") return helpers.isEmpty(value as object | undefined);
  return kind === "interface" ? value === undefined || value === null : !value;
}

/** Reports whether a rule skips an absent value. */
export function isAbsent({ value, of }: ValidatedPlace): boolean {
  return of.pointer && value === undefined;
}

/**
 * Returns a property's value: undefined for null, and a zero if the property is absent and a zero
 * is unset.
 */
export function propertyValueOf(obj: object, name: string, { kind, optional, pointer, nullable }: RuleValue): unknown {
  const value: unknown = Reflect.get(obj, name);
  if (nullable === true) return value ?? undefined;
  return optional && !pointer ? (value ?? zeros[kind] ?? "") : value;
}

const zeros: Readonly<Partial<Record<RuleValue["kind"], unknown>>> = {
  list: [],
  map: {},
  int: 0,
  float: 0,
  bool: false,
};

/** Returns the function that compares two values. */
export function equalityOf(of: RuleValue): (left: unknown, right: unknown) => boolean {
  if (isComparableValue(of)) return helpers.directEqual;
  const shape = comparedShape(of.shape);
  if (shape !== undefined) return (left, right) => helpers.semanticEqual(left, right, shape);
  return of.kind === "map"
    ? (left, right) => helpers.equalMaps(left as object, right as object)
    : (left, right) => helpers.semanticEqual(left, right);
}

export function itemKeyOf(keys: readonly string[] | undefined, item: RuleValue): (item: unknown) => string {
  if (keys === undefined) {
    const shape = comparedShape(item.shape);
    return isPrimitive(item.kind) ? (one) => one as string : (one) => helpers.wholeValue(one, shape);
  }
  const [first = ""] = keys;
  const read = (one: unknown, key: string): string => Reflect.get(one as object, key) as string;
  return keys.length === 1
    ? (one) => read(one, first)
    : (one) => helpers.compositeKey(...keys.map((key) => read(one, key)));
}

export function isMatchingItem(item: unknown, where: ItemKeys): boolean {
  return Object.entries(where).every(([name, value]) => Reflect.get(item as object, name) === value);
}
