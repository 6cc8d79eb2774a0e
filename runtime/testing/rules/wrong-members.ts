import { isObject } from "../../json/values.js";
import type { RuleValue } from "../../rules/value.js";
import type { ItemKeys } from "../../schema/rule.js";
import type { TestedRuleOf } from "./of-type.js";
import { isSelectedItem } from "./items.js";
import { isPropertySet, propertyMembers, unset, type Member, type ObjectValues, type Property } from "./value.js";
import type { WrongValue } from "./wrong-values.js";

type Union = TestedRuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">;

/**
 * Function that returns a valid value of a property, from another generated object; undefined if no
 * object has one.
 */
export type Donor = (property: Property) => unknown;

/**
 * Returns copies of an object that violate a union. Without a discriminator, too few or too many
 * members are set. With a discriminator, the selected member is unset, or another member is set.
 */
export function wrongMembers(rule: Union, of: RuleValue, object: ObjectValues, donor: Donor): readonly WrongValue[] {
  const members = propertyMembers(rule, of);
  if (members.length === 0) return [];
  if (rule.kind !== "atLeastOneOf" && rule.discriminator !== undefined)
    return ofDiscriminator(rule.discriminator, members, object, donor);
  const none = { ...object };
  for (const member of members) if (isPropertySet(none, member)) unset(none, member);
  const types = ["FieldValueInvalid"] as const;
  const wrong: WrongValue[] = rule.kind === "zeroOrOneOf" ? [] : [{ value: none, types, variant: "no member" }];
  const [one, other] = members;
  if (rule.kind === "atLeastOneOf" || one === undefined || other === undefined) return wrong;
  const first = withSet({ ...object }, one, donor);
  const both = first === undefined ? undefined : withSet(first, other, donor);
  return both === undefined ? wrong : [...wrong, { value: both, types, variant: "two members" }];
}

function ofDiscriminator(
  discriminator: string,
  members: readonly Member[],
  object: ObjectValues,
  donor: Donor,
): readonly WrongValue[] {
  const types = ["FieldValueInvalid"] as const;
  const selected = object[discriminator];
  return members.flatMap((member): readonly WrongValue[] => {
    const value = { ...object };
    const at = member.name;
    if (member.value === selected) {
      unset(value, member);
      return [{ value, types, at, variant: `${at} is selected and unset` }];
    }
    const other = withSet(value, member, donor);
    return other === undefined ? [] : [{ value: other, types, at, variant: `${at} is set and not selected` }];
  });
}

/**
 * For a union whose members are list items, returns a list with two members, and also a list
 * without members if the union requires one. Returns an empty list for other unions.
 */
export function wrongItems({ kind, members }: Union, list: readonly unknown[]): readonly WrongValue[] {
  const selectors = members.flatMap(({ item }): readonly ItemKeys[] => (item === undefined ? [] : [item]));
  const base = list.find(isObject);
  if (selectors.length === 0 || base === undefined) return [];
  const types = ["FieldValueInvalid"] as const;
  const others = list.filter((item) => !selectors.some((where) => isSelectedItem(item, where)));
  const both = [...others, ...selectors.slice(0, 2).map((where) => ({ ...base, ...where }))];
  const wrong: WrongValue[] = selectors.length < 2 ? [] : [{ value: both, types, variant: "two members" }];
  return kind === "zeroOrOneOf" ? wrong : [...wrong, { value: others, types, variant: "no member" }];
}

/**
 * Sets a property if it is unset, and returns the object. Returns undefined if no value for the
 * property is known.
 */
export function withSet(object: ObjectValues, property: Property, donor: Donor): ObjectValues | undefined {
  if (isPropertySet(object, property)) return object;
  const value = donor(property);
  if (value === undefined) return undefined;
  object[property.name] = value;
  return object;
}
