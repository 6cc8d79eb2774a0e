import type { Universe } from "../../../engine/model/universe.js";
import { underlying } from "../../../engine/model/lookup.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { isComparable, nativeKind, type Value } from "../native.js";
import { isPrimitive } from "../../../runtime/rules/value.js";
import type { Check, ItemIdentity } from "../rule.js";
import { comparedShape } from "./compared-shape.js";
import { constraintCondition } from "./constraints.js";
import { call, helper, type FileScope, type ValueScope } from "./scope.js";

/** Expressions for a check that generated code contains as one condition. */
export interface Condition {
  readonly fails: Printable;
  readonly passes: Printable;
  readonly error?: Printable;
  /** Set if the value cannot be undefined when the check passes. */
  readonly excludesUndefined?: true;
}

/** Returns the condition of a check. Returns undefined for a check that needs statements. */
export function conditionOf(check: Check, scope: ValueScope): Condition | undefined {
  const { value, path } = scope;
  switch (check.kind) {
    case "required":
      return { ...setTest(scope), error: call("required", path) };
    case "optional":
      // This error is never reported. A rule with this check inside only needs to know whether the
      // check fails.
      return { ...setTest(scope), error: call("required", path) };
    case "forbidden": {
      const { fails, passes } = setTest(scope);
      return { fails: passes, passes: fails, error: call("forbidden", path) };
    }
    case "neq": {
      const compared = isLiteral(scope) ? `(${value} as ${typeof check.value})` : value;
      const literal = JSON.stringify(check.value);
      return {
        fails: `${compared} === ${literal}`,
        passes: `${compared} !== ${literal}`,
        error: call("neq", path, literal),
      };
    }
    case "enum": {
      if (check.exclusions !== undefined) return undefined;
      const symbols = scope.file.variable(check.symbols);
      const has = `${symbols}.has(${value})`;
      const error = call(isLiteral(scope) ? "notInUnion" : "unsupported", "op", path, value, symbols);
      return { fails: guarded(scope, `!${has}`), passes: has, error };
    }
    case "immutable":
      return { fails: 'op.type === "Update"', passes: 'op.type !== "Update"', error: call("immutable", path) };
    case "monotonic": {
      const { oldValue } = scope;
      return {
        fails: guarded(scope, `op.type === "Update" && ${oldValue} !== undefined && ${value} < ${oldValue}`),
        passes: `op.type !== "Update" || ${oldValue} === undefined || ${value} >= ${oldValue}`,
        error: call("monotonic", path, value, oldValue),
      };
    }
    case "crd":
      return constraintCondition(check.constraint, scope);
    default:
      return limitCondition(check, scope);
  }
}

/** Returns the condition of a check that limits a number, length or size; otherwise undefined. */
function limitCondition(check: Check, scope: ValueScope): Condition | undefined {
  const { value, path } = scope;
  switch (check.kind) {
    case "minimum":
      return compare(scope, value, "<", ">=", check.limit, call("minimum", path, value, check.limit));
    case "maximum":
      return compare(scope, value, ">", "<=", check.limit, call("maximum", path, value, check.limit));
    case "minLength":
      return test(scope, "isShorter", check.limit, call("minLength", path, value, check.limit));
    case "maxLength":
      return test(scope, "isLonger", check.limit, call("maxLength", path, check.limit));
    case "maxBytes":
      return test(scope, "hasMoreBytes", check.limit, call("maxBytes", path, check.limit));
    case "minItems":
    case "maxItems": {
      const [bad, good] = check.kind === "minItems" ? (["<", ">="] as const) : ([">", "<="] as const);
      const isBytes = nativeKind(scope.file.universe, scope.of.type) === "bytes";
      const length = isBytes ? call("byteCount", value) : `${value}.length`;
      return compare(scope, length, bad, good, check.limit, call(check.kind, path, length, check.limit));
    }
    case "minProperties":
    case "maxProperties": {
      const [bad, good] = check.kind === "minProperties" ? (["<", ">="] as const) : ([">", "<="] as const);
      const size = call("sizeOf", value);
      return compare(scope, size, bad, good, check.limit, call(check.kind, path, size, check.limit));
    }
    default:
      return undefined;
  }
}

/**
 * Returns two opposite conditions. `fails` is true if the value is unset, and `passes` is true if
 * it is set.
 */
export function setTest({ file, value, of }: Pick<ValueScope, "file" | "value" | "of">): Condition {
  if (of.isZeroUnset === true) {
    const isSet: Printable = [`${value} !== undefined && `, call("isNonZero", value)];
    return { fails: ["!(", isSet, ")"], passes: isSet, excludesUndefined: true };
  }
  if (of.pointer) {
    return { fails: `${value} === undefined`, passes: `${value} !== undefined`, excludesUndefined: true };
  }
  switch (nativeKind(file.universe, of.type)) {
    case "list":
      return { fails: `${value}.length === 0`, passes: `${value}.length > 0` };
    case "map":
      return { fails: call("isEmpty", value), passes: ["!", call("isEmpty", value)] };
    case "interface":
      return {
        fails: `${value} === undefined || ${value} === null`,
        passes: `${value} !== undefined && ${value} !== null`,
      };
    default: {
      // For the compiler, no literal of the union is zero. At run time, a decoded value can be
      // zero.
      if (underlying(file.universe, of.type).kind !== "literals") return { fails: `!${value}`, passes: value };
      const isSet = call("isNonZero", value);
      return { fails: ["!", isSet], passes: isSet };
    }
  }
}

/**
 * Returns an expression for a property's value. If the property is absent, the expression has an
 * empty value: an empty list, an empty map or a zero.
 */
export function valueExpression(
  universe: Universe,
  object: string,
  { name, value }: { readonly name: string; readonly value: Value },
): string {
  const access = `${object}${propertyAccess(name)}`;
  return value.optional && !value.pointer ? `${access} ?? ${zeroText(universe, value)}` : access;
}

/** Returns an expression that is true if two values are equal. */
export function equality(file: FileScope, { type }: Value, left: string, right: string): Printable {
  if (isComparable(file.universe, type)) return `${left} === ${right}`;
  const shape = comparedShape(file, type);
  if (shape !== undefined) return call("semanticEqual", left, right, shape);
  return call(nativeKind(file.universe, type) === "map" ? "equalMaps" : "semanticEqual", left, right);
}

/** Returns the function that compares two values. */
export function equalityFunction(file: FileScope, { type }: Value): Printable {
  const { universe } = file;
  if (isComparable(universe, type)) return helper("directEqual");
  const shape = comparedShape(file, type);
  if (shape !== undefined) return ["(left, right) => ", call("semanticEqual", "left", "right", shape)];
  return helper(nativeKind(universe, type) === "map" ? "equalMaps" : "semanticEqual");
}

/** Returns the function that computes the key by which list items are identified. */
export function keyFunction(file: FileScope, identity: ItemIdentity): Printable {
  if (identity.kind === "whole") {
    if (isPrimitive(nativeKind(file.universe, identity.type))) return helper("itself");
    const shape = comparedShape(file, identity.type);
    return shape === undefined ? helper("wholeValue") : ["(item) => ", call("wholeValue", "item", shape)];
  }
  const parts = identity.names.map((name) => `item${propertyAccess(name)}`);
  const [first = ""] = parts;
  return parts.length === 1 ? `(item) => ${first}` : ["(item) => ", call("compositeKey", ...parts)];
}

function zeroText(universe: Universe, { type }: Value): string {
  const zeros = { list: "[]", map: "{}", int: "0", float: "0", bool: "false" } as const;
  const kind = nativeKind(universe, type);
  return kind in zeros ? zeros[kind as keyof typeof zeros] : '""';
}

/** Returns a call that checks an enum whose values can depend on options. */
export function enumerationCall(
  { symbols, exclusions }: Extract<Check, { kind: "enum" }>,
  scope: ValueScope,
): Printable {
  const { file, path, value } = scope;
  const variables = [file.variable(symbols), exclusions === undefined ? "[]" : file.variable(exclusions)];
  return call(isLiteral(scope) ? "unionEnumeration" : "enumeration", "op", path, value, ...variables, "errors");
}

/** Reports whether the type of a value is a union of literals. */
function isLiteral({ file, of }: ValueScope): boolean {
  return underlying(file.universe, of.type).kind === "literals";
}

/** Returns a condition that is false for an absent value. */
function guarded({ value, of, isKnown }: ValueScope, condition: string): string {
  return of.pointer && !isKnown ? `${value} !== undefined && ${condition}` : condition;
}

function compare(
  scope: ValueScope,
  left: Printable,
  bad: string,
  good: string,
  limit: Printable,
  error: Printable,
): Condition {
  const { value, of, isKnown } = scope;
  const guard = of.pointer && !isKnown;
  return {
    fails: [guard ? `${value} !== undefined && ` : "", left, ` ${bad} `, limit],
    passes: guard ? [`(${value} === undefined || `, left, ` ${good} `, limit, ")"] : [left, ` ${good} `, limit],
    error,
  };
}

function test(scope: ValueScope, name: string, limit: number, error: Printable): Condition {
  const { value, of, isKnown } = scope;
  const tested = call(name, value, limit);
  const guard = of.pointer && !isKnown;
  return {
    fails: [guard ? `${value} !== undefined && ` : "", tested],
    passes: guard ? [`(${value} === undefined || !`, tested, ")"] : ["!", tested],
    error,
  };
}
