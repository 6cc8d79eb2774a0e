import { checkExpression, valuesPerRequest, type CheckedExpression } from "../cel/index.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { costText, limitOfRule } from "./cel-costs.js";
import { estimatedSchema, languageOf } from "./kubernetes-version.js";
import type { Rule, Schema } from "./types.js";

/** The estimated cost of a rule, or of the expression of its message. */
export interface RuleCost {
  readonly path: field.Path;
  readonly cost: bigint;
}

/** Where a schema with rules is. */
export interface RulePlace {
  /** Path below which old and new values cannot be matched. */
  readonly uncorrelated: field.Path | undefined;
  /** True for the root of a kind. */
  readonly isResource: boolean;
  /** How many values of the schema an object can have; undefined without a limit. */
  readonly cardinality: number | undefined;
  /** The version of Kubernetes that has to accept the rules; the newest by default. */
  readonly kubernetes: string | undefined;
}

/** The schema is that of a whole object, and how many values it has. */
interface ValuePlace extends RulePlace {
  readonly isRoot: boolean;
  readonly places: bigint;
}

interface Found {
  readonly errors: readonly FieldError[];
  readonly costs: readonly RuleCost[];
}

/** A right expression. */
type Compiled = Exclude<CheckedExpression, { readonly faults: readonly unknown[] }>;

const greatestCost = 2n ** 64n - 1n;

const noType =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";

/** Returns the errors of a schema's CEL rules, and their estimated costs. */
export function celErrors(path: field.Path, given: Schema, place: RulePlace): Found {
  const rules = given["x-kubernetes-validations"] ?? [];
  if (rules.length === 0) return { errors: [], costs: [] };
  const schema = estimatedSchema(given, place.kubernetes);
  const inRules = path.child("x-kubernetes-validations");
  const isRoot = place.isResource || schema["x-kubernetes-embedded-resource"] === true;
  const most = valuesPerRequest(schema, isRoot);
  if (most === 0n) return { errors: [field.internalError(inRules, new Error(noType))], costs: [] };
  const places = place.cardinality === undefined ? most : BigInt(Math.min(place.cardinality, 2 ** 64));
  const checks = rules.map((rule, at) =>
    new RuleCheck(inRules.index(at), rule, schema, { ...place, isRoot, places }).found(),
  );
  return { errors: checks.flatMap((one) => one.errors), costs: checks.flatMap((one) => one.costs) };
}

class RuleCheck {
  readonly #path: field.Path;
  readonly #rule: Rule;
  readonly #schema: Schema;
  readonly #place: ValuePlace;

  constructor(path: field.Path, rule: Rule, schema: Schema, place: ValuePlace) {
    this.#path = path;
    this.#rule = rule;
    this.#schema = schema;
    this.#place = place;
  }

  /** Kubernetes does not compile the expression of a message beside a wrong rule. */
  found(): Found {
    const rule = this.#check(this.#rule.rule ?? "", "bool");
    if (typeof rule === "string")
      return { errors: [this.#invalid("rule", rule), ...this.#oldSelfErrors(false)], costs: [] };
    const cost = this.#total(rule.estimatedCost);
    const ofRule = this.#costed("rule", "estimated rule cost", cost);
    const ofMessage = this.#message();
    return {
      errors: [...ofRule.errors, ...ofMessage.errors, ...this.#oldSelfErrors(rule.usesOldSelf)],
      costs: [...ofRule.costs, ...ofMessage.costs],
    };
  }

  #message(): Found {
    const { messageExpression = "" } = this.#rule;
    if (messageExpression === "") return { errors: [], costs: [] };
    const message = this.#check(messageExpression, "string");
    if (typeof message === "string")
      return { errors: [this.#invalid("messageExpression", `messageExpression ${message}`)], costs: [] };
    return this.#costed("messageExpression", "estimated messageExpression cost", message.estimatedCost);
  }

  #costed(name: string, what: string, cost: bigint): Found {
    const path = this.#path.child(name);
    const errors = cost > limitOfRule ? [field.forbidden(path, costText(what, cost, limitOfRule))] : [];
    return { errors, costs: [{ path, cost }] };
  }

  #total(cost: bigint): bigint {
    const total = cost * this.#place.places;
    return total > greatestCost ? greatestCost : total;
  }

  #oldSelfErrors(usesOldSelf: boolean): readonly FieldError[] {
    const { rule: text = "", optionalOldSelf } = this.#rule;
    const { uncorrelated } = this.#place;
    if (usesOldSelf) {
      if (uncorrelated === undefined) return [];
      const within = `within ${uncorrelated.toString()}`;
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema ${within}`;
      return [field.invalid(this.#path.child("rule"), text, detail)];
    }
    if (optionalOldSelf === undefined) return [];
    const detail = "may not be set if oldSelf is not used in rule";
    return [field.invalid(this.#path.child("optionalOldSelf"), optionalOldSelf, detail)];
  }

  #invalid(name: string, detail: string): FieldError {
    return field.invalid(this.#path.child(name), this.#rule, detail);
  }

  /** Returns the expression, or the text of its error. */
  #check(text: string, wanted: "bool" | "string"): Compiled | string {
    const checked = checkExpression(text, this.#schema, {
      isRoot: this.#place.isRoot,
      version: languageOf(this.#place.kubernetes),
      optionalOldSelf: this.#rule.optionalOldSelf === true,
    });
    if (checked.faults !== undefined) return `compilation failed: ${checked.text}`;
    if (checked.type === wanted) return checked;
    return wanted === "bool" ? "cel expression must evaluate to a bool" : "must evaluate to a string";
  }
}
