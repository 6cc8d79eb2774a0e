import type { Rule } from "../schema/rule.js";
import {
  effective,
  objectFields,
  isOfCRD,
  typeRules,
  type AnyRule,
  type FieldRules,
  type ImpliedRule,
} from "../rules/type-rules.js";
import { fieldValue, isPrimitive, resolved, presentRuleValue, type RuleValue } from "../rules/value.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";

/** Returns the name of the group of rules with which a rule runs. */
export function cohortOf(rule: AnyRule): string {
  switch (rule.kind) {
    case "fixed":
      return rule.cohort ?? "";
    case "subfield":
      return isOfCRD(rule) ? "" : rule.name;
    case "item":
      return JSON.stringify(rule.where);
    default:
      return "";
  }
}

/** Reports whether a rule belongs to `+k8s:optional`. Others do not run for an absent value. */
export function isOptional(rule: AnyRule): boolean {
  return rule.kind === "optional";
}

/** Reports whether a rule adds no error if it fails. */
export function isSilent(rule: AnyRule): boolean {
  return rule.kind === "optional" || "silent" in rule;
}

/** Returns the value of the items of a list. */
export function itemOf({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  return presentRuleValue(under.type === "list" ? under.items : { type: "any" });
}

/** Returns the value of the values of a map. */
export function mapValueOf({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  return presentRuleValue(under.type === "map" ? under.values : { type: "any" });
}

/** Returns the value of the keys of a map. */
export function keyValue({ shape }: RuleValue): RuleValue {
  const under = resolved(shape);
  const keys = under.type === "map" ? under.keys : undefined;
  return presentRuleValue(keys === undefined ? { type: "string" } : { type: "ref", to: keys });
}

/** Returns the value of a property of an object. */
export function fieldOf({ shape }: RuleValue, name: string): RuleValue {
  const field = objectFields(shape)?.[name];
  return field === undefined ? presentRuleValue({ type: "any" }) : fieldValue(field);
}

/** Reports whether values are compared with `===`: texts, numbers and booleans. */
export function isComparableValue({ shape, kind }: RuleValue): boolean {
  return isPrimitive(kind) || texts.has(resolved(shape).type);
}

const texts: ReadonlySet<string> = new Set(["Time", "MicroTime", "Duration", "IntOrString"]);

/**
 * Returns the rules of a type and its aliases that also apply to an unset value. For example, an
 * update cannot remove a value of an immutable type.
 */
export function unsetRules(schema: TypeSchema): readonly Rule[] {
  const { own, value } = typeRules(schema);
  const isPlain = isPrimitive(value.kind);
  const found = own.filter(
    (rule) => (rule.kind === "update" && rule.only === "immutable") || (rule.kind === "fixed" && isPlain),
  );
  const alias = shapeOf(schema).value;
  return found.length > 0 || alias?.type !== "ref" ? found : unsetRules(alias.to());
}

/** The rules of a field, sorted by how they run. */
export interface SortedFieldRules {
  /** The rules that run first, in their cohorts. */
  readonly own: readonly AnyRule[];
  /** Constraints of a CRD's schema, and least sizes. They apply only to a present property. */
  readonly constraints: readonly AnyRule[];
  readonly ofType: readonly AnyRule[];
  /** No rule can fail for an absent value. */
  readonly skipsAbsent: boolean;
  /** The rules of the type do not apply to an absent list or map. */
  readonly isOfPresent: boolean;
  /** An update from an absent list or map to an explicit empty one is a change, or the reverse. */
  readonly isEmptyValue: boolean;
}

/** Returns the rules of a field, sorted by how they run. */
export function fieldPlan({ value: of, own, implied, presence }: FieldRules): SortedFieldRules {
  const ofType = effective(implied);
  const hasOptional = own.some(isOptional);
  const all: readonly AnyRule[] = [...own, ...ofType];
  const skipsAbsent =
    presence !== "required" && all.every((rule) => ignoresAbsent(rule, of) && (hasOptional || !rejectsUnset(rule)));
  // An absent list or map has no size: its least size applies to an explicit `[]` or `{}`.
  const isOfPresentOnly = (rule: AnyRule): boolean =>
    isOfCRD(rule) || (of.optional && !of.pointer && isLeastSize(rule));
  const ofAliases = of.optional && !of.pointer ? implied.flatMap(aliasRules) : [];
  const isOfPresent = ofAliases.some(isOfPresentOnly);
  const isCounted = isOfPresent || (of.optional && !of.pointer && own.some(isOfPresentOnly));
  // Rules treat an empty value as an absent one, unless null is the unset value.
  const isNullable = of.pointer && (of.kind === "list" || of.kind === "map" || of.kind === "bytes");
  return {
    isEmptyValue: isNullable || (isCounted && [...own, ...ofAliases].every(({ kind }) => kind !== "update")),
    own: own.filter((rule) => !isOfPresentOnly(rule) && !(skipsAbsent && of.pointer && isOptional(rule))),
    constraints: own.filter(isOfPresentOnly),
    ofType,
    skipsAbsent,
    isOfPresent: isOfPresent && !skipsAbsent,
  };
}

/** Returns the rules of the alias that a rule calls, and of the aliases to which it refers. */
function aliasRules(rule: ImpliedRule): readonly Rule[] {
  if (rule.kind !== "type") return [];
  const { own, implied } = typeRules(rule.to);
  return [...own, ...implied.flatMap(aliasRules)];
}

/**
 * Reports whether a rule never fails for an absent value, and has no other effect on such a value.
 */
function ignoresAbsent(rule: AnyRule, of: RuleValue): boolean {
  if (!of.optional || of.isZeroUnset === true) return false;
  if (isOptional(rule) || isOfCRD(rule)) return true;
  return (of.pointer ? ignoredIfUndefined : ignoredIfEmpty).has(rule.kind) && !isSilent(rule);
}

/** Reports whether a rule calls the function of a type that has rules for unset values. */
function rejectsUnset(rule: AnyRule): boolean {
  return rule.kind === "type" && unsetRules(rule.to).length > 0;
}

function isLeastSize({ kind }: AnyRule): boolean {
  return kind === "minItems" || kind === "minProperties";
}

const ignoredIfEmpty: ReadonlySet<AnyRule["kind"]> = new Set([
  "minItems",
  "minProperties",
  "items",
  "keys",
  "values",
  "item",
  "maxItems",
  "maxProperties",
  "unique",
] as const);

const ignoredIfUndefined: ReadonlySet<AnyRule["kind"]> = new Set([
  "enum",
  "format",
  "maxBytes",
  "maxLength",
  "maximum",
  "minLength",
  "minimum",
  "type",
] as const);
