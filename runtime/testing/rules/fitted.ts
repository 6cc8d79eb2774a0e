import * as fc from "fast-check";
import { deepCopyJSON } from "../../json/values.js";
import type { ErrorList } from "../../field/index.js";
import type { Schema } from "../../schema/schema.js";
import type { Operation } from "../../operation/operation.js";
import { activeRules, nestedRules, ruleOptions } from "./active.js";
import { Retried } from "./retried.js";
import { fit } from "./fit.js";
import { dropSome } from "./presence.js";
import { randomFrom } from "./random.js";
import { rulesOfType } from "./of-type.js";
import type { Options, Rules } from "./rule.js";
import { isValues } from "./value.js";

/** A generated function `Validate_<T>`. */
export type GeneratedValidate<T> = (op: Operation, fldPath: undefined, obj: T, oldObj: T | undefined) => ErrorList;

export interface FittedOptions<T> {
  /**
   * Function of the type, if some rules can only be evaluated by it: CEL rules, and those of
   * hand-written functions. A value with errors is then replaced by another one, or changed until
   * it fulfils the CEL rules.
   */
  readonly validate?: GeneratedValidate<T>;
  /** True if defaults are set before objects are validated. Default: false. */
  readonly setsDefaults?: boolean;
}

/**
 * Returns an arbitrary whose values break no rules of a type, with every option disabled. Values
 * that already break none are not changed.
 */
export function fitted<T>(
  values: fc.Arbitrary<T>,
  schema: Schema<T>,
  { validate, setsDefaults = false }: FittedOptions<T> = {},
): fc.Arbitrary<T> {
  const rules = rulesOfType(schema, setsDefaults);
  const fitting = fc.tuple(values, fc.nat()).map(([value, seed]) => {
    const copy: unknown = deepCopyJSON(value);
    const random = randomFrom(seed);
    if (isValues(copy)) dropSome(copy, activeRules(rules, {}), { random });
    return fit(copy, rules, { options: {}, random, isDefaulted: false }) as T;
  });
  if (validate === undefined || alwaysFails(rules)) return fitting;
  const operation = createOperation(rules);
  return new Retried(fitting, schema, (value) => validate(operation, undefined, value, undefined));
}

/** Returns the operation that creates an object, with the state of all options that rules need. */
export function createOperation(rules: Rules, options: Options = {}): Operation {
  const disabled = Object.fromEntries(ruleOptions(rules).map((name) => [name, false]));
  return { type: "Create", options: { ...disabled, ...options }, request: { subresources: [] } };
}

/** Reports whether every value breaks the rules. */
function alwaysFails(rules: Rules): boolean {
  return nestedRules(rules).some((rule) => rule.kind === "fixed" && !rule.passes);
}
