import { elementType, mapKeyType, nativeKind } from "../../rules/native.js";
import type { Type, Universe } from "../../../engine/model/universe.js";
import { stringLiteral } from "../../../runtime/cel/index.js";
import type { RuleValueKind } from "../../../runtime/rules/value.js";
import { limits } from "../../../runtime/schema/limits.js";
import type { LimitKind, Rule, RuleOf } from "../../../runtime/schema/rule.js";
import { fieldNamed, isNotZero, isOneOf, selectedExpression, setExpression, literal, member } from "./expressions.js";

/** A value to which a condition applies. */
export interface ConditionSubject {
  readonly universe: Universe;
  readonly type: Type;
  /**
   * CEL expression of the value. `old` is the expression of the value before an update; absent if
   * CEL has no such expression.
   */
  readonly self: string;
  readonly old?: string;
  /**
   * Names of the properties that identify the items of a list. Absent if items are compared as a
   * whole.
   */
  readonly keys?: readonly string[];
}

/**
 * Returns a CEL expression that is true for a present value that passes a rule; undefined if CEL
 * cannot express the rule.
 */
export function ruleCondition(rule: Rule, at: ConditionSubject): string | undefined {
  const { self } = at;
  const kind = nativeKind(at.universe, at.type);
  if ("limit" in rule) return limitCondition(rule, kind, self);
  switch (rule.kind) {
    case "pattern":
      return `${self}.matches(${stringLiteral(rule.text)})`;
    case "enum":
      return isOneOf(kind, self, rule.values);
    case "neq":
      return `${self} != ${literal(kind, rule.value)}`;
    case "update":
      return changeOf(rule.only, at);
    case "required":
      return isNotZero(kind, self);
    case "optional":
      return "true";
    case "forbidden":
      return `!(${isNotZero(kind, self)})`;
    default:
      return conditionOfParts(rule, at);
  }
}

function limitCondition(rule: RuleOf<LimitKind>, kind: RuleValueKind, self: string): string | undefined {
  if (rule.kind === "multipleOf") return undefined;
  const { of, side } = limits[rule.kind];
  const operator = `${side === "least" ? ">" : "<"}${rule.exclusive === true ? "" : "="}`;
  if (of === "value") return `${self} ${operator} ${literal(kind, rule.limit)}`;
  const size = of === "bytes" ? `bytes(${self}).size()` : kind === "bytes" ? `size(${self})` : `${self}.size()`;
  return `${size} ${operator} ${String(rule.limit)}`;
}

/**
 * Returns a CEL expression that is true for a value that passes all rules; undefined if CEL cannot
 * express one of them.
 */
export function joinConditions(rules: readonly Rule[], at: ConditionSubject): string | undefined {
  return joined(rules.map((rule) => ruleCondition(rule, at)));
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.some((part) => part === undefined)) return undefined;
  const own = parts.filter((part) => part !== "true");
  return own.length === 0 ? "true" : own.length === 1 ? own[0] : own.map((part) => `(${part ?? ""})`).join(" && ");
}

function conditionOfParts(rule: Rule, at: ConditionSubject): string | undefined {
  const { universe, type, self } = at;
  switch (rule.kind) {
    case "items":
    case "values": {
      const inner = elementType(universe, type);
      const part = rule.kind === "items" ? "i" : `${self}[i]`;
      const holds = inner && joinConditions(rule.rules, { universe, type: inner, self: part });
      return holds === undefined ? undefined : `${self}.all(i, ${holds})`;
    }
    case "keys": {
      const key = mapKeyType(universe, type);
      const holds = key && joinConditions(rule.rules, { universe, type: key, self: "k" });
      return holds === undefined ? undefined : `${self}.all(k, ${holds})`;
    }
    case "item": {
      const inner = elementType(universe, type);
      const holds = inner && joinConditions(rule.rules, { universe, type: inner, self: "i" });
      return holds === undefined
        ? undefined
        : `${self}.all(i, !(${selectedExpression(rule.where, "i")}) || (${holds}))`;
    }
    case "unique":
      return `${self}.all(i, ${self}.exists_one(j, ${isSameItem(rule.keys, at)}))`;
    case "subfield":
      return ofProperty(rule.name, rule.rules, at);
    default:
      return undefined;
  }
}

/**
 * Returns a CEL expression that is true for an object whose property passes all rules. If the
 * property is absent, only the rules about its presence apply. Returns undefined if CEL cannot
 * express a rule or the property's name.
 */
export function ofProperty(name: string, rules: readonly Rule[], at: ConditionSubject): string | undefined {
  const { universe, self, old } = at;
  const field = fieldNamed(universe, at.type, name);
  const path = member(self, name);
  if (field === undefined || path === undefined) return undefined;
  const set = setExpression(universe, field, self) ?? "";
  const before = old === undefined ? undefined : member(old, name);
  const subject = { universe, type: field.type, self: path, ...(before !== undefined && { old: before }) };
  const parts = rules.map((rule) => {
    if (rule.kind === "optional") return "true";
    if (rule.kind === "required") return set;
    if (rule.kind === "forbidden") return `!(${set})`;
    const holds = ruleCondition(rule, subject);
    return holds === undefined ? undefined : `!has(${path}) || ${holds}`;
  });
  return joined(parts);
}

/**
 * Returns the condition of an update rule; undefined if the value before the update is not
 * available, or if the rule is about presence (`NoSet`, `NoUnset`).
 */
function changeOf(only: string, at: ConditionSubject): string | undefined {
  const { universe, type, self, old } = at;
  if (old === undefined) return undefined;
  const kind = nativeKind(universe, type);
  switch (only) {
    case "immutable":
    case "NoModify":
      return `${self} == ${old}`;
    case "monotonic":
      return `${self} >= ${old}`;
    case "NoAddItem":
      return subset(kind, [self, old], at);
    case "NoRemoveItem":
      return subset(kind, [old, self], at);
    default:
      return undefined;
  }
}

/**
 * Returns a CEL expression that is true if each list item or map key of `part` is also in `whole`.
 * Returns undefined for values that are not lists or maps.
 */
function subset(kind: string, [part, whole]: readonly [string, string], at: ConditionSubject): string | undefined {
  if (kind !== "list" && kind !== "map") return undefined;
  const { keys } = at;
  return `${part}.all(i, ${keys === undefined ? `i in ${whole}` : `${whole}.exists(j, ${isSameItem(keys, at)})`})`;
}

/**
 * Returns a CEL expression that is true if the list items `i` and `j` have the same keys, or are
 * equal if the list has no keys.
 */
function isSameItem(keys: readonly string[] | undefined, { universe, type }: ConditionSubject): string {
  if (keys === undefined) return "j == i";
  const item = elementType(universe, type);
  const conditions = keys.map((key) => {
    const [one, other] = [member("j", key) ?? "j", member("i", key) ?? "i"];
    const isOptional = item !== undefined && fieldNamed(universe, item, key)?.optional === true;
    return isOptional ? `has(${one}) == has(${other}) && (!has(${one}) || ${one} == ${other})` : `${one} == ${other}`;
  });
  return conditions.join(" && ");
}
