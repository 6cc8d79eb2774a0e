import { parseExpression, type Expression } from "../cel/index.js";
import { Faults } from "../cel/source.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { typeOfSchema } from "./cel-schema.js";
import { mentions, TypeFinder, type TypeFault } from "./cel-types.js";
import type { Rule, Schema } from "./types.js";

/**
 * Returns the errors of the expressions of a schema's CEL rules: their syntax, fields that the
 * schema does not have, results of another type, and the use of `oldSelf`. Other mistakes in types,
 * and costs, are not found.
 * @param uncorrelated path below which old and new values cannot be matched
 * @param isResource true for the root of a kind
 */
export function celErrors(
  path: field.Path,
  schema: Schema,
  { uncorrelated, isResource }: { readonly uncorrelated: field.Path | undefined; readonly isResource: boolean },
): FieldError[] {
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, at) => {
    const place = path.child("x-kubernetes-validations").index(at);
    const check = new RuleCheck(place, rule, schema, isResource);
    return [...check.rule(), ...check.messageExpression(), ...check.oldSelf(uncorrelated)];
  });
}

class RuleCheck {
  readonly #path: field.Path;
  readonly #rule: Rule;
  readonly #schema: Schema;
  readonly #isResource: boolean;
  /** The rule; absent if it cannot be compiled. */
  #compiled: Expression | undefined;

  constructor(path: field.Path, rule: Rule, schema: Schema, isResource: boolean) {
    this.#path = path;
    this.#rule = rule;
    this.#schema = schema;
    this.#isResource = isResource || schema["x-kubernetes-embedded-resource"] === true;
  }

  rule(): readonly FieldError[] {
    const { rule: text = "" } = this.#rule;
    const place = this.#path.child("rule");
    const found = this.#check(text, "bool");
    if ("expression" in found) this.#compiled = found.expression;
    if (!("fault" in found)) return [];
    return [field.invalid(place, this.#rule, found.fault ?? "cel expression must evaluate to a bool")];
  }

  messageExpression(): readonly FieldError[] {
    const { messageExpression: text = "" } = this.#rule;
    // Kubernetes does not compile it beside a wrong rule.
    if (text === "" || this.#compiled === undefined) return [];
    const place = this.#path.child("messageExpression");
    const found = this.#check(text, "string");
    if (!("fault" in found)) return [];
    const detail =
      found.fault === undefined ? "messageExpression must evaluate to a string" : `messageExpression ${found.fault}`;
    return [field.invalid(place, this.#rule, detail)];
  }

  oldSelf(uncorrelated: field.Path | undefined): readonly FieldError[] {
    const { rule: text = "", optionalOldSelf } = this.#rule;
    if (this.#compiled !== undefined && mentions(this.#compiled, "oldSelf")) {
      if (uncorrelated === undefined) return [];
      const within = `within ${uncorrelated.toString()}`;
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema ${within}`;
      return [field.invalid(this.#path.child("rule"), text, detail)];
    }
    if (optionalOldSelf === undefined) return [];
    const detail = "may not be set if oldSelf is not used in rule";
    return [field.invalid(this.#path.child("optionalOldSelf"), optionalOldSelf, detail)];
  }

  /** Returns the expression, or the text of its faults; no text for a result of another type. */
  #check(text: string, wanted: "bool" | "string"): { expression: Expression } | { fault: string | undefined } {
    const parsed = parseExpression(text);
    if (parsed.faults !== undefined) return { fault: `compilation failed: ${parsed.text}` };
    const finder = new TypeFinder();
    const self = typeOfSchema(this.#schema, this.#isResource) ?? { kind: "unknown" };
    const oldSelf = this.#rule.optionalOldSelf === true ? ({ kind: "unknown" } as const) : self;
    const result = finder.typeOf(
      parsed.expression,
      new Map([
        ["self", self],
        ["oldSelf", oldSelf],
      ]),
    );
    if (finder.faults.length > 0) return { fault: `compilation failed: ${textOf(text, finder.faults)}` };
    return result.kind === wanted || result.kind === "unknown"
      ? { expression: parsed.expression }
      : { fault: undefined };
  }
}

/** Returns faults as cel-go prints them. */
function textOf(expression: string, found: readonly TypeFault[]): string {
  const faults = new Faults(expression);
  for (const { at, message } of found) faults.add(at, message);
  return faults.toString();
}
