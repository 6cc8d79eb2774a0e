import { rulesOfType, type TestedRule, type Rules } from "./of-type.js";
import { joined } from "./violations.js";

/**
 * Kinds of rules whose violations are not tested: no value violates them, or only the validation
 * function can find a violation.
 */
const ignored: ReadonlySet<TestedRule["kind"]> = new Set(["optional", "fixed", "custom"] as const);

/**
 * Returns the names of all rules, such as `spec.slices: maximum`. Rules of a type that contains
 * itself are listed only once.
 */
export function ruleNames(rules: Rules): readonly string[] {
  const names = new Set<string>();
  visit(rules, "", []);
  return [...names];

  function visit(some: Rules, field: string, around: readonly Rules[]): void {
    if (around.includes(some)) return;
    const inside = [...around, some];
    for (const rule of some) visitOne(rule, field, inside);
  }

  function visitOne(rule: TestedRule, field: string, around: readonly Rules[]): void {
    switch (rule.kind) {
      case "type":
        visit(rulesOfType(rule.to), field, around);
        return;
      case "option":
      case "keys":
        visit(rule.rules, field, around);
        return;
      case "subfield":
        visit(rule.rules, joined(field, rule.name), around);
        return;
      case "items":
      case "values":
      case "item":
        visit(rule.rules, `${field}[*]`, around);
        return;
      case "mode":
        for (const { rules: inner } of rule.cases) visit(inner, joined(field, rule.name), around);
        return;
      case "oneOf":
        if (rule.values !== undefined) names.add(`${field}: ${rule.kind}`);
        for (const [, member] of rule.members) visit(rulesOfType(member), field, around);
        return;
      default:
        if (!ignored.has(rule.kind)) names.add(`${field}: ${rule.kind}`);
    }
  }
}
