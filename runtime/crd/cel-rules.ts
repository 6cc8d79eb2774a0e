import { compiled, type Programs } from "../cel/rules/rule.js";
import { mostValues, schemaType, type SchemaValueType } from "../cel/types/schema.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { ruleLimit } from "../cel/base/limits.js";
import { costText } from "./cel-costs.js";
import { estimatedSchema, languageOf } from "./kubernetes-version.js";
import type { Rule, CRDSchema } from "./types.js";

/** The estimated cost of a rule, or of the expression of its message. */
export interface ExpressionCost {
  readonly path: field.Path;
  readonly cost: bigint;
}

/** Where a schema with rules is. */
export interface RulePlace {
  /** Path below which old and new values cannot be matched. */
  readonly uncorrelated: field.Path | undefined;
  /** The error of rules whose values have no type that expressions can use; empty if they have. */
  readonly untyped: string;
  /** True for the root of a kind. */
  readonly isResource: boolean;
  /** How many values of the schema an object can have; undefined without a limit. */
  readonly cardinality: number | undefined;
  /** The version of Kubernetes that has to accept the rules; the newest by default. */
  readonly kubernetes: string | undefined;
}

/** Where a schema is, and how many values it has. */
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

/** The values are parts of a value that is neither a list nor a map. */
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

/** Kubernetes does not compile the expression of a message beside a wrong rule. */
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
