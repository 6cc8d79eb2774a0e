import * as field from "../../field/index.js";
import type { FieldError } from "../../field/index.js";
import { fieldPathProblem } from "./field-path.js";
import type { CELRuleSchema, WrittenRule } from "../types/rule.js";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/**
 * Returns the errors in a schema's rules that can be found without parsing the expressions.
 *
 * @param isStructural true to check paths of fields, which only structural schemas allow
 */
export function ruleTextErrors(path: field.Path, schema: CELRuleSchema, isStructural = true): FieldError[] {
  return (schema["x-kubernetes-validations"] ?? []).flatMap((rule, at) => {
    const place = path.child("x-kubernetes-validations").index(at);
    return [
      ...textErrors(place, rule),
      ...optionErrors(place, rule),
      ...fieldPathErrors(place, rule, isStructural ? schema : undefined),
    ];
  });
}

function textErrors(path: field.Path, { rule = "", message = "" }: WrittenRule): FieldError[] {
  const text = message.trim();
  const place = path.child("message");
  if (rule.trim() === "") return [field.required(path.child("rule"), "rule is not specified")];
  if (message !== "" && text === "") return [field.invalid(place, message, "must be non-empty if specified")];
  if (hasLineBreak(text)) return [field.invalid(place, message, "must not contain line breaks")];
  return hasLineBreak(rule.trim()) && text === ""
    ? [field.required(place, "message must be specified if rule contains line breaks")]
    : [];
}

function optionErrors(path: field.Path, { messageExpression = "", reason }: WrittenRule): FieldError[] {
  const errors: FieldError[] = [];
  if (messageExpression !== "" && messageExpression.trim() === "") {
    const detail = "messageExpression must be non-empty if specified";
    errors.push(field.required(path.child("messageExpression"), detail));
  }
  if (reason !== undefined && !reasons.includes(reason))
    errors.push(field.notSupported(path.child("reason"), reason, reasons));
  return errors;
}

function fieldPathErrors(
  path: field.Path,
  { fieldPath = "" }: WrittenRule,
  schema: CELRuleSchema | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  const add = (detail: string) => errors.push(field.invalid(path.child("fieldPath"), fieldPath, detail));
  if (fieldPath !== "" && fieldPath.trim() === "") add("must be non-empty if specified");
  if (hasLineBreak(fieldPath)) add("must not contain line breaks");
  if (fieldPath !== "" && schema !== undefined) {
    const found = fieldPathProblem(fieldPath, schema, { allowsArrayNotation: true });
    if ("fault" in found) add("must be a valid path");
  }
  return errors;
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
