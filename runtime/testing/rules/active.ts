import { oncePer } from "../../util/once-per.js";
import type { LimitKind } from "../../schema/rule.js";
import { rulesOfType, type Options, type TestedRule, type TestedRuleOf, type Rules } from "./of-type.js";

/**
 * Cache of `activeRules` with all options disabled, because fuzzers need these rules for every
 * value.
 */
const withoutOptions = oncePer((rules: Rules) => activeWith(rules, {}));

/**
 * Returns the rules that apply to a value: the listed rules and those of the value's type. Rules
 * that depend on an option are included only if the option has the required state.
 */
export function activeRules(rules: Rules, options: Options = {}): Rules {
  return Object.keys(options).length > 0 ? activeWith(rules, options) : withoutOptions(rules);
}

function activeWith(rules: Rules, options: Options): Rules {
  return rules.flatMap((rule) => {
    if (rule.kind === "type") return activeRules(rulesOfType(rule.to), options);
    if (rule.kind !== "option") return rule;
    return (options[rule.option] ?? false) === rule.enabled ? activeRules(rule.rules, options) : [];
  });
}

/** Returns the rules of the given kinds. */
export function rulesOfKind<K extends TestedRule["kind"]>(rules: Rules, ...kinds: readonly K[]): TestedRuleOf<K>[] {
  return rules.filter((rule): rule is TestedRule & TestedRuleOf<K> => (kinds as readonly string[]).includes(rule.kind));
}

/** Returns the limits of all rules of one kind. */
export function limitsOf(rules: Rules, kind: LimitKind): number[] {
  return rules.flatMap((rule) => (rule.kind === kind && "limit" in rule ? rule.limit : []));
}

/**
 * Returns the names of the options that the rules test, including the rules of types to which they
 * refer.
 */
export function ruleOptions(rules: Rules): readonly string[] {
  const names = nestedRules(rules).flatMap((rule) => {
    if (rule.kind === "option") return rule.option;
    return rule.kind === "enum" ? (rule.exclusions ?? []).map(({ option }) => option) : [];
  });
  return [...new Set(names)];
}

/** Returns the rules, the rules nested in them, and the rules of types to which they refer. */
export function nestedRules(rules: Rules): readonly TestedRule[] {
  const found: TestedRule[] = [];
  const seen = new Set<Rules>();
  const visit = (some: Rules): void => {
    if (seen.has(some)) return;
    seen.add(some);
    found.push(...some);
    for (const rule of some) innerRules(rule).forEach(visit);
  };
  visit(rules);
  return found;
}

/** Returns the lists of rules that are nested in a rule. */
function innerRules(rule: TestedRule): readonly Rules[] {
  switch (rule.kind) {
    case "type":
      return [rulesOfType(rule.to)];
    case "mode":
      return rule.cases.map(({ rules }) => rules);
    case "oneOf":
      return rule.members.map(([, member]) => rulesOfType(member));
    default:
      return "rules" in rule ? [rule.rules] : [];
  }
}
