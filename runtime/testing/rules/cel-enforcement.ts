import * as fc from "fast-check";
import type { validateRules } from "../../cel/rules/validate.js";
import { errorText, type ErrorList, type FieldError } from "../../field/index.js";
import { withoutUndefined } from "../../rules/without-undefined.js";
import type { TypeSchema } from "../../schema/schema.js";
import { deepCopyJSON } from "../../json/values.js";
import { placedCELRules, type PlacedRule } from "./cel-rules.js";
import { changedAt, comparedConstants, errorPathSteps, type ComparedConstants } from "./changed-by-rules.js";
import { describeFailure, type ValidateObject } from "./enforcement.js";
import { randomFrom } from "./random.js";
import { withoutIndexes } from "./violations.js";

/**
 * Type of the function `validateRules` of `@apimachinery/runtime/cel`, which evaluates CEL rules.
 * It is passed as a parameter, because it needs the package re2js.
 */
export type EvaluateRules = typeof validateRules;

/** Function that validates an object, and function that evaluates the CEL rules of a schema. */
export interface Judges<T> {
  readonly validate: ValidateObject<T>;
  readonly evaluate: EvaluateRules;
}

/** Number of generated objects to which changes are applied. */
const samples = 60;

/** Maximum number of changes of one object that are tried to break a rule. */
const attempts = 20;

/**
 * Checks that validation enforces each CEL rule. Changes a valid object until an evaluation of this
 * rule alone returns an error. Validation of the changed object must then return the same error.
 * For a rule about updates, the valid object is the old object.
 *
 * @param objects objects that break no rules; other objects are skipped
 * @returns the names of the rules that no changed object broke
 * @throws Error that lists the rules that are not enforced, with an object and its errors
 */
export function checkCELRules<T>(
  objects: fc.Arbitrary<T>,
  schema: TypeSchema,
  judges: Judges<T>,
  seed: number,
): readonly string[] {
  const rules = placedCELRules(schema);
  if (rules.length === 0) return [];
  const valid = fc
    .sample(objects, { seed, numRuns: samples })
    .filter((one) => judges.validate({}, one, undefined).length === 0);
  const search = new Search(schema, rules, valid, judges);
  const unreached = rules.filter((placed) => !valid.some((object) => search.decides(placed, object)));
  if (search.failures.length > 0)
    throw new Error(`validation does not enforce these rules:\n${search.failures.join("\n")}`);
  return unreached.map(nameOf);
}

/**
 * Changes valid objects so that they break a CEL rule, and checks that validation reports the
 * errors of the rule.
 */
class Search<T> {
  readonly failures: string[] = [];
  readonly #schema: TypeSchema;
  readonly #valid: readonly T[];
  readonly #validate: ValidateObject<T>;
  readonly #evaluate: EvaluateRules;
  readonly #constants: ComparedConstants;
  readonly #random = randomFrom(1);

  constructor(
    schema: TypeSchema,
    rules: readonly PlacedRule[],
    valid: readonly T[],
    { validate, evaluate }: Judges<T>,
  ) {
    this.#schema = schema;
    this.#constants = comparedConstants(rules.map(({ rule }) => rule));
    this.#valid = valid;
    this.#validate = validate;
    this.#evaluate = evaluate;
  }

  /**
   * Changes an object so that it breaks a rule. Returns true if a change broke the rule. If
   * validation does not report the broken rule, adds a failure.
   */
  decides(placed: PlacedRule, object: T): boolean {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const changed = this.#changed(placed, object);
      for (const old of [undefined, object]) if (this.#isBroken(placed, changed, old)) return true;
    }
    return false;
  }

  #changed({ place, only }: PlacedRule, object: T): T {
    const random = this.#random;
    const donor = this.#valid[random(this.#valid.length)];
    const changes = { constants: this.#constants, random, donor, breaks: true } as const;
    let changed: unknown = deepCopyJSON(object);
    for (let count = random(3); count >= 0; count--) changed = changedAt(changed, only, errorPathSteps(place), changes);
    return changed as T;
  }

  #isBroken(placed: PlacedRule, object: T, old: T | undefined): boolean {
    const broken = this.#errorsOf(placed, object, old);
    if (broken.length === 0) return false;
    const errors = this.#validate({}, object, old);
    // API servers evaluate CEL rules only for objects without other errors.
    if (errors.some(({ origin }) => origin !== "cel")) return false;
    const missing = broken.find((error) => !errors.some((other) => isSame(error, other)));
    if (missing !== undefined)
      this.failures.push(
        describeFailure({ rule: nameOf(placed), object, oldObject: old, field: missing.field }, errors),
      );
    return true;
  }

  /** Evaluates a single rule on an object, and returns the errors. */
  #errorsOf({ only, place }: PlacedRule, object: T, old: T | undefined): ErrorList {
    const options = { isRoot: this.#schema.gvk !== undefined };
    const { errors } = this.#evaluate(only, withoutUndefined(object), withoutUndefined(old), options);
    return errors.filter(({ field }) => field === "<nil>" || withoutIndexes(field).startsWith(place));
  }
}

function nameOf({ place, rule }: PlacedRule): string {
  return `${place === "" ? "the object" : place}: ${rule.rule ?? ""}`;
}

function isSame(one: FieldError, other: FieldError): boolean {
  return one.type === other.type && one.field === other.field && errorText(one) === errorText(other);
}
