import { nextVersion } from "../environment/environment.js";
import { rulePlace } from "../printed/evaluate.js";
import { celRulesIn, type CELRuleSchema } from "../types/rule.js";
import { selfSchema } from "../types/schema.js";
import { printExpression } from "./index.js";

/** A validation rule as a printed function. */
export interface PrintedRule {
  /** The key of the rule: the type, the path in the type, and the expression, see `rulePlace`. */
  readonly place: string;
  readonly code: string;
}

/**
 * Prints the rules of a schema and of its parts as functions. Leaves out rules that only the
 * evaluator can evaluate.
 *
 * @param type the name of the type of the values
 * @param isRoot true if the schema is that of a whole object
 */
export function printRules(schema: CELRuleSchema, type: string, isRoot: boolean): readonly PrintedRule[] {
  const places = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { rule: written, schema: own, path } of celRulesIn(selfSchema(schema, isRoot))) {
    const { rule = "", optionalOldSelf } = written;
    const code = printExpression(rule, own, { version: nextVersion(), optionalOldSelf });
    if (code === undefined) continue;
    const place = rulePlace(type, path, rule);
    // The same expression can be printed as two different functions, with optionalOldSelf and
    // without it. The key of such a rule is ambiguous, so the rule is left out.
    if ((places.get(place) ?? code) !== code) ambiguous.add(place);
    places.set(place, code);
  }
  return Array.from(places, ([place, code]) => ({ place, code })).filter(({ place }) => !ambiguous.has(place));
}
