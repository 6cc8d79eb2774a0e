import { compiled, type Programs } from "../cel/rules/rule.js";
import { mostValues, schemaType, type SchemaValueType } from "../cel/types/schema.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { ruleLimit } from "../cel/base/limits.js";
import { costText } from "./cel-costs.js";
import { estimatedSchema, languageOf } from "./kubernetes-version.js";
import type { Rule, CRDSchema } from "./types.js";

/** The estimated cost of a rule, or of its messageExpression. */
export interface ExpressionCost {
  readonly path: field.Path;
  readonly cost: bigint;
}

/** The position of a schema with rules, and the facts about its values that rules depend on. */
export interface RulePlace {
  /** The path below which old and new values cannot be matched; undefined if they can. */
  readonly uncorrelated: field.Path | undefined;
  /**
   * The error of rules whose values have no type that expressions can use; empty for values with a
   * type.
   */
  readonly untyped: string;
  /** True for the root schema of a kind. */
  readonly isResource: boolean;
  /** Maximum number of values of the schema in an object; undefined without a limit. */
  readonly cardinality: number | undefined;
  /** The version of Kubernetes that has to accept the rules. Default: the newest known one. */
  readonly kubernetes: string | undefined;
}

/** The position of a schema, and a limit for the number of its values. */
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

/** The message for a schema inside a value that is neither a list nor a map. */
export const noParts = "failed to convert to declType for CEL validation rules";

/** Returns the errors of a schema's CEL rules, and their estimated costs. */
export function celErrors(path: field.Path, given: CRDSchema, place: RulePlace): Found {
  const rules = given["x-kubernetes-validations"] ?? [];
  if (rules.length === 0) return { errors: [], costs: [] };
  const schema = estimatedSchema(given, place.kubernetes);
  const inRules = path.child("x-kubernetes-validations");
  const self = schemaType(schema, place.isResource || schema["x-kubernetes-embedded-resource"] === true);
  if (self === undefined || place.untyped !== "")
    return { errors: [field.internalError(inRules, new Error(place.untyped))], costs: [] };
  const { cardinality } = place;
  const places = cardinality === undefined ? mostValues(self.declared) : BigInt(Math.min(cardinality, 2 ** 64));
  const found = rules.map((rule, at) => ruleErrors(inRules.index(at), rule, self, { ...place, places }));
  return { errors: found.flatMap((one) => one.errors), costs: found.flatMap((one) => one.costs) };
}

/**
 * Returns the errors of a rule. As in Kubernetes, the messageExpression of a rule with a wrong
 * expression is not compiled.
 */
function ruleErrors(path: field.Path, rule: Rule, self: SchemaValueType, place: ValuePlace): Found {
  const programs = compiled(rule, self, languageOf(place.kubernetes));
  const ofOldSelf = oldSelfErrors(path, rule, programs.usesOldSelf, place.uncorrelated);
  if (programs.error !== undefined)
    return { errors: [field.invalid(path.child("rule"), rule, programs.error.detail), ...ofOldSelf], costs: [] };
  const total = programs.estimatedCost * place.places;
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
  return costed(path, "estimated messageExpression cost", message.estimatedCost);
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
