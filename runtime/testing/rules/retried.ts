import * as fc from "fast-check";
import { errorText, type ErrorList } from "../../field/index.js";
import { structuralSchema } from "../../rules/structural.js";
import type { TypeSchema } from "../../schema/schema.js";
import { placedCELRules } from "./cel-rules.js";
import { changedAt, comparedConstants, errorPathSteps, type ComparedConstants } from "./changed-by-rules.js";

/**
 * Maximum number of values that are generated to find one without errors of hand-written functions.
 * If all have errors, the last value is used.
 */
const attempts = 5;

/**
 * Maximum number of values that are generated to find one that fulfils the CEL rules. If none does,
 * `generate` throws an error.
 */
const attemptsOfCEL = 100;

/** Number of changes that are tried to repair a value that breaks CEL rules. */
const changesOfValue = 20;

/**
 * Counts the generated values of one type: used values, and values that were replaced because of
 * errors.
 */
export interface Tally {
  kept: number;
  replaced: number;
}

let tallies: Map<string, Tally> | undefined;

/** Runs a function, and counts the values that are generated during the call, by type name. */
export function counted<T>(run: () => T): { readonly result: T; readonly tallies: ReadonlyMap<string, Tally> } {
  const before = tallies;
  const own = new Map<string, Tally>();
  tallies = own;
  try {
    return { result: run(), tallies: own };
  } finally {
    tallies = before;
  }
}

/**
 * Generates values until a value has no errors, or until the maximum number of attempts. A value
 * that breaks only CEL rules is first changed (`#changed`).
 */
export class Retried<T> extends fc.Arbitrary<T> {
  readonly #values: fc.Arbitrary<T>;
  readonly #schema: TypeSchema;
  readonly #errorsOf: (value: T) => ErrorList;
  #constants: ComparedConstants | undefined;

  constructor(values: fc.Arbitrary<T>, schema: TypeSchema, errorsOf: (value: T) => ErrorList) {
    super();
    this.#values = values;
    this.#schema = schema;
    this.#errorsOf = errorsOf;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    for (let attempt = 1; ; attempt++) {
      const made = this.#values.generate(random, biasFactor);
      const errors = this.#errorsOf(made.value_);
      const kept = errors.length === 0 ? made : this.#changed(made, errors, random);
      const breaksCEL = isOfCEL(errors);
      if (kept !== undefined || (!breaksCEL && attempt >= attempts)) {
        this.#count("kept");
        return kept ?? made;
      }
      if (attempt >= attemptsOfCEL) throw new Error(this.#failureText(errors));
      this.#count("replaced");
    }
  }

  /**
   * Changes a value until it fulfils the CEL rules. Returns undefined if `changesOfValue` changes
   * do not suffice, or if the value has errors of other rules.
   */
  #changed(made: fc.Value<T>, first: ErrorList, random: fc.Random): fc.Value<T> | undefined {
    if (!isOfCEL(first)) return undefined;
    this.#constants ??= comparedConstants(placedCELRules(this.#schema).map(({ rule }) => rule));
    const pick = (count: number): number => (count < 1 ? 0 : random.nextInt(0, count - 1));
    const structure = structuralSchema(this.#schema);
    let value = made.value_;
    let errors = first;
    for (let count = 0; count < changesOfValue; count++) {
      const steps = errorPathSteps(errors[pick(errors.length)]?.field ?? "");
      // A rule can report its error at a nested value, so the value that contains it may need the
      // change.
      const near = steps.slice(0, steps.length - pick(2));
      const changes = { constants: this.#constants, random: pick };
      let other: unknown = value;
      for (let more = pick(2); more >= 0; more--) other = changedAt(other, structure, near, changes);
      const left = this.#errorsOf(other as T);
      if (left.length === 0) return new fc.Value(other as T, made.context);
      if (left.length >= errors.length || !isOfCEL(left)) continue;
      value = other as T;
      errors = left;
    }
    return undefined;
  }

  #count(result: keyof Tally): void {
    if (tallies === undefined) return;
    const tally = tallies.get(this.#schema.name) ?? { kept: 0, replaced: 0 };
    tally[result]++;
    tallies.set(this.#schema.name, tally);
  }

  #failureText(errors: ErrorList): string {
    const { name } = this.#schema;
    return `${String(attemptsOfCEL)} generated objects of ${name} in a row break its CEL rules, the last one: ${errors.map(errorText).join("; ")}; write a function Fuzz_${name.split(".").at(-1) ?? name} that generates objects that keep them`;
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#values.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#values.shrink(value, context).filter(({ value_ }) => this.#errorsOf(value_).length === 0);
  }
}

function isOfCEL(errors: ErrorList): boolean {
  return errors.length > 0 && errors.every(({ origin }) => origin === "cel");
}
