import * as fc from "fast-check";
import { deepCopyJSON, isObject } from "../../json/values.js";
import type { ErrorList } from "../../field/index.js";
import type { Schema } from "../../schema/schema.js";
import type { Operation } from "../../operation/operation.js";
import { activeRules, nestedRules, ruleOptions } from "./active.js";
import { Retried } from "./retried.js";
import { fit } from "./fit.js";
import { dropSome } from "./presence.js";
import { randomFrom } from "./random.js";
import { rulesOfType, type Options, type Rules } from "./of-type.js";
import { typeRules } from "../../rules/type-rules.js";

/** Type of the generated functions `Validate_<T>`. */
export type GeneratedValidate<T> = (op: Operation, fldPath: undefined, obj: T, oldObj: T | undefined) => ErrorList;

export interface FittedOptions<T> {
  /**
   * Validation function of the type. Needed only for types with rules that only this function can
   * evaluate: CEL rules, and the rules of hand-written functions. A generated value with errors is
   * replaced by another value, or changed until it fulfils the CEL rules.
   */
  readonly validate?: GeneratedValidate<T>;
  /** True if defaults are set before objects are validated. Default: false. */
  readonly setsDefaults?: boolean;
}

/**
 * Returns an arbitrary whose values break as few rules of a type as possible, with all options
 * disabled. Values of the given arbitrary that already break no rules are mostly unchanged; some
 * optional properties are removed.
 */
export function fitted<T>(
  values: fc.Arbitrary<T>,
  schema: Schema<T>,
  { validate, setsDefaults = false }: FittedOptions<T> = {},
): fc.Arbitrary<T> {
  const rules = rulesOfType(schema);
  const { value: of } = typeRules(schema);
  const fittedValues = fc.tuple(values, fc.nat()).map(([value, seed]) => {
    const copy: unknown = deepCopyJSON(value);
    const fitting = { random: randomFrom(seed), setsDefaults };
    if (isObject(copy)) dropSome(copy, of, activeRules(rules), fitting);
    return fit(copy, of, rules, fitting) as T;
  });
  if (validate === undefined || alwaysFails(rules)) return fittedValues;
  const operation = createOperation(rules);
  return new Retried(fittedValues, schema, (value) => validate(operation, undefined, value, undefined));
}

/**
 * Returns a create operation with a state for every option that the rules test. Options are
 * disabled unless `options` enables them.
 */
export function createOperation(rules: Rules, options: Options = {}): Operation {
  const disabled = Object.fromEntries(ruleOptions(rules).map((name) => [name, false]));
  return { type: "Create", options: { ...disabled, ...options }, request: { subresources: [] } };
}

/** Reports whether the rules contain a rule that fails for every value. */
function alwaysFails(rules: Rules): boolean {
  return nestedRules(rules).some((rule) => rule.kind === "fixed" && !rule.passes);
}
