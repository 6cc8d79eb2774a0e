import { rulesOfKind } from "./active.js";
import type { PickNumber } from "./random.js";
import type { TestedMember, TestedProperty, TestedRuleOf, Rules } from "./rule.js";
import { filledOf, isSetProperty, unset, type ObjectValues } from "./value.js";

interface Choice {
  readonly random: PickNumber;
}

/**
 * Sets and clears properties of an object so that each of its unions has the required number of
 * members.
 */
export function choosePresence(object: ObjectValues, rules: Rules, choice: Choice): void {
  for (const rule of rulesOfKind(rules, "union", "zeroOrOneOf")) {
    const members = rule.members.filter(({ property }) => property !== undefined);
    if (members.length > 0) chooseMember(object, rule, members, choice);
  }
  for (const { members } of rulesOfKind(rules, "atLeastOneOf")) addMember(object, members, choice);
}

/** If none of the members is set, sets a random one: `atLeastOneOf` requires one. */
function addMember(object: ObjectValues, members: readonly TestedMember[], { random }: Choice): void {
  if (members.some(({ name, property }) => property !== undefined && isSetProperty(object[name], property))) return;
  const { name, property } = members[random(members.length)] ?? {};
  if (name !== undefined && property !== undefined) object[name] = filledOf(property.of);
}

function chooseMember(
  object: ObjectValues,
  { kind, discriminator }: TestedRuleOf<"union" | "zeroOrOneOf">,
  members: readonly TestedMember[],
  { random }: Choice,
): void {
  const isMemberSet = ({ name, property }: TestedMember): boolean =>
    property !== undefined && isSetProperty(object[name], property);
  const set = members.filter(isMemberSet);
  if (discriminator === undefined) {
    if (set.length === 1 || (set.length === 0 && kind === "zeroOrOneOf")) return;
    keep(object, members, (set.length === 0 ? members : set)[random(Math.max(set.length, 1))]);
    return;
  }
  const named = members.find(({ value }) => value === object[discriminator.name]);
  const wanted = named === undefined ? set[random(Math.max(set.length, 1))] : named;
  keep(object, members, wanted);
  if (wanted !== undefined) object[discriminator.name] = wanted.value;
}

function keep(object: ObjectValues, members: readonly TestedMember[], wanted: TestedMember | undefined): void {
  for (const { name, property } of members) {
    if (property === undefined) continue;
    const has = isSetProperty(object[name], property);
    if (name !== wanted?.name && has) unset(object, property);
    if (name === wanted?.name && !has) object[name] = filledOf(property.of);
  }
}

/**
 * Makes an object fulfil the rules `dependentRequired` and `dependentForbidden`. Clears one of the
 * two properties, or sets a required dependent property. Clears required properties and members of
 * unions only if necessary.
 */
export function dropDependents(
  object: ObjectValues,
  rules: Rules,
  isRequired: (property: TestedProperty) => boolean,
): void {
  const members = rulesOfKind(rules, "union").flatMap((rule) => rule.members.map(({ name }) => name));
  const isFree = (property: TestedProperty): boolean => !isRequired(property) && !members.includes(property.name);
  for (const { kind, trigger, dependent } of rulesOfKind(rules, "dependentRequired", "dependentForbidden")) {
    if (!isSetProperty(object[trigger.name], trigger)) continue;
    const has = isSetProperty(object[dependent.name], dependent);
    if (kind === "dependentForbidden" && has) unset(object, isFree(dependent) ? dependent : trigger);
    if (kind === "dependentRequired" && !has) {
      if (isFree(trigger)) unset(object, trigger);
      else object[dependent.name] = filledOf(dependent.of);
    }
  }
}

/**
 * Clears optional properties of an object, each with a probability of one half: properties with
 * defaults, and properties on which rules of the object depend. Arbitraries always generate
 * properties on which rules depend.
 */
export function dropSome(object: ObjectValues, rules: Rules, { random }: Choice): void {
  for (const property of chosenProperties(rules)) {
    const { name, optional } = property;
    if (optional === true && isSetProperty(object[name], property) && random(2) === 0) unset(object, property);
  }
}

function chosenProperties(rules: Rules): readonly TestedProperty[] {
  return rules.flatMap((rule) => {
    switch (rule.kind) {
      case "property":
        return rule.property.defaulted === true ? rule.property : [];
      case "zeroOrOneOf":
        return rule.members.flatMap(({ property }) => property ?? []);
      case "dependentRequired":
      case "dependentForbidden":
        return [rule.trigger, rule.dependent];
      case "mode":
        return rule.property;
      default:
        return [];
    }
  });
}
