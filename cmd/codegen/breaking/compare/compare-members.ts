import { isEqual } from "../../../../engine/util/equal.js";
import type { Constraints, MemberRule } from "../form/constraints.js";
import { tightened, type FormDifference } from "./difference.js";

/**
 * Returns the differences that make rules about the presence of properties, such as unions,
 * stricter.
 * @param oldFields the names of properties in the old object type
 */
export function compareMembers(
  before: Constraints,
  after: Constraints,
  oldFields: ReadonlySet<string>,
): readonly FormDifference[] {
  return [
    ...after.members.flatMap((rule) => compareMember(rule, before.members, oldFields)),
    ...after.dependents
      .filter((rule) => !before.dependents.some((other) => isEqual(rule, other)) && oldFields.has(rule.trigger))
      .filter((rule) => rule.kind === "dependentRequired" || oldFields.has(rule.dependent))
      .map((rule) => {
        const what = rule.kind === "dependentRequired" ? "requires" : "forbids";
        return tightened(`${rule.trigger} ${what} ${rule.dependent}`);
      }),
  ];
}

/**
 * Compares one new rule with the old rules. Members that the old type does not have are absent in
 * all old objects.
 */
function compareMember(
  rule: MemberRule,
  before: readonly MemberRule[],
  oldFields: ReadonlySet<string>,
): readonly FormDifference[] {
  const known = rule.members.filter((name) => oldFields.has(name));
  if (before.some((old) => implies(old, rule, known))) return [];
  if (rule.kind === "zeroOrOneOf" && known.length < 2) return [];
  const names = rule.members.join(", ");
  const texts = {
    union: `an object must have exactly one of ${names}`,
    zeroOrOneOf: `an object can have at most one of ${names}`,
    atLeastOneOf: `an object must have at least one of ${names}`,
  };
  const related = before.find((old) => old.members.some((name) => rule.members.includes(name)));
  return [
    tightened(related === undefined ? texts[rule.kind] : `${texts[rule.kind]} (before: ${related.members.join(", ")})`),
  ];
}

/** Reports whether each object that fulfils an old rule also fulfils the new rule. */
function implies(old: MemberRule, rule: MemberRule, known: readonly string[]): boolean {
  const isBelow = known.every((name) => old.members.includes(name));
  const isAbove = old.members.every((name) => known.includes(name));
  if (rule.discriminator !== undefined && rule.discriminator !== old.discriminator) return false;
  switch (rule.kind) {
    case "union":
      return old.kind === "union" && isBelow && isAbove;
    case "zeroOrOneOf":
      return old.kind !== "atLeastOneOf" && isBelow;
    case "atLeastOneOf":
      return old.kind !== "zeroOrOneOf" && isAbove;
  }
}
