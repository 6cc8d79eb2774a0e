import type { Rule } from "../schema/rule.js";
import { isLiteral, isPrimitive, type RuleValue } from "../rules/value.js";
import { access, callFunction, guarded, type AnyRule, type ValidatorScope } from "./scope.js";
import { comparedShape } from "./compared-shape.js";
import { constraintCondition } from "./constraints.js";
import { isComparableValue } from "./facts.js";

/** Expressions for a rule that the source contains as one condition. */
export interface SourceCondition {
  readonly fails: string;
  readonly passes: string;
  readonly error: string;
  /** Set if the value cannot be undefined when the rule passes. */
  readonly excludesUndefined?: true;
}

/** Returns the condition of a rule; undefined for a rule that needs statements. */
export function sourceCondition(rule: AnyRule, scope: ValidatorScope): SourceCondition | undefined {
  const { value, path, file } = scope;
  if ("texts" in rule) return constraintCondition(rule, scope);
  switch (rule.kind) {
    case "required":
    // The error of an optional value is never reported.
    case "optional":
      return { ...setTest(scope), error: callFunction(scope, "required", path) };
    case "forbidden": {
      const { fails, passes } = setTest(scope);
      return { fails: passes, passes: fails, error: callFunction(scope, "forbidden", path) };
    }
    case "neq": {
      const literal = JSON.stringify(rule.value);
      const error = callFunction(scope, "neq", path, literal);
      return { fails: `${value} === ${literal}`, passes: `${value} !== ${literal}`, error };
    }
    case "enum": {
      if ("exclusions" in rule) return undefined;
      const symbols = file.constant(new Set(rule.values));
      const has = `${symbols}.has(${value})`;
      const name = isLiteral(scope.of.shape) ? "notInUnion" : "unsupported";
      return {
        fails: guarded(scope, `!${has}`),
        passes: has,
        error: callFunction(scope, name, "op", path, value, symbols),
      };
    }
    case "update":
      return updateCondition(rule.only, scope);
    default:
      return limitCondition(rule, scope);
  }
}

function updateCondition(only: string, scope: ValidatorScope): SourceCondition | undefined {
  const { value, oldValue, path } = scope;
  if (only === "immutable") {
    const error = callFunction(scope, "immutable", path);
    return { fails: 'op.type === "Update"', passes: 'op.type !== "Update"', error };
  }
  if (only !== "monotonic") return undefined;
  return {
    fails: guarded(scope, `op.type === "Update" && ${oldValue} !== undefined && ${value} < ${oldValue}`),
    passes: `op.type !== "Update" || ${oldValue} === undefined || ${value} >= ${oldValue}`,
    error: callFunction(scope, "monotonic", path, value, oldValue),
  };
}

/** Returns the condition of a rule that limits a number, length or size; otherwise undefined. */
function limitCondition(rule: AnyRule, scope: ValidatorScope): SourceCondition | undefined {
  if (!("limit" in rule)) return undefined;
  const { value, path } = scope;
  const { kind } = rule;
  const limit = String(rule.limit);
  switch (kind) {
    case "minimum":
    case "maximum":
      return compare(scope, kind, value, limit, callFunction(scope, kind, path, value, limit));
    case "minLength":
      return test(scope, "isShorter", limit, callFunction(scope, "minLength", path, value, limit));
    case "maxLength":
      return test(scope, "isLonger", limit, callFunction(scope, "maxLength", path, limit));
    case "maxBytes":
      return test(scope, "hasMoreBytes", limit, callFunction(scope, "maxBytes", path, limit));
    case "minItems":
    case "maxItems": {
      const length = callFunction(scope, scope.of.kind === "bytes" ? "byteCount" : "lengthOf", value);
      return compare(scope, kind, length, limit, callFunction(scope, kind, path, length, limit));
    }
    case "minProperties":
    case "maxProperties": {
      const size = callFunction(scope, "sizeOf", value);
      return compare(scope, kind, size, limit, callFunction(scope, kind, path, size, limit));
    }
    case "multipleOf":
      return undefined;
  }
}

function compare(
  scope: ValidatorScope,
  kind: Rule["kind"],
  left: string,
  limit: string,
  error: string,
): SourceCondition {
  const { value, of, isKnown } = scope;
  const [bad, good] = kind.startsWith("min") ? ["<", ">="] : [">", "<="];
  const passes = `${left} ${good} ${limit}`;
  return {
    fails: guarded(scope, `${left} ${bad} ${limit}`),
    passes: of.pointer && !isKnown ? `(${value} === undefined || ${passes})` : passes,
    error,
  };
}

function test(scope: ValidatorScope, name: string, limit: string, error: string): SourceCondition {
  const { value, of, isKnown } = scope;
  const tested = callFunction(scope, name, value, limit);
  return {
    fails: guarded(scope, tested),
    passes: of.pointer && !isKnown ? `(${value} === undefined || !${tested})` : `!${tested}`,
    error,
  };
}

/**
 * Returns two opposite conditions. `fails` is true if the value is unset, and `passes` is true if
 * it is set.
 */
export function setTest(scope: Pick<ValidatorScope, "file" | "value" | "of">): Omit<SourceCondition, "error"> {
  const { value, of } = scope;
  if (of.isZeroUnset === true) {
    const isSet = `${value} !== undefined && ${callFunction(scope, "isNonZero", value)}`;
    return { fails: `!(${isSet})`, passes: isSet, excludesUndefined: true };
  }
  if (of.pointer) return { fails: `${value} === undefined`, passes: `${value} !== undefined`, excludesUndefined: true };
  switch (of.kind) {
    case "list":
      return { fails: `!${callFunction(scope, "hasItems", value)}`, passes: callFunction(scope, "hasItems", value) };
    case "map":
      return { fails: callFunction(scope, "isEmpty", value), passes: `!${callFunction(scope, "isEmpty", value)}` };
    case "interface":
      return {
        fails: `${value} === undefined || ${value} === null`,
        passes: `${value} !== undefined && ${value} !== null`,
      };
    default:
      return { fails: `!${value}`, passes: value };
  }
}

/** Returns an expression that is true if a property of `obj` is set. */
export function memberTest(scope: Pick<ValidatorScope, "file">, name: string, of: RuleValue): string {
  const value = of.nullable === true ? valueExpression("obj", name, of) : access("obj", name);
  const { kind } = of;
  if (kind === "map") return `!${callFunction(scope, "isEmpty", value)}`;
  if (!of.pointer && kind !== "list" && kind !== "interface") return callFunction(scope, "isNonZero", value);
  return setTest({ file: scope.file, value, of }).passes;
}

/**
 * Returns an expression for a property's value. If the property is absent, the expression has an
 * empty value: an empty list, an empty map or a zero.
 */
export function valueExpression(object: string, name: string, of: RuleValue): string {
  const own = access(object, name);
  if (of.nullable === true) return `(${own} ?? undefined)`;
  return of.optional && !of.pointer ? `${own} ?? ${zeros[of.kind] ?? '""'}` : own;
}

const zeros: Readonly<Partial<Record<RuleValue["kind"], string>>> = {
  list: "[]",
  map: "{}",
  int: "0",
  float: "0",
  bool: "false",
};

/** Returns an expression that is true if two values are equal. */
export function equality(scope: Pick<ValidatorScope, "file">, of: RuleValue, left: string, right: string): string {
  if (isComparableValue(of)) return `${left} === ${right}`;
  const shape = comparedShape(of.shape);
  if (shape !== undefined) return callFunction(scope, "semanticEqual", left, right, scope.file.constant(shape));
  return callFunction(scope, of.kind === "map" ? "equalMaps" : "semanticEqual", left, right);
}

/** Returns the function that compares two values. */
export function equalityFunction(scope: Pick<ValidatorScope, "file">, of: RuleValue): string {
  const { file } = scope;
  if (isComparableValue(of)) return file.helper("directEqual");
  const shape = comparedShape(of.shape);
  if (shape === undefined) return file.helper(of.kind === "map" ? "equalMaps" : "semanticEqual");
  return `(left, right) => ${callFunction(scope, "semanticEqual", "left", "right", file.constant(shape))}`;
}

/** Returns the function that computes the key by which list items are identified. */
export function keyFunction(
  scope: Pick<ValidatorScope, "file">,
  keys: readonly string[] | undefined,
  item: RuleValue,
): string {
  const { file } = scope;
  if (keys === undefined) {
    if (isPrimitive(item.kind)) return file.helper("itself");
    const shape = comparedShape(item.shape);
    return shape === undefined
      ? file.helper("wholeValue")
      : `(item) => ${callFunction(scope, "wholeValue", "item", file.constant(shape))}`;
  }
  const parts = keys.map((name) => access("item", name));
  const [first = ""] = parts;
  return `(item) => ${parts.length === 1 ? first : callFunction(scope, "compositeKey", ...parts)}`;
}
