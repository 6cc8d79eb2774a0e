import type { Rule } from "../schema/rule.js";
import {
  effective,
  fieldsOf,
  isOfCRD,
  isOfPresentOnly,
  typeRules,
  type AnyRule,
  type FieldRules,
} from "../rules/type-rules.js";
import { fieldValue, isPrimitive, resolved, valueOf, type Value } from "../rules/value.js";
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
export function itemOf({ shape }: Value): Value {
  const under = resolved(shape);
  return valueOf(under.type === "list" ? under.items : { type: "any" });
}

/** Returns the value of the values of a map. */
export function mapValueOf({ shape }: Value): Value {
  const under = resolved(shape);
  return valueOf(under.type === "map" ? under.values : { type: "any" });
}

/** Returns the value of the keys of a map. */
export function keyOf({ shape }: Value): Value {
  const under = resolved(shape);
  const keys = under.type === "map" ? under.keys : undefined;
  return valueOf(keys === undefined ? { type: "string" } : { type: "ref", to: keys });
}

/** Returns the value of a property of an object. */
export function fieldOf({ shape }: Value, name: string): Value {
  const field = fieldsOf(shape)?.[name];
  return field === undefined ? valueOf({ type: "any" }) : fieldValue(field);
}

/** Reports whether values are compared with `===`: texts, numbers and booleans. */
export function isComparable({ shape, kind }: Value): boolean {
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
export interface FieldPlan {
  /** The rules that run first, in their cohorts. */
  readonly own: readonly AnyRule[];
  /** Constraints of a CRD's schema, and least sizes. They apply only to a present property. */
  readonly constraints: readonly AnyRule[];
  readonly ofType: readonly AnyRule[];
  /** No rule can fail for an absent value. */
  readonly skipsAbsent: boolean;
  /** The rules of the type do not apply to an absent list or map. */
  readonly isOfPresent: boolean;
}

/** Returns the rules of a field, sorted by how they run. */
export function fieldPlan({ value: of, own, implied, presence }: FieldRules): FieldPlan {
  const ofType = effective(implied);
  const hasOptional = own.some(isOptional);
  const all: readonly AnyRule[] = [...own, ...ofType];
  const skipsAbsent =
    presence !== "required" && all.every((rule) => ignoresAbsent(rule, of) && (hasOptional || !rejectsUnset(rule)));
  const [first] = implied;
  const canBeEmpty = of.optional && !of.pointer;
  const isConstraint = (rule: AnyRule): boolean => isOfCRD(rule) || (canBeEmpty && isOfPresentOnly(rule));
  return {
    own: own.filter((rule) => !isConstraint(rule) && !(skipsAbsent && of.pointer && isOptional(rule))),
    constraints: own.filter(isConstraint),
    ofType,
    skipsAbsent,
    isOfPresent: first?.kind === "type" && canBeEmpty && typeRules(first.to).own.some(isOfPresentOnly) && !skipsAbsent,
  };
}

/**
 * Reports whether a rule never fails for an absent value, and has no other effect on such a value.
 */
function ignoresAbsent(rule: AnyRule, of: Value): boolean {
  if (!of.optional || of.isZeroUnset === true) return false;
  if (isOptional(rule) || isOfCRD(rule)) return true;
  return (of.pointer ? ignoredIfUndefined : ignoredIfEmpty).has(rule.kind) && !isSilent(rule);
}

/** Reports whether a rule calls the function of a type that has rules for unset values. */
function rejectsUnset(rule: AnyRule): boolean {
  return rule.kind === "type" && unsetRules(rule.to).length > 0;
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
