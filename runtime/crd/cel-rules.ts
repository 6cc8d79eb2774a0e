import { parseExpression, type Expression } from "../cel/index.js";
import { Faults } from "../cel/source.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { costText, estimatedCost, limitOfRule } from "./cel-costs.js";
import { typeOfSchema, type CELType } from "./cel-schema.js";
import { mostPerRequest, sizeOf } from "./cel-sizes.js";
import { mentions, TypeFinder, type TypeFault } from "./cel-types.js";
import type { Rule, Schema } from "./types.js";

/** The estimated cost of the rules of a schema, as far as it is known. */
export interface RuleCost {
  readonly path: field.Path;
  readonly cost: number;
}

/** Where a schema with rules is. */
export interface RulePlace {
  /** Path below which old and new values cannot be matched. */
  readonly uncorrelated: field.Path | undefined;
  /** True for the root of a kind. */
  readonly isResource: boolean;
  /** How many values of the schema an object can have; undefined without a limit. */
  readonly cardinality: number | undefined;
  /** The version of Kubernetes whose language is allowed; the newest by default. */
  readonly kubernetes: string | undefined;
}

/**
 * Returns the errors of the expressions of a schema's CEL rules: their syntax, fields that the
 * schema does not have, results of another type, the use of `oldSelf`, and costs. Other mistakes in
 * types, and the costs of functions and loops, are not found.
 */
export function celErrors(
  path: field.Path,
  schema: Schema,
  place: RulePlace,
): { readonly errors: FieldError[]; readonly costs: readonly RuleCost[] } {
  const checks = (schema["x-kubernetes-validations"] ?? []).map((rule, at) => {
    const check = new RuleCheck(path.child("x-kubernetes-validations").index(at), rule, schema, place);
    const errors = [...check.rule(), ...check.messageExpression(), ...check.oldSelf(place.uncorrelated)];
    const [costs, costErrors] = check.costs(place.cardinality);
    return { errors: [...costErrors, ...errors], costs };
  });
  return { errors: checks.flatMap((one) => one.errors), costs: checks.flatMap((one) => one.costs) };
}

interface Compiled {
  readonly expression: Expression;
  readonly typeOf: (expression: Expression) => CELType;
}

class RuleCheck {
  readonly #path: field.Path;
  readonly #rule: Rule;
  readonly #schema: Schema;
  readonly #isResource: boolean;
  readonly #kubernetes: string | undefined;
  /** The rule; absent if it cannot be compiled. */
  #compiled: Compiled | undefined;
  #message: Compiled | undefined;

  constructor(path: field.Path, rule: Rule, schema: Schema, { isResource, kubernetes }: RulePlace) {
    this.#kubernetes = kubernetes;
    this.#path = path;
    this.#rule = rule;
    this.#schema = schema;
    this.#isResource = isResource || schema["x-kubernetes-embedded-resource"] === true;
  }

  rule(): readonly FieldError[] {
    const { rule: text = "" } = this.#rule;
    const place = this.#path.child("rule");
    const found = this.#check(text, "bool");
    if (!("fault" in found)) {
      this.#compiled = found;
      return [];
    }
    return [field.invalid(place, this.#rule, found.fault ?? "cel expression must evaluate to a bool")];
  }

  messageExpression(): readonly FieldError[] {
    const { messageExpression: text = "" } = this.#rule;
    // Kubernetes does not compile it beside a wrong rule.
    if (text === "" || this.#compiled === undefined) return [];
    const place = this.#path.child("messageExpression");
    const found = this.#check(text, "string");
    if (!("fault" in found)) {
      this.#message = found;
      return [];
    }
    const detail =
      found.fault === undefined ? "messageExpression must evaluate to a string" : `messageExpression ${found.fault}`;
    return [field.invalid(place, this.#rule, detail)];
  }

  oldSelf(uncorrelated: field.Path | undefined): readonly FieldError[] {
    const { rule: text = "", optionalOldSelf } = this.#rule;
    if (this.#compiled !== undefined && mentions(this.#compiled.expression, "oldSelf")) {
      if (uncorrelated === undefined) return [];
      const within = `within ${uncorrelated.toString()}`;
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema ${within}`;
      return [field.invalid(this.#path.child("rule"), text, detail)];
    }
    if (optionalOldSelf === undefined) return [];
    const detail = "may not be set if oldSelf is not used in rule";
    return [field.invalid(this.#path.child("optionalOldSelf"), optionalOldSelf, detail)];
  }

  /**
   * Returns the known costs of the rule for all values and of its message, and the errors of costs
   * above the limit.
   */
  costs(cardinality: number | undefined): readonly [readonly RuleCost[], readonly FieldError[]] {
    const size = sizeOf(this.#schema);
    if (size === undefined) return [[], []];
    const costs = [
      ...this.#costOf("rule", this.#compiled, cardinality ?? mostPerRequest(size)),
      ...this.#costOf("messageExpression", this.#message, 1),
    ];
    const high = costs.filter(({ cost }) => cost > limitOfRule);
    return [
      costs,
      high.map(({ path, cost, name }) => field.forbidden(path, costText(`estimated ${name} cost`, cost, limitOfRule))),
    ];
  }

  #costOf(name: "rule" | "messageExpression", compiled: Compiled | undefined, times: number) {
    const cost = compiled === undefined ? undefined : estimatedCost(compiled.expression, compiled.typeOf);
    return cost === undefined ? [] : [{ path: this.#path.child(name), cost: cost * times, name }];
  }

  /** Returns the expression, or the text of its faults; no text for a result of another type. */
  #check(text: string, wanted: "bool" | "string"): Compiled | { fault: string | undefined } {
    const parsed = parseExpression(text, this.#kubernetes);
    if (parsed.faults !== undefined) return { fault: `compilation failed: ${parsed.text}` };
    const finder = new TypeFinder();
    const self = typeOfSchema(this.#schema, this.#isResource) ?? { kind: "unknown" };
    const oldSelf = this.#rule.optionalOldSelf === true ? ({ kind: "unknown" } as const) : self;
    const variables = new Map<string, CELType>([
      ["self", self],
      ["oldSelf", oldSelf],
    ]);
    const typeOf = (expression: Expression): CELType => finder.typeOf(expression, variables);
    const result = typeOf(parsed.expression);
    if (finder.faults.length > 0) return { fault: `compilation failed: ${textOf(text, finder.faults)}` };
    return result.kind === wanted || result.kind === "unknown"
      ? { expression: parsed.expression, typeOf }
      : { fault: undefined };
  }
}

/** Returns faults as cel-go prints them. */
function textOf(expression: string, found: readonly TypeFault[]): string {
  const faults = new Faults(expression);
  for (const { at, message } of found) faults.add(at, message);
  return faults.toString();
}
