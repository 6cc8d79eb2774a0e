import { trimmed } from "../../util/trimmed.js";
import { countUTF8Bytes } from "../../util/text-length.js";
import * as field from "../../field/index.js";
import { omitValue, Path, type ErrorList, type FieldError } from "../../field/index.js";
import { goQuote } from "../../util/go-quote.js";
import { getOwn } from "../../json/values.js";
import { Correlated, asItems, asBranch, OldItems } from "./correlate.js";
import { nextVersion } from "../environment/environment.js";
import type { Evaluated, Program } from "../evaluate/program.js";
import { callLimit, requestLimit } from "../base/limits.js";
import { EvaluationError, type JSONInput, type Read, type Result } from "../values/value.js";
import { evaluatePrinted, type Meter } from "../printed/evaluate.js";
import { oldSelfOf, type RuleOptions } from "./rule.js";
import type { WrittenRule, CELRuleSchema } from "../types/rule.js";
import { selfSchema } from "../types/schema.js";
import { validatorOf, type NodeRule, type PrintedRules, type RuleValidator } from "./validator.js";

export interface ValidateOptions extends RuleOptions {
  /** Cost limit for all rules together. Default: Kubernetes' limit of 10,000,000. */
  readonly budget?: bigint;
  /** True to accept invalid values that an update does not change. Default: true. */
  readonly ratcheting?: boolean;
  /** The path of the object, with which paths in errors begin. Default: none. */
  readonly path?: Path | undefined;
  /** Printed functions for rules, which are faster than the evaluator and have the same results. */
  readonly printed?: PrintedRules;
}

/**
 * Evaluates all rules of a schema on an object (Go: cel.Validator.Validate). Rules can use the CEL
 * language of the version after `options.version`, see `nextVersion`.
 *
 * @param oldObject the object before an update; undefined when it is created
 * @returns the errors, and the rest of the budget; -1n if an error ended the validation, such as an
 * exceeded budget
 * @throws RangeError for an unknown version of Kubernetes
 */
export function validateRules(
  schema: CELRuleSchema,
  object: JSONInput,
  oldObject?: JSONInput,
  options: ValidateOptions = {},
): { readonly errors: ErrorList; readonly remaining: bigint } {
  const { budget = requestLimit, isRoot, ratcheting = true, path } = options;
  const validator = validatorOf(selfSchema(schema, isRoot), nextVersion(options.version), options.printed);
  const run = new Run(Number(budget));
  const current = ratcheting ? new Correlated(object, oldObject, schema) : undefined;
  if (validator !== undefined)
    run.validate(validator, { path, value: object, old: oldObject, current, parent: undefined });
  return { errors: run.errors, remaining: BigInt(run.remaining) };
}

/** A value with its path. */
interface Place {
  readonly path: Path | undefined;
  readonly value: JSONInput;
  readonly old: JSONInput;
  /**
   * The value and its closest parent, with their old values. They show whether an update changed an
   * invalid value.
   */
  readonly current: Correlated | undefined;
  readonly parent: Correlated | undefined;
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

/**
 * The values of the variables of rules. They are converted from JSON when the evaluator needs them.
 */
class Variables {
  readonly json: JSONInput;
  /**
   * The value before the update; undefined if there is none, or if no rule of the schema uses
   * `oldSelf`.
   */
  readonly oldJSON: JSONInput;
  readonly #read: Read;
  #values: readonly [self: Result, old: Result | undefined] | undefined;

  constructor(read: Read, json: JSONInput, oldJSON: JSONInput) {
    this.#read = read;
    this.json = json;
    this.oldJSON = oldJSON;
  }

  /** Evaluates an expression of a rule. */
  evaluate(program: Program, rule: WrittenRule): Evaluated {
    this.#values ??= [this.#read(this.json), this.oldJSON === undefined ? undefined : this.#read(this.oldJSON)];
    const [self, old] = this.#values;
    return program.evaluate([self, oldSelfOf(rule, old)], callLimit);
  }
}

class Run {
  readonly errors: FieldError[] = [];
  /** The rest of the budget; negative after an error that ends the validation. */
  remaining: number;
  readonly #meter: Meter = { cost: 0 };

  constructor(budget: number) {
    this.remaining = budget;
  }

  validate(validator: RuleValidator, place: Place): void {
    const { value, old } = place;
    if (value === null || value === undefined) return;
    this.#rules(validator, { ...place, old: old ?? undefined });
    for (const each of validator.allOf) {
      if (this.remaining < 0) return;
      this.validate(each, { ...place, current: undefined });
    }
    if (this.remaining < 0) return;
    this.#items(validator, place);
    this.#entries(validator, place);
  }

  #items({ items, schema }: RuleValidator, { path, value, old, current, parent }: Place): void {
    const list = items === undefined ? undefined : asItems(value);
    if (list === undefined || items === undefined) return;
    const oldItems = new OldItems(schema, asItems(old));
    for (const [index, item] of list.entries()) {
      if (this.remaining < 0) return;
      this.validate(items, {
        path: path?.index(index) ?? Path.ofSubscript(index),
        value: item,
        old: oldItems.get(item),
        current: current?.index(index),
        parent: current ?? parent,
      });
    }
  }

  #entries({ values, properties, schema }: RuleValidator, { path, value, old, current, parent }: Place): void {
    const object = asBranch(value);
    if (object === undefined) return;
    const isCorrelated = [undefined, "granular", "atomic"].includes(schema["x-kubernetes-map-type"]);
    const oldObject = isCorrelated ? asBranch(old) : undefined;
    const validate = (validator: RuleValidator, name: string, inner: Path): void => {
      if (this.remaining < 0) return;
      // apiVersion and kind of the root are not compared, because they can differ if the old object
      // has another version.
      const isCompared = parent !== undefined || (name !== "apiVersion" && name !== "kind");
      this.validate(validator, {
        path: inner,
        value: object[name],
        old: oldObject && getOwn(oldObject, name),
        current: isCompared ? current?.key(name) : undefined,
        parent: isCompared ? (current ?? parent) : undefined,
      });
    };
    const names = Object.keys(object);
    if (values !== undefined)
      for (const name of names) validate(values, name, path?.key(name) ?? Path.ofSubscript(name));
    if (properties === undefined) return;
    for (const name of names) {
      const property = properties.get(name);
      if (property !== undefined) validate(property, name, path?.child(name) ?? Path.of(name));
    }
  }

  #rules(validator: RuleValidator, place: Place): void {
    const { path, value, old } = place;
    if (validator.isUntyped) {
      const detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
      this.errors.push(field.invalid(path, typeOf(validator), detail));
      return;
    }
    if (validator.rules.length === 0) return;
    if (this.remaining <= 0) {
      this.#end(field.invalid(path, typeOf(validator), outOfBudget));
      return;
    }
    const variables = new Variables(validator.read, value, validator.usesOldSelf ? old : undefined);
    for (const rule of validator.rules) {
      this.#rule(rule, validator, place, variables);
      if (this.remaining < 0) return;
    }
  }

  #end(error: FieldError): void {
    this.errors.push(error);
    this.remaining = -1;
  }

  #rule(nodeRule: NodeRule, validator: RuleValidator, place: Place, variables: Variables): void {
    const { rule, programs, error } = nodeRule;
    const { path, old } = place;
    const type = typeOf(validator);
    if (error !== undefined) this.errors.push(field.invalid(path, type, `rule compile error: ${error.detail}`));
    if (programs === undefined) return;
    // Without optionalOldSelf, a rule that uses `oldSelf` applies only to values that have an old
    // value.
    if (programs.usesOldSelf && old === undefined && rule.optionalOldSelf !== true) return;
    const { value, cost } = this.#evaluated(nodeRule, programs.program, variables);
    if (cost > this.remaining) {
      this.#end(field.invalid(path, type, outOfBudget));
      return;
    }
    this.remaining -= cost;
    if (value instanceof EvaluationError) this.#failed(value.message, rule, path, type);
    else if (value !== true) this.#violated(nodeRule, validator, place, variables);
  }

  #evaluated({ printed, rule }: NodeRule, program: Program, variables: Variables): Evaluated {
    const value = printed && evaluatePrinted(printed, this.#meter, variables.json, variables.oldJSON);
    return value === undefined ? variables.evaluate(program, rule) : { value, cost: this.#meter.cost };
  }

  #failed(message: string, rule: WrittenRule, path: Path | undefined, type: string): void {
    const name = ruleText(rule);
    if (message.startsWith("no such overload")) {
      const detail = "call arguments did not match a supported operator, function or macro signature";
      this.errors.push(field.invalid(path, type, `'${message}': ${detail} for rule: ${name}`));
    } else if (message.startsWith("operation cancelled: actual cost limit exceeded")) {
      const detail = "no further validation rules will be run due to call cost exceeds limit";
      this.#end(field.invalid(path, type, `'${message}': ${detail} for rule: ${name}`));
    } else this.errors.push(field.invalid(path, type, `${message} evaluating rule: ${name}`));
  }

  #violated(
    { rule, programs, fieldPath }: NodeRule,
    { schema }: RuleValidator,
    place: Place,
    variables: Variables,
  ): void {
    const { path, value, current, parent } = place;
    const isAccepted = programs?.usesOldSelf === false && (current ?? parent)?.isUnchanged() === true;
    const inner = fieldPath === "" ? path : (path?.child(fieldPath) ?? Path.of(fieldPath));
    const program = programs?.message?.program;
    let message: string | undefined;
    if (program !== undefined) {
      const found = this.#message(program, rule, variables);
      if (typeof found !== "string" && found !== undefined) {
        if (!isAccepted) this.errors.push(field.invalid(inner, schema.type ?? "", found.fault));
        this.remaining = -1;
        return;
      }
      message = found;
    }
    const { type } = schema;
    const badValue = type === "object" || type === "array" ? omitValue : value;
    if (!isAccepted) this.errors.push(errorFor(rule, inner, badValue, message ?? messageOf(rule)));
  }

  /**
   * Returns the message of a messageExpression; undefined if the message cannot be used. Returns a
   * `fault` if the error ends the validation.
   */
  #message(program: Program, rule: WrittenRule, variables: Variables): string | undefined | { readonly fault: string } {
    const { value, cost } = variables.evaluate(program, {});
    if (cost > this.remaining)
      return {
        fault:
          "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
      };
    if (
      value instanceof EvaluationError &&
      value.message.startsWith("operation cancelled: actual cost limit exceeded")
    ) {
      const text = goQuote(rule.messageExpression ?? "");
      return {
        fault: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${text}`,
      };
    }
    this.remaining -= cost;
    const message = typeof value === "string" ? trimmed(value) : "";
    const isUsable = message !== "" && !message.includes("\n") && countUTF8Bytes(message) <= longestMessage;
    return isUsable ? message : undefined;
  }
}

/** Maximum length, in bytes, of a message from a messageExpression. */
const longestMessage = 5 * 1024;

function typeOf({ schema }: RuleValidator): string {
  return schema.type ?? "";
}

function ruleText({ rule = "", message = "" }: WrittenRule): string {
  return trimmed(message === "" ? rule : message);
}

function messageOf(rule: WrittenRule): string {
  const { message = "" } = rule;
  return message === "" ? `failed rule: ${ruleText(rule)}` : trimmed(message);
}

function errorFor({ reason }: WrittenRule, path: Path | undefined, value: JSONInput, detail: string): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return field.forbidden(path, detail);
    case "FieldValueRequired":
      return field.required(path, detail);
    case "FieldValueDuplicate":
      return field.duplicate(path, value);
    default:
      return field.invalid(path, value, detail);
  }
}
