import {
  requestLimit,
  ruleCosts,
  validateRules,
  type CELRuleSchema,
  type RuleCost,
} from "../../../runtime/cel/index.js";
import { alignedLines } from "../report/aligned.js";
import { answerOfDefinition, errorBody, type FieldError, type CRDSchema } from "../../../runtime/crd/index.js";
import { withParts } from "../../../runtime/rules/keywords.js";

/** A CEL rule of a schema with its estimated costs, and its cost for an object. */
type RuleReport = RuleCost & {
  /** The actual cost for all values of the object. */
  readonly cost: bigint;
  readonly passes: boolean;
};

/** The errors of an API server for an object, and the CEL rules of the object's schema. */
export interface ObjectReport {
  readonly errors: readonly FieldError[];
  readonly rules: readonly RuleReport[];
}

/**
 * Validates an object as an API server does, and returns the errors and the cost of each CEL rule.
 */
export function answerWithCosts(
  schema: CRDSchema,
  object: unknown,
  old: unknown,
  version: string | undefined,
): ObjectReport {
  const { object: complete, errors } = answerOfDefinition(schema, object, old, version);
  const completeOld = old === undefined ? undefined : answerOfDefinition(schema, old, undefined, version).object;
  const options = { isRoot: true, ...(version !== undefined && { version }) };
  return {
    errors,
    rules: ruleCosts(schema, options).map((costs, index) => {
      const found = validateRules(onlyRule(schema, index), complete, completeOld, options);
      const rest = found.remaining < 0n ? 0n : found.remaining;
      return { ...costs, cost: requestLimit - rest, passes: found.errors.length === 0 };
    }),
  };
}

/**
 * Returns a schema with only one of its CEL rules, the one at an index in the order of `ruleCosts`.
 */
function onlyRule(schema: CELRuleSchema, wanted: number): CELRuleSchema {
  let index = 0;
  const visit = (part: CELRuleSchema): CELRuleSchema => {
    const rules = (part["x-kubernetes-validations"] ?? []).filter(() => index++ === wanted);
    return withParts({ ...part, "x-kubernetes-validations": rules }, visit);
  };
  return visit(schema);
}

/** Returns the report as text: the errors, then a table of the rules. */
export function reportText({ errors, rules }: ObjectReport): string {
  const head = ["path", "estimated", "total", "cost", "passes", "rule"];
  const rows = rules.map(({ path, rule, estimated, total, cost, passes }) =>
    [path === "" ? "(root)" : path, estimated, total, cost, passes ? "yes" : "no", rule.replaceAll(/\s+/g, " ")].map(
      String,
    ),
  );
  const table = alignedLines([head, ...rows], "  ", (column) => column > 0 && column < 4);
  const refused = errors.map((error) => `${error.field}: ${errorBody(error)}`);
  const verdict = errors.length === 0 ? "API servers accept the object" : "API servers refuse the object:";
  return [verdict, ...refused, ...(rows.length === 0 ? [] : ["", ...table]), ""].join("\n");
}

/** Returns the report as JSON. Costs are strings, because they can exceed JavaScript's integers. */
export function reportJSON({ errors, rules }: ObjectReport): string {
  const report = {
    valid: errors.length === 0,
    errors: errors.map(({ field, type, detail }) => ({ path: field, type, detail })),
    rules: rules.map(({ path, rule, estimated, total, cost, passes }) => ({
      path,
      rule,
      estimated: String(estimated),
      total: String(total),
      cost: String(cost),
      passes,
    })),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
