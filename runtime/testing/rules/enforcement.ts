import * as fc from "fast-check";
import type { ErrorType, FieldError } from "../../field/error.js";
import { errorText, type ErrorList } from "../../field/index.js";
import { ruleOptions } from "./active.js";
import { rulesOfType, type Options, type TestedRule, type Rules } from "./of-type.js";
import type { TypeSchema } from "../../schema/schema.js";
import { violatingObjects, withoutIndexes, type ViolatingObject, joined } from "./violations.js";

/**
 * Function that validates an object as the scheme does, and returns the errors.
 * @param oldObject the object before an update; undefined if the object is created
 */
export type ValidateObject<T> = (options: Options, object: T, oldObject: T | undefined) => ErrorList;

/** Number of generated objects to which changes are applied. */
const samples = 60;

/** Number of generated objects if the first `samples` objects contain no value for some rules. */
const moreSamples = 300;

/**
 * Checks that validation enforces each rule of a type. Each rule is violated in a changed object,
 * or by an update for a rule about updates. Validation must then return the error of this rule, and
 * no errors of other values. CEL rules are checked by `checkCELRules`.
 *
 * @param objects objects that break no rules; other objects are skipped
 * @returns the names of rules that were not checked, because no object has a value to which they
 *   apply
 * @throws Error that lists the rules that are not enforced, with an object and its errors
 * @throws Error if no object is valid
 */
export function checkEnforcement<T>(
  objects: fc.Arbitrary<T>,
  schema: TypeSchema,
  validateAll: ValidateObject<T>,
  seed: number,
): readonly string[] {
  const validate: ValidateObject<T> = (...call) => validateAll(...call).filter(({ origin }) => origin !== "cel");
  const check = new Enforcement(schema, validate);
  for (const numRuns of [samples, moreSamples]) {
    const valid: T[] = [];
    let invalid: FieldError | undefined;
    for (const object of fc.sample(objects, { seed, numRuns })) {
      const [first] = validate(check.disabled, object, undefined);
      // The scheme returns this error for types that it validates only in requests of a
      // subresource.
      if (first?.type === "InternalError") return [];
      if (first === undefined) valid.push(object);
      else invalid = first;
    }
    if (valid.length === 0 && invalid !== undefined)
      throw new Error(
        `no rule can be checked, because none of ${String(numRuns)} generated objects is valid: ${errorText(invalid)}; write a function Fuzz_<T> that generates valid objects`,
      );
    for (const object of valid) check.add(object, valid);
    if (check.unreached().length === 0) break;
  }
  check.finish();
  return check.unreached();
}

class Enforcement<T> {
  readonly #schema: TypeSchema;
  readonly #validate: ValidateObject<T>;
  readonly disabled: Options;
  readonly #enabled: Options;
  readonly #enforced = new Set<string>();
  readonly #failures = new Map<string, string>();
  readonly #reached = new Set<string>();

  constructor(schema: TypeSchema, validate: ValidateObject<T>) {
    this.#schema = schema;
    this.#validate = validate;
    const options = ruleOptions(rulesOfType(schema));
    this.disabled = Object.fromEntries(options.map((name) => [name, false]));
    this.#enabled = Object.fromEntries(options.map((name) => [name, true]));
  }

  /**
   * Changes an object so that it violates each rule, and records whether validation reports the
   * rule. Rules that are already known to be enforced are skipped.
   */
  add(object: T, donors: readonly T[]): void {
    const { reached, found } = violatingObjects(object, this.#schema, donors);
    for (const name of reached) this.#reached.add(name);
    for (const violation of found) {
      if (this.#enforced.has(violation.rule)) continue;
      const errors = [this.disabled, this.#enabled].map((options) =>
        this.#validate(
          { ...options, ...violation.options },
          violation.object as T,
          violation.oldObject as T | undefined,
        ),
      );
      if (errors.some((all) => isExpected(all, violation))) this.#enforced.add(violation.rule);
      else this.#failures.set(violation.rule, describeFailure(violation, errors[0] ?? []));
    }
  }

  /** Returns the names of the rules that apply to no value of the objects added so far. */
  unreached(): readonly string[] {
    return ruleNames(rulesOfType(this.#schema)).filter((name) => !this.#reached.has(name));
  }

  /** @throws Error that lists the rules that are not enforced */
  finish(): void {
    const wrong = [...this.#failures].filter(([rule]) => !this.#enforced.has(rule)).map(([, text]) => text);
    if (wrong.length > 0) throw new Error(`validation does not enforce these rules:\n${wrong.join("\n")}`);
  }
}

/**
 * Reports whether the errors contain the error of the violated rule, and no errors of other values.
 * Other errors of the same value are accepted, because a value can violate several rules.
 */
function isExpected(errors: ErrorList, { types, field, origin }: ViolatingObject): boolean {
  const isAt = (path: string, type: ErrorType): boolean =>
    path === field || withKeys(field).test(path) || (type === "FieldValueDuplicate" && path === `${field}[*]`);
  const pathOf = ({ field: path }: FieldError): string => (path === "<nil>" ? "" : withoutIndexes(path));
  // Errors of rules from controller-gen's markers can lack the origin.
  const isOfRule = (error: FieldError): boolean =>
    types.includes(error.type) && (error.origin === undefined || error.origin === origin);
  return errors.some(isOfRule) && errors.every((error) => isAt(pathOf(error), error.type));
}

/**
 * Returns a regular expression for the paths that a path with `[*]` represents. In errors of
 * controller-gen's markers, a map key is written after a dot, and can be any string.
 */
function withKeys(field: string): RegExp {
  const parts = field.split("[*]").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join("(?:\\[\\*\\]|\\..*)")}$`, "su");
}

/** Returns the description of a rule that is not enforced, with the object and the errors. */
export function describeFailure(
  { rule, object, oldObject, field }: Pick<ViolatingObject, "rule" | "object" | "oldObject" | "field">,
  errors: ErrorList,
): string {
  const returned = errors.length === 0 ? "no error" : errors.map(errorText).join("; ");
  const before = oldObject === undefined ? "" : `\n    before the update: ${shortened(JSON.stringify(oldObject))}`;
  return `  ${rule}: expected its error at ${field === "" ? "the object" : field}, got ${shortened(returned)}\n    ${shortened(JSON.stringify(object))}${before}`;
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/**
 * Kinds of rules whose violations are not tested: no value violates them, or only the validation
 * function can find a violation.
 */
const ignored: ReadonlySet<TestedRule["kind"]> = new Set(["optional", "fixed", "custom"] as const);

/**
 * Returns the names of all rules, such as `spec.slices: maximum`. Rules of a type that contains
 * itself are listed only once.
 */
function ruleNames(rules: Rules): readonly string[] {
  const names = new Set<string>();
  visit(rules, "", []);
  return [...names];

  function visit(some: Rules, field: string, around: readonly Rules[]): void {
    if (around.includes(some)) return;
    const inside = [...around, some];
    for (const rule of some) visitOne(rule, field, inside);
  }

  function visitOne(rule: TestedRule, field: string, around: readonly Rules[]): void {
    switch (rule.kind) {
      case "type":
        visit(rulesOfType(rule.to), field, around);
        return;
      case "option":
      case "keys":
        visit(rule.rules, field, around);
        return;
      case "subfield":
        visit(rule.rules, joined(field, rule.name), around);
        return;
      case "items":
      case "values":
      case "item":
        visit(rule.rules, `${field}[*]`, around);
        return;
      case "mode":
        for (const { rules: inner } of rule.cases) visit(inner, joined(field, rule.name), around);
        return;
      case "oneOf":
        if (rule.values !== undefined) names.add(`${field}: ${rule.kind}`);
        for (const [, member] of rule.members) visit(rulesOfType(member), field, around);
        return;
      default:
        if (!ignored.has(rule.kind)) names.add(`${field}: ${rule.kind}`);
    }
  }
}
