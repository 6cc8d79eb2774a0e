import type { RuleValue } from "../../rules/value.js";
import { rulesOfKind } from "./active.js";
import type { PickNumber } from "./random.js";
import type { TestedRuleOf, Rules } from "./of-type.js";
import { fill, isPropertySet, propertyMembers, propertyOf, unset, type ObjectValues, type Property } from "./value.js";

/**
 * Sets and clears properties of an object so that each of its unions has the required number of
 * members.
 */
export function choosePresence(object: ObjectValues, of: RuleValue, rules: Rules, random: PickNumber): void {
  for (const rule of rulesOfKind(rules, "union", "zeroOrOneOf")) chooseMember(object, of, rule, random);
  for (const rule of rulesOfKind(rules, "atLeastOneOf")) {
    const members = propertyMembers(rule, of);
    const member = members[random(members.length)];
    if (member !== undefined && !members.some((one) => isPropertySet(object, one))) fill(object, member);
  }
}

function chooseMember(
  object: ObjectValues,
  of: RuleValue,
  rule: TestedRuleOf<"union" | "zeroOrOneOf">,
  random: PickNumber,
): void {
  const { kind, discriminator } = rule;
  const members = propertyMembers(rule, of);
  if (members.length === 0) return;
  const set = members.filter((member) => isPropertySet(object, member));
  if (discriminator === undefined) {
    if (set.length === 1 || (set.length === 0 && kind === "zeroOrOneOf")) return;
    keep(object, members, (set.length === 0 ? members : set)[random(Math.max(set.length, 1))]);
    return;
  }
  const named = members.find(({ value }) => value === object[discriminator]);
  const wanted = named === undefined ? set[random(Math.max(set.length, 1))] : named;
  keep(object, members, wanted);
  if (wanted !== undefined) object[discriminator] = wanted.value;
}

function keep(object: ObjectValues, members: readonly Property[], wanted: Property | undefined): void {
  for (const member of members) {
    if (member !== wanted && isPropertySet(object, member)) unset(object, member);
    if (member === wanted && !isPropertySet(object, member)) fill(object, member);
  }
}

/**
 * Makes an object fulfil the rules `dependentRequired` and `dependentForbidden`. Clears the trigger
 * or the dependent property, or sets a required dependent property. Clears required properties and
 * members of unions only if necessary.
 */
export function dropDependents(
  object: ObjectValues,
  of: RuleValue,
  rules: Rules,
  isRequired: (name: string) => boolean,
): void {
  const members = rulesOfKind(rules, "union").flatMap((rule) => rule.members.map(({ name }) => name));
  const isFree = ({ name }: Property): boolean => !isRequired(name) && !members.includes(name);
  for (const { kind, ...names } of rulesOfKind(rules, "dependentRequired", "dependentForbidden")) {
    const [trigger, dependent] = [propertyOf(of, names.trigger), propertyOf(of, names.dependent)];
    if (!isPropertySet(object, trigger)) continue;
    const isDependentSet = isPropertySet(object, dependent);
    if (kind === "dependentForbidden" && isDependentSet) unset(object, isFree(dependent) ? dependent : trigger);
    if (kind === "dependentRequired" && !isDependentSet) {
      if (isFree(trigger)) unset(object, trigger);
      else fill(object, dependent);
    }
  }
}

/**
 * Clears optional properties of an object, each with a probability of one half: properties that
 * defaulting sets, and properties on which rules of the object depend. Arbitraries always generate
 * properties on which rules depend.
 */
export function dropSome(
  object: ObjectValues,
  of: RuleValue,
  rules: Rules,
  { random, setsDefaults }: { readonly random: PickNumber; readonly setsDefaults: boolean },
): void {
  const named = (...names: readonly string[]): readonly Property[] => names.map((name) => propertyOf(of, name));
  const chosen = rules.flatMap((rule): readonly Property[] => {
    switch (rule.kind) {
      case "subfield":
        return setsDefaults ? named(rule.name).filter(isDefaulted) : [];
      case "zeroOrOneOf":
        return propertyMembers(rule, of);
      case "dependentRequired":
      case "dependentForbidden":
        return named(rule.trigger, rule.dependent);
      case "mode":
        return named(rule.name);
      default:
        return [];
    }
  });
  for (const property of chosen)
    if (property.of.optional && isPropertySet(object, property) && random(2) === 0) unset(object, property);
}

/** Reports whether a property has a default. */
export function isDefaulted({ of: { shape } }: Property): boolean {
  return "default" in shape && shape.default !== undefined;
}
