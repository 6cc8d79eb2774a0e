import { checkSource, usesVariable } from "./check/check.js";
import { estimatedCost } from "./cost/estimate.js";
import { costsOfRules, type RuleCost } from "./cost/rules.js";
import { environmentOf } from "./environment/environment.js";
import type { Expression } from "./tree/expression.js";
import { parsed } from "./syntax/parse.js";
import { SourceProblems, type CELFault } from "./base/source.js";
import type { CELRuleSchema } from "./types/rule.js";
import { schemaType, selfSchema, type CELSchema } from "./types/schema.js";
import { printCELType } from "./types/type.js";

export type { Bound, RuleCost } from "./cost/rules.js";
export type * from "./tree/expression.js";
export type { CELFault, CELPosition } from "./base/source.js";
export type { CELRule, CELRuleSchema, WrittenRule } from "./types/rule.js";
export {
  evaluateExpression,
  explainExpression,
  type CELInput,
  type CELOutput,
  type ExplainedExpression,
  type ExpressionResult,
  type FaultyExpression,
  type SelfValues,
} from "./places/evaluate-expression.js";
export { introducedAfter, nextVersion } from "./environment/environment.js";
export { requestLimit, ruleLimit } from "./base/limits.js";
export { outputJSON, outputText } from "./places/output.js";
export { compileRule, type CompiledRule, type RuleError, type RuleOptions, type RuleResult } from "./rules/rule.js";
export { validateRules, type ValidateOptions } from "./rules/validate.js";
export {
  authorizersOf,
  type AccessAnswer,
  type AccessQuestion,
  type Authorize,
  type Authorizers,
} from "./functions/authorization.js";
export { jsonValue } from "./values/json-values.js";
export type { Evaluated } from "./evaluate/program.js";
export { EvaluationError, type Result, type Value } from "./values/value.js";
export { claimsValue, stringsOf, userValue, type DescribedUser } from "./places/claims.js";
export {
  compileExpression,
  type CompiledExpression,
  type CompileOptions,
  type RefusedExpression,
  type Variables,
} from "./places/compile-expression.js";
export {
  claimsDeclarations,
  matchConditionDeclarations,
  userDeclarations,
  type Declarations,
} from "./places/declarations.js";
export { escapedName, stringLiteral } from "./types/names.js";
export type { CELSchema } from "./types/schema.js";
export { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./values/classes.js";

/**
 * The first hundred problems of an expression. `text` contains them as cel-go prints them, and the
 * number of further problems.
 */
export interface WrongExpression {
  readonly faults: readonly CELFault[];
  readonly text: string;
}

/** A parsed expression, or its problems. */
export type ParsedExpression = { readonly expression: Expression; readonly faults?: undefined } | WrongExpression;

/**
 * The type and the cost of an expression that passes the type check, or the problems of the
 * expression.
 */
export type CheckedExpression =
  | {
      /** The type of the expression, such as `bool` or `map(string, int)`. */
      readonly type: string;
      /**
       * True if the expression uses `oldSelf`. Such a rule applies to updates only, unless
       * `optionalOldSelf` is true.
       */
      readonly usesOldSelf: boolean;
      /**
       * Upper bound of the cost of one evaluation, as Kubernetes estimates it; 2n ** 64n - 1n if
       * the cost is not bounded.
       */
      readonly estimatedCost: bigint;
      readonly faults?: undefined;
    }
  | WrongExpression;

export interface CheckOptions {
  /**
   * The Kubernetes version whose CEL language is used, such as "1.34". Default: the newest known
   * version.
   */
  readonly version?: string;
  /**
   * True if the schema describes a whole object, so that expressions can use kind, apiVersion,
   * metadata.name and metadata.generateName.
   */
  readonly isRoot?: boolean;
  /** True if `oldSelf` is an optional, as in rules with `optionalOldSelf: true`. */
  readonly optionalOldSelf?: boolean;
}

/**
 * Parses an expression, and expands its macros. Does not check types.
 *
 * @param version the Kubernetes version whose CEL language is used, such as "1.34". Default: the
 * newest known version
 * @throws RangeError for an unknown version of Kubernetes; problems of the expression are part of
 * the result
 */
export function parseExpression(text: string, version?: string): ParsedExpression {
  const problems = new SourceProblems(text);
  const expression = parsed(problems, environmentOf(version));
  return expression === undefined ? wrong(problems) : { expression };
}

/**
 * Parses an expression, and checks its types. The variables `self` and `oldSelf` have the type of a
 * structural schema.
 *
 * @throws RangeError for an unknown version of Kubernetes; problems of the expression are part of
 * the result
 */
export function checkExpression(text: string, schema: CELSchema, options: CheckOptions = {}): CheckedExpression {
  const self = schemaType(selfSchema(schema, options.isRoot));
  const { version, optionalOldSelf } = options;
  const checked = checkSource(text, { version, self, optionalOldSelf });
  if (checked instanceof SourceProblems) return wrong(checked);
  return {
    type: printCELType(checked.type),
    usesOldSelf: usesVariable(checked, "oldSelf"),
    estimatedCost: estimatedCost(checked),
  };
}

/**
 * Returns the cost of each rule in the schema of a whole object: the estimate for one evaluation,
 * and the maximum number of values to which the rule applies. If the cost is too high, the result
 * also has maximum sizes that reduce it to the limit, if such sizes exist. Kubernetes allows
 * 10,000,000 for a rule, and 100,000,000 for all rules of a version.
 *
 * @throws RangeError for an unknown version of Kubernetes, never for a wrong rule
 */
export function ruleCosts(schema: CELRuleSchema, options: Pick<CheckOptions, "version"> = {}): readonly RuleCost[] {
  return costsOfRules(schema, options.version);
}

function wrong(problems: SourceProblems): WrongExpression {
  return { faults: problems.sorted(), text: problems.toString() };
}
