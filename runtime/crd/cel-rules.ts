import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { celNames, celSyntaxFault } from "./cel-syntax.js";
import type { Rule, Schema } from "./types.js";

/**
 * Returns the errors of the expressions of a schema's CEL rules: their syntax and the use of
 * `oldSelf`. The types and the costs of expressions are not checked.
 * @param uncorrelated path below which old and new values cannot be matched
 */
export function celErrors(path: field.Path, schema: Schema, uncorrelated: field.Path | undefined): FieldError[] {
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, at) => {
    const place = path.child("x-kubernetes-validations").index(at);
    return [...syntaxErrors(place, rule), ...oldSelfErrors(place, rule, uncorrelated)];
  });
}

function syntaxErrors(path: field.Path, rule: Rule): FieldError[] {
  const check = (name: "rule" | "messageExpression") => {
    const fault = rule[name] === undefined || rule[name] === "" ? undefined : celSyntaxFault(rule[name]);
    const what = name === "rule" ? "compilation failed" : "messageExpression compilation failed";
    return fault === undefined ? [] : [field.invalid(path.child(name), rule, `${what}: ${fault}`)];
  };
  return [...check("rule"), ...check("messageExpression")];
}

function oldSelfErrors(path: field.Path, rule: Rule, uncorrelated: field.Path | undefined): FieldError[] {
  const { rule: text = "", optionalOldSelf } = rule;
  if (celSyntaxFault(text) !== undefined) return [];
  if (celNames(text).has("oldSelf")) {
    if (uncorrelated === undefined) return [];
    const within = `within ${uncorrelated.toString()}`;
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema ${within}`;
    return [field.invalid(path.child("rule"), text, detail)];
  }
  return optionalOldSelf === undefined
    ? []
    : [field.invalid(path.child("optionalOldSelf"), optionalOldSelf, "may not be set if oldSelf is not used in rule")];
}
