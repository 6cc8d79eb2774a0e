import {
  compileExpression,
  EvaluationError,
  matchConditionDeclarations,
  type CompiledExpression,
  type RefusedExpression,
  type Variables,
} from "@apimachinery/runtime/cel";
import { aggregateErrors } from "../../util/aggregate-errors.js";
import { conditionVariables, type ConditionInput } from "./condition-variables.js";
import type { MatchCondition } from "./webhook-configuration.js";

/**
 * Maximum total cost of all conditions of one webhook for one request, in units of CEL's cost (Go:
 * RuntimeCELCostBudgetMatchConditions).
 */
const budget = 2_500_000;

/** Result of all match conditions of a webhook. */
export interface MatchResult {
  /**
   * An Error if the total cost exceeds the limit. Otherwise false if a condition is false, an Error
   * if a condition has failed, and true in all other cases.
   */
  readonly matches: boolean | Error;
  /** Name of the first condition that is false; absent if none is false. */
  readonly excludedBy?: string;
  /**
   * Number of failed conditions before the first false condition, or of all failed conditions if
   * none is false. 0 if the total cost exceeds the limit.
   */
  readonly failures: number;
}

/** Evaluates the match conditions of a webhook for a request. */
export function resultFor(conditions: readonly MatchCondition[], input: ConditionInput): Promise<MatchResult> {
  return evaluateConditions(conditions, conditionVariables(input));
}

/**
 * Evaluates the match conditions of a webhook (Go: matchconditions.Match). If a condition is false,
 * the webhook is not called, even if other conditions fail. If the total cost exceeds the limit,
 * the result is always an error.
 */
export async function evaluateConditions(
  conditions: readonly MatchCondition[],
  variables: Variables,
): Promise<MatchResult> {
  const errors: Error[] = [];
  let remaining = budget;
  let excludedBy: string | undefined;
  for (const condition of conditions) {
    const { result, cost } = await evaluated(condition, variables);
    if (cost > remaining) return { matches: outOfBudget, failures: 0 };
    remaining -= cost;
    if (result instanceof Error && excludedBy === undefined) errors.push(result);
    if (result === false) excludedBy ??= condition.name;
  }
  const failures = errors.length;
  if (excludedBy !== undefined) return { matches: false, excludedBy, failures };
  return { matches: aggregateErrors(errors) ?? true, failures };
}

export const outOfBudget: Error = new Error(
  "validation failed due to running out of cost budget, no further validation rules will be run",
);

interface Evaluation {
  readonly result: boolean | Error;
  readonly cost: number;
}

async function evaluated(condition: MatchCondition, variables: Variables): Promise<Evaluation> {
  const compiled = compiledCondition(condition);
  if (compiled.error !== undefined)
    return { result: new Error(`compilation error: ${compiled.error.detail}`), cost: 0 };
  const { value, cost } = await compiled.evaluate(variables);
  if (!(value instanceof EvaluationError)) return { result: value !== false, cost };
  const problem = `expression '${condition.expression}' resulted in error: ${value.message}`;
  return { result: new Error(problem), cost };
}

const compiledConditions = new WeakMap<MatchCondition, CompiledExpression | RefusedExpression>();

/**
 * Returns the compiled expression of a condition. Each condition object is compiled only once. A
 * changed configuration has new condition objects, so its expressions are compiled again.
 */
function compiledCondition(condition: MatchCondition): CompiledExpression | RefusedExpression {
  let compiled = compiledConditions.get(condition);
  if (compiled === undefined) {
    compiled = compileExpression(condition.expression, matchConditionDeclarations, { typeFault });
    compiledConditions.set(condition, compiled);
  }
  return compiled;
}

function typeFault(type: string): string | undefined {
  return type === "bool" || type === "wrapper(bool)" ? undefined : `must evaluate to bool but got ${type}`;
}
