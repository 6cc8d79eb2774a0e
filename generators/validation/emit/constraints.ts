import type { Printable } from "../../../engine/print/symbol.js";
import type { Constraint, Counting, OneOf } from "../crd/constraint.js";
import { valueKind } from "../crd/value-kind.js";
import { nativeKind } from "../native.js";
import type { Rule } from "../rule.js";
import type { Condition } from "./conditions.js";
import { call, type ValueScope } from "./scope.js";
import { push, when, type Statement } from "./statement.js";

/**
 * Returns the condition of a constraint of a CRD's schema, for a value that is present; undefined
 * for one that needs statements.
 */
export function constraintCondition(constraint: Constraint, scope: ValueScope): Condition | undefined {
  const { value, path, file } = scope;
  switch (constraint.keyword) {
    case "minimum":
    case "maximum": {
      const { keyword, limit, isExclusive } = constraint;
      const name = `${isExclusive ? "Exclusive" : ""}${keyword === "minimum" ? "Minimum" : "Maximum"}`;
      const operator = `${keyword === "minimum" ? "<" : ">"}${isExclusive ? "=" : ""}`;
      return failsIf(ifNumber(scope, `${value} ${operator} ${limit}`), call(`crd${name}`, path, value, String(limit)));
    }
    case "multipleOf": {
      const { limit } = constraint;
      const isInteger = nativeKind(file.universe, scope.of.type) === "int";
      const test: Printable = isInteger
        ? `${value} % ${limit} !== 0`
        : ["!", call("isMultipleOf", value, String(limit))];
      return failsIf(ifNumber(scope, test), call("crdMultipleOf", path, value, String(limit)));
    }
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return counting(constraint.keyword, constraint.limit, scope);
    case "uniqueItems":
      return failsIf(call("hasDuplicates", value), call("crdUniqueItems", path));
    case "pattern": {
      const variable = file.variable(constraint.variable);
      const error = call("crdPattern", path, value, `${variable}.text`);
      return failsIf(ifText(scope, `!${variable}.matches(${value})`), error);
    }
    case "format": {
      const error = call("crdFormat", path, value, JSON.stringify(constraint.name));
      return failsIf(ifText(scope, ["!", call(constraint.fn, value)]), error);
    }
    case "enum": {
      const variable = file.variable(constraint.variable);
      const isKnownKind = valueKind(file.universe, scope.of.type) !== "any";
      const given = isKnownKind ? value : `${value} as string`;
      return failsIf(`!${variable}.has(${given})`, call("crdEnum", path, value, variable));
    }
    case "oneOf": {
      const { names, count } = constraint;
      const found = call("countSet", "op", path, value, JSON.stringify(names));
      const error = call("crdOneOf", path, JSON.stringify(oneOfMessage(count, names)));
      return failsIf([found, { AtMostOneOf: " > 1", ExactlyOneOf: " !== 1", AtLeastOneOf: " < 1" }[count]], error);
    }
    case "embeddedResource":
      return undefined;
  }
}

/** Keywords of texts. A text that violates one of them is not checked against the next ones. */
const ofTexts: ReadonlySet<string> = new Set(["maxLength", "minLength", "pattern"]);

/** Returns the statements of rules of a CRD's schema, for a value that is present. */
export function constraintStatements(
  rules: readonly Rule[],
  scope: ValueScope,
  emit: (rule: Rule, scope: ValueScope) => readonly Statement[],
): readonly Statement[] {
  const isOfText = ({ check }: Rule): boolean => check.kind === "crd" && ofTexts.has(check.constraint.keyword);
  const chain = rules.filter(isOfText).reduceRight<readonly Statement[]>((after, { check }) => {
    const condition = check.kind === "crd" ? constraintCondition(check.constraint, scope) : undefined;
    return condition?.error === undefined ? after : when(condition.fails, [push(condition.error)], after);
  }, []);
  return [...chain, ...rules.filter((rule) => !isOfText(rule)).flatMap((rule) => emit(rule, scope))];
}

/** Returns the message of controller-gen's CEL rule. */
export function oneOfMessage(count: OneOf, names: readonly string[]): string {
  const start = { AtMostOneOf: "at most", ExactlyOneOf: "exactly", AtLeastOneOf: "at least" }[count];
  return `${start} one of the fields in [${names.join(" ")}] ${count === "AtMostOneOf" ? "may" : "must"} be set`;
}

function counting(keyword: Counting, limit: number, scope: ValueScope): Condition {
  const { value, path } = scope;
  const isMinimum = keyword.startsWith("min");
  const errorName = `crd${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
  if (keyword.endsWith("Length")) {
    const test = call(isMinimum ? "isShorter" : "isLonger", value, String(limit));
    const error = isMinimum ? call(errorName, path, value, String(limit)) : call(errorName, path, String(limit));
    return failsIf(ifText(scope, test), error);
  }
  const size = keyword.endsWith("Items") ? `${value}.length` : propertiesOf(scope);
  return failsIf([size, isMinimum ? " < " : " > ", String(limit)], call(errorName, path, size, String(limit)));
}

function propertiesOf({ file, of, value, path }: ValueScope): Printable {
  return nativeKind(file.universe, of.type) === "map"
    ? call("sizeOf", value)
    : call("countProperties", "op", path, value);
}

/** Returns a test that holds only for texts, if values can also be numbers or anything. */
function ifText(scope: ValueScope, test: Printable): Printable {
  return guarded(scope, "string", test);
}

function ifNumber(scope: ValueScope, test: Printable): Printable {
  return guarded(scope, "number", test);
}

function guarded({ file, of, value }: ValueScope, type: string, test: Printable): Printable {
  const kind = valueKind(file.universe, of.type);
  return kind === "any" || kind === "textOrNumber" ? [`typeof ${value} === "${type}" && `, test] : test;
}

function failsIf(fails: Printable, error: Printable): Condition {
  return { fails, passes: ["!(", fails, ")"], error };
}
