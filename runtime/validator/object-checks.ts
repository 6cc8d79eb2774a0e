import { ownMember } from "../json/values.js";
import * as field from "../field/constructors.js";
import type { RuleOf } from "../schema/rule.js";
import { goQuote } from "../util/go-quote.js";
import { markImplied } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";
import { child } from "../field/below.js";
import type { Check, RuleSubject } from "./check.js";
import { isMissing } from "./presence.js";
import { notInUnion } from "./scalar-checks.js";
import { fieldOf, isUnsetValue, itemTest } from "./values.js";

/**
 * Function that reports whether a member of a union is set: a property of an object, or an item of
 * a list.
 */
type IsSet = (value: unknown) => boolean;

type UnionRule = RuleOf<"union" | "zeroOrOneOf">;

/** Returns the function that reports whether a property of an object is set. */
function propertyTest({ of }: RuleSubject, name: string): IsSet {
  const own = fieldOf(of, name);
  // An empty map never counts as set, even in a nullable property, where otherwise only null and
  // undefined count as unset.
  const value = own.kind === "map" ? { ...own, pointer: false } : own;
  return (obj) => !isUnsetValue(Reflect.get(obj as object, name) ?? undefined, value);
}

/** Reports whether an update leaves each member as it was: set or unset. */
function areUnchanged(op: Operation, value: unknown, oldValue: unknown, tests: readonly IsSet[]): boolean {
  return op.type === "Update" && oldValue !== undefined && tests.every((isSet) => isSet(value) === isSet(oldValue));
}

/** Checks that the number of set members of a union is allowed. */
export function unionCheck(rule: UnionRule, place: RuleSubject): Check {
  const { kind, members, discriminator } = rule;
  if (kind === "union" && discriminator !== undefined) return discriminatedCheck(rule, discriminator, place);
  const all = members.map(({ name, item }) => ({ name, isSet: memberTest(place, name, item) }));
  const tests = all.map(({ isSet }) => isSet);
  const names = members.map(({ name }) => `\`${name}\``).join(", ");
  const [count, least] = kind === "union" ? ["exactly", 1] : ["at most", 0];
  return (op, path, value, oldValue, errors) => {
    // For rules, an empty list equals an absent list.
    const old = Array.isArray(oldValue) && oldValue.length === 0 ? undefined : oldValue;
    if (areUnchanged(op, value, old, tests)) return;
    const set = all.flatMap(({ name, isSet }) => (isSet(value) ? name : []));
    if (set.length === 1 || set.length === least) return;
    const error =
      set.length === 0
        ? field.invalid(path, "", `must specify one of: ${names}`)
        : field.invalid(path, `{${set.join(", ")}}`, `must specify ${count} one of: ${names}`);
    errors.push(field.withOrigin(error, kind));
  };
}

function memberTest(place: RuleSubject, name: string, item: UnionRule["members"][number]["item"]): IsSet {
  if (item === undefined) return propertyTest(place, name);
  const isMatch = itemTest(item);
  return (list) => (list as readonly unknown[]).some(isMatch);
}

/**
 * Checks that of all members of a union, only the member that the discriminator selects is set. A
 * discriminator that selects no member is not an error.
 */
function discriminatedCheck({ members }: UnionRule, discriminator: string, place: RuleSubject): Check {
  const all = members.map(({ name, value, item }) => ({ name, own: value, isSet: memberTest(place, name, item) }));
  const tests = all.map(({ isSet }) => isSet);
  const tagOf = (obj: unknown): unknown => Reflect.get(obj as object, discriminator) ?? "";
  return (op, path, obj, oldObj, errors) => {
    const tag = tagOf(obj);
    if (oldObj !== undefined && tag === tagOf(oldObj) && areUnchanged(op, obj, oldObj, tests)) return;
    for (const { name, own, isSet } of all) {
      const isNamed = tag === own;
      if (isSet(obj) === isNamed) continue;
      const verb = isNamed ? "must be specified" : "may only be specified";
      const detail = `${verb} when \`${discriminator}\` is ${goQuote(own)}`;
      errors.push(field.withOrigin(field.invalid(child(path, name), "", detail), "union"));
    }
  };
}

/**
 * Checks that the object of a union of types has a discriminator, and that its value selects a
 * member. An update that does not change the discriminator adds no error.
 */
export function discriminatorCheck(name: string, values: ReadonlySet<string>): Check {
  return (op, path, value, oldValue, errors) => {
    const [obj, oldObj] = [value as object, oldValue as object | undefined];
    const tag = ownMember(obj, name);
    if (typeof tag === "string" && values.has(tag)) return;
    if (op.type === "Update" && oldObj !== undefined && ownMember(oldObj, name) === tag) return;
    const own = child(path, name);
    const isAbsent = isMissing(op, path, obj, name);
    errors.push(isAbsent ? markImplied(field.required(own, "")) : notInUnion(op, own, String(tag), values));
  };
}

/**
 * Checks that the dependent property is set (or unset, for `dependentForbidden`) if the trigger is
 * set.
 */
export function dependencyCheck(
  { kind, trigger, dependent }: RuleOf<"dependentRequired" | "dependentForbidden">,
  place: RuleSubject,
): Check {
  const [isSet, isDependentSet] = [propertyTest(place, trigger), propertyTest(place, dependent)];
  const tests = [isSet, isDependentSet];
  const isRequired = kind === "dependentRequired";
  return (op, path, obj, oldObj, errors) => {
    if (areUnchanged(op, obj, oldObj, tests) || !isSet(obj) || isDependentSet(obj) === isRequired) return;
    const [own, detail] = [child(path, dependent), `be set when ${trigger} is set`];
    const error = isRequired ? field.required(own, `must ${detail}`) : field.forbidden(own, `may not ${detail}`);
    errors.push(field.withOrigin(error, kind));
  };
}
