import { deepCopyJSON } from "../../json/values.js";
import type { RuleOf } from "../../schema/rule.js";
import type { RuleValue, RuleValueKind } from "../../rules/value.js";
import { fieldOf, isUnsetValue, zeroOfKind } from "../../validator/values.js";
import type { TestedRule, Rules } from "./of-type.js";

/** An object whose properties are read and changed by name. */
export type ObjectValues = Record<string, unknown>;

/** A property of an object, and the type of its value. */
export interface Property {
  readonly name: string;
  readonly of: RuleValue;
}

/** A member of a union that is a property, and the value of the discriminator for it. */
export interface Member extends Property {
  readonly value: string;
}

/** A rule with rules for a part of the value, or for the whole value. */
export type Nested = Extract<TestedRule, { readonly rules: Rules }>;

/** Returns a property of an object of a type. */
export function propertyOf(of: RuleValue, name: string): Property {
  return { name, of: fieldOf(of, name) };
}

/** Returns the members of a union that are properties, and not list items. */
export function propertyMembers(
  { members, texts }: RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">,
  of: RuleValue,
): readonly Member[] {
  return members.flatMap(({ name, value, item }) => {
    const own = fieldOf(of, name);
    return item === undefined ? { name, value, of: texts === "crd" ? { ...own, pointer: true } : own } : [];
  });
}

/** Reports whether a value counts as set. */
export function isSet(value: unknown, of: RuleValue): boolean {
  return !isUnsetValue(value ?? undefined, of);
}

/** Reports whether a property of an object counts as set. */
export function isPropertySet(object: ObjectValues, { name, of }: Property): boolean {
  return isSet(object[name], of);
}

/**
 * Makes a property count as unset: sets a nullable property to null, removes any other optional
 * property, and sets any other required property to its zero value.
 */
export function unset(object: ObjectValues, { name, of }: Property): void {
  if (of.optional && of.nullable !== true) Reflect.deleteProperty(object, name);
  else object[name] = of.nullable === true ? null : kindZero(of.kind);
}

/** Sets a property to a value that counts as set. */
export function fill(object: ObjectValues, { name, of }: Property): void {
  object[name] = filledOf(of.kind);
}

/** Returns the zero value of a kind. */
export function kindZero(kind: RuleValueKind): unknown {
  return deepCopyJSON(kind === "struct" ? {} : zeroOfKind(kind));
}

/** Returns a value of a kind that counts as set. Lists and maps contain one string. */
export function filledOf(kind: RuleValueKind): unknown {
  const filled: Partial<Record<RuleValueKind, unknown>> = {
    bool: true,
    int: 1,
    float: 1,
    bytes: "YQ==",
    list: ["a"],
    map: { a: "a" },
    struct: {},
  };
  return deepCopyJSON(kind in filled ? filled[kind] : "a");
}
