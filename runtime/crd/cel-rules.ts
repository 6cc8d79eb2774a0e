import { estimatedCost } from "../cel/cost/estimate.js";
import { compiled, type Programs } from "../cel/rules/rule.js";
import { mostValues, schemaType, selfSchema, type SchemaValueType } from "../cel/types/schema.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { ruleLimit } from "../cel/base/limits.js";
import { costText } from "./cel-costs.js";
import { estimatedSchema, languageOf } from "./kubernetes-version.js";
import type { Rule, CRDSchema } from "./types.js";

/** The estimated cost of a CEL rule or of its messageExpression. */
export interface ExpressionCost {
  readonly path: field.Path;
  readonly cost: bigint;
}

/** Facts about the values of a schema on which the checks of its CEL rules depend. */
export interface RulePlace {
  /**
   * Path of the schema below which old and new values cannot be matched, so that rules cannot use
   * oldSelf; undefined if they can be matched.
   */
  readonly uncorrelated: field.Path | undefined;
  /**
   * Error message if the values have no CEL type, so that rules cannot use them; otherwise empty.
   */
  readonly untyped: string;
  /** True for the root schema of a kind. */
  readonly isResource: boolean;
  /** Maximum number of values of the schema in an object; undefined if unlimited. */
  readonly cardinality: number | undefined;
  /**
   * Version of Kubernetes whose API servers must accept the rules. Default: the newest known
   * version.
   */
  readonly kubernetes: string | undefined;
}

/**
 * Facts about the values of a schema. `places` is the maximum number of values for the cost
 * estimate: `cardinality`, or if that is undefined, the number of values that fit into one request.
 */
interface ValuePlace extends RulePlace {
  readonly places: bigint;
}

interface Found {
  readonly errors: readonly FieldError[];
  readonly costs: readonly ExpressionCost[];
}

const greatestCost = 2n ** 64n - 1n;

export const noType =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";

/** Message for rules of items or map values of a schema without a list or map type in CEL. */
export const noParts = "failed to convert to declType for CEL validation rules";

/** Returns the errors of the CEL rules of a schema, and the estimated costs of the rules. */
export function celErrors(path: field.Path, given: CRDSchema, place: RulePlace): Found {
  const rules = given["x-kubernetes-validations"] ?? [];
  if (rules.length === 0) return { errors: [], costs: [] };
  const schema = estimatedSchema(given, place.kubernetes);
  const inRules = path.child("x-kubernetes-validations");
  const self = schemaType(selfSchema(schema, place.isResource));
  if (self === undefined || place.untyped !== "")
    return { errors: [field.internalError(inRules, new Error(place.untyped))], costs: [] };
  const { cardinality } = place;
  const places = cardinality === undefined ? mostValues(self.declared) : BigInt(Math.min(cardinality, 2 ** 64));
  const found = rules.map((rule, at) => ruleErrors(inRules.index(at), rule, self, { ...place, places }));
  return { errors: found.flatMap((one) => one.errors), costs: found.flatMap((one) => one.costs) };
}

/**
 * Returns the errors of a CEL rule. As in Kubernetes, the messageExpression is not checked if the
 * rule's expression is wrong.
 */
function ruleErrors(path: field.Path, rule: Rule, self: SchemaValueType, place: ValuePlace): Found {
  const programs = compiled(rule, self, languageOf(place.kubernetes));
  const ofOldSelf = oldSelfErrors(path, rule, programs.usesOldSelf, place.uncorrelated);
  if (programs.error !== undefined)
    return { errors: [field.invalid(path.child("rule"), rule, programs.error.detail), ...ofOldSelf], costs: [] };
  const total = estimatedCost(programs.program.checked) * place.places;
  const ofRule = costed(path.child("rule"), "estimated rule cost", total > greatestCost ? greatestCost : total);
  const ofMessage = messageErrors(path.child("messageExpression"), rule, programs);
  return {
    errors: [...ofRule.errors, ...ofMessage.errors, ...ofOldSelf],
    costs: [...ofRule.costs, ...ofMessage.costs],
  };
}

function messageErrors(path: field.Path, rule: Rule, { message }: Programs): Found {
  if (message === undefined) return { errors: [], costs: [] };
  if (message.error !== undefined) return { errors: [field.invalid(path, rule, message.error.detail)], costs: [] };
  return costed(path, "estimated messageExpression cost", estimatedCost(message.program.checked));
}

function costed(path: field.Path, what: string, cost: bigint): Found {
  const errors = cost > ruleLimit ? [field.forbidden(path, costText(what, cost, ruleLimit))] : [];
  return { errors, costs: [{ path, cost }] };
}

function oldSelfErrors(
  path: field.Path,
  { rule = "", optionalOldSelf }: Rule,
  usesOldSelf: boolean,
  uncorrelated: field.Path | undefined,
): readonly FieldError[] {
  if (usesOldSelf) {
    if (uncorrelated === undefined) return [];
    const within = `within ${uncorrelated.toString()}`;
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema ${within}`;
    return [field.invalid(path.child("rule"), rule, detail)];
  }
  if (optionalOldSelf === undefined) return [];
  const detail = "may not be set if oldSelf is not used in rule";
  return [field.invalid(path.child("optionalOldSelf"), optionalOldSelf, detail)];
}
