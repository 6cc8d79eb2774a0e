import { stringLiteral } from "../../../runtime/cel/index.js";
import { countedRule } from "../../../runtime/rules/published.js";
import type { RuleMember, RuleOf } from "../../../runtime/schema/rule.js";
import { fieldNamed, selectedExpression, setExpression, member as memberPath } from "./expressions.js";
import { withRule, type Folded, type SchemaValue } from "./place.js";

type Union = RuleOf<"union" | "zeroOrOneOf">;

/**
 * Adds the CEL rules of a union to the schema of an object or a list, whose properties or items are
 * the union's members: with a discriminator, a rule for each member; otherwise, a rule that counts
 * the members that are set. Returns undefined if CEL cannot express a name.
 */
export function membershipRules(rule: Union, at: SchemaValue): Partial<Folded> | undefined {
  const { kind, members, discriminator } = rule;
  const tests = members.flatMap((member) => isMemberSet(member, at) ?? []);
  if (tests.length < members.length) return undefined;
  if (discriminator !== undefined && kind === "union") return discriminated(rule, discriminator, at);
  const names = members.map(({ name }) => name);
  const counted = countedRule(kind, tests, names);
  return { schema: withRule(at, counted.rule, counted.message) };
}

/**
 * Returns a CEL expression that is true if a member of a union is set. Returns undefined if CEL
 * cannot express the member's name.
 */
function isMemberSet({ name, item }: RuleMember, { universe, type }: SchemaValue): string | undefined {
  if (item !== undefined) return `self.exists(i, ${selectedExpression(item, "i")})`;
  const field = fieldNamed(universe, type, name);
  return field && setExpression(universe, field);
}

function discriminated({ members }: Union, discriminator: string, at: SchemaValue): Partial<Folded> | undefined {
  const path = memberPath("self", discriminator);
  if (path === undefined) return undefined;
  let { schema } = at;
  for (const member of members) {
    const test = isMemberSet(member, at) ?? "";
    const set = test.includes("&&") ? `(${test})` : test;
    schema = withRule(
      { ...at, schema },
      `${set} == (has(${path}) && ${path} == ${stringLiteral(member.value)})`,
      `${member.name} must be set if ${discriminator} is ${member.value}, and only then`,
    );
  }
  return { schema };
}
