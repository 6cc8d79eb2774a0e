import { groupBy } from "../../../../engine/util/group-by.js";
import { limitNames, limits, type LimitName } from "../../../../runtime/schema/limits.js";
import { canonical } from "./canonical.js";

/**
 * A rule as data. Rules from types and from schemas of CustomResourceDefinitions have the same
 * form.
 */
export interface RuleData {
  readonly kind: string;
  readonly [name: string]: unknown;
}

export type ConstraintLiteral = string | number | boolean;

export interface ConstraintLimit {
  readonly value: number;
  /** True if the value must not be equal to the limit. */
  readonly isExclusive: boolean;
}

/** A rule about the presence of several properties of an object. */
export interface MemberRule {
  readonly kind: "union" | "zeroOrOneOf" | "atLeastOneOf";
  readonly members: readonly string[];
  readonly discriminator?: string;
}

/**
 * A rule by which the presence of the property `trigger` requires or forbids the property
 * `dependent`.
 */
export interface DependentRule {
  readonly kind: "dependentRequired" | "dependentForbidden";
  readonly trigger: string;
  readonly dependent: string;
}

/** Rules that apply only to some items of a list, or only if an option is enabled. */
export interface ConditionalRule {
  /** Canonical JSON of the condition. */
  readonly condition: string;
  readonly constraints: Constraints;
}

/**
 * The rules of a value, combined so that equal rules are equal data. Of several limits, the
 * tightest counts; of several enumerations, their common members.
 */
export interface Constraints {
  readonly limits: ReadonlyMap<LimitName, ConstraintLimit>;
  /** The members of the enumeration; undefined if the value has no enumeration. */
  readonly allowed: readonly ConstraintLiteral[] | undefined;
  readonly excluded: ReadonlySet<ConstraintLiteral>;
  readonly multiples: ReadonlySet<number>;
  /** Regular expressions that a string must match. */
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Restrictions of updates, such as `immutable` or `NoUnset`. */
  readonly updates: ReadonlySet<string>;
  /**
   * Keys in which items of a list must differ, as canonical JSON. `[]`: whole items must differ.
   */
  readonly unique: ReadonlySet<string>;
  /** True for a property that must be absent, or an object type without valid values. */
  readonly isForbidden: boolean;
  /** True if the value may be null. */
  readonly isNullable: boolean;
  readonly members: readonly MemberRule[];
  readonly dependents: readonly DependentRule[];
  readonly conditional: readonly ConditionalRule[];
  /**
   * Rules that cannot be compared as data, such as CEL rules and functions, by their canonical
   * JSON.
   */
  readonly others: ReadonlyMap<string, RuleData>;
}

/**
 * Kinds of rules that are ignored here, because they do not constrain the value itself. The reader
 * moves them to properties and items, or reads them as facts about a property.
 */
const elsewhere = ["present", "required", "optional", "type", "property", "items", "values", "keys"] as const;

const memberKinds: readonly string[] = ["union", "zeroOrOneOf", "atLeastOneOf"];

/** Kinds of rules that have a property in `Constraints`. Other rules are compared as a whole. */
const compared: ReadonlySet<string> = new Set([
  ...[...limitNames, ...elsewhere, "forbidden", "nullable", "fixed", "multipleOf", "neq", "pattern", "format"],
  ...[...memberKinds, "update", "unique", "enum"],
  ...["dependentRequired", "dependentForbidden", "item", "option"],
]);

/**
 * Combines the rules of a value into the form for comparisons. Omits rules of its properties and
 * items.
 */
export function constraintsOf(rules: readonly RuleData[], isInteger = false): Constraints {
  const byKind = groupBy(rules, ({ kind }) => kind);
  const of = (...kinds: readonly string[]): readonly RuleData[] => kinds.flatMap((kind) => byKind.get(kind) ?? []);
  const enumerations = of("enum").map(({ values }) => values as readonly ConstraintLiteral[]);
  const [first, ...others] = enumerations;
  return {
    limits: new Map(limitNames.flatMap((name) => tightest(name, of(name), isInteger))),
    allowed: first?.filter((value) => others.every((values) => values.includes(value))),
    excluded: new Set(of("neq").map(({ value }) => value as ConstraintLiteral)),
    multiples: new Set(of("multipleOf").map(({ limit }) => Number(limit))),
    patterns: new Set(of("pattern").map(({ text }) => String(text))),
    formats: new Set(of("format").map(({ format }) => String(format))),
    updates: new Set(of("update").map(({ only }) => String(only))),
    unique: new Set(of("unique").map(({ keys }) => canonical(keys ?? []))),
    isForbidden: byKind.has("forbidden") || of("fixed").some(({ passes }) => passes === false),
    isNullable: byKind.has("nullable"),
    members: of(...memberKinds)
      .filter(isOfProperties)
      .map(memberRule),
    dependents: of("dependentRequired", "dependentForbidden").map(({ kind, trigger, dependent }) => ({
      kind: kind as DependentRule["kind"],
      trigger: String(trigger),
      dependent: String(dependent),
    })),
    conditional: of("item", "option").map(({ rules: inner, ...condition }) => ({
      condition: canonical(condition),
      constraints: constraintsOf(inner as readonly RuleData[]),
    })),
    others: new Map(rules.flatMap(othersIn).map((rule) => [canonicalRule(rule), rule])),
  };
}

/** Returns the tightest of several limits with the same name. */
function tightest(
  name: LimitName,
  rules: readonly RuleData[],
  isInteger: boolean,
): readonly (readonly [LimitName, ConstraintLimit])[] {
  const limits = rules.map((rule) => {
    const given = { value: Number(rule["limit"]), isExclusive: rule["exclusive"] === true };
    return isInteger ? wholeLimit(name, given) : given;
  });
  return limits.length === 0 ? [] : [[name, limits.reduce((a, b) => (isTighter(name, b, a) ? b : a))]];
}

/** Reports whether a rule is about the presence of properties, and not of items of a list. */
function isOfProperties({ members }: RuleData): boolean {
  return (members as readonly { readonly item?: unknown }[]).every(({ item }) => item === undefined);
}

function memberRule({ kind, members, discriminator }: RuleData): MemberRule {
  return {
    kind: kind as MemberRule["kind"],
    members: (members as readonly { readonly name: string }[]).map(({ name }) => name).sort(),
    ...(discriminator === undefined ? {} : { discriminator: discriminator as string }),
  };
}

/** Returns the parts of a rule that are compared as a whole. */
function othersIn(rule: RuleData): readonly RuleData[] {
  const { kind } = rule;
  if (kind === "enum") {
    // Members that an option excludes are a separate rule.
    const { exclusions = [] } = rule;
    return (exclusions as readonly object[]).map((exclusion) => ({ kind: "exclusion", ...exclusion }));
  }
  if (kind === "item" || kind === "option") {
    // Under a condition, rules of properties, items, values or keys are compared as a whole.
    const parts = ["property", "items", "values", "keys"];
    const rules = (rule["rules"] as readonly RuleData[]).filter((inner) => parts.includes(inner.kind));
    return rules.length === 0 ? [] : [{ ...rule, rules }];
  }
  const isUnionOfItems = memberKinds.includes(kind) && !isOfProperties(rule);
  return isUnionOfItems || !compared.has(kind) ? [rule] : [];
}

/** Properties of a rule that only affect error messages, and do not matter for a comparison. */
const ofErrors: ReadonlySet<string> = new Set(["texts", "message", "messageExpression", "reason", "fieldPath"]);

function canonicalRule(rule: RuleData): string {
  return canonical(Object.fromEntries(Object.entries(rule).filter(([name]) => !ofErrors.has(name))));
}

/** Reports whether a limit allows fewer values than another one of the same name. */
export function isTighter(name: LimitName, a: ConstraintLimit, b: ConstraintLimit): boolean {
  if (a.value === b.value) return a.isExclusive && !b.isExclusive;
  return limits[name].side === "least" ? a.value > b.value : a.value < b.value;
}

/** Returns the smallest or largest integer that a limit allows. */
function wholeLimit(name: LimitName, { value, isExclusive }: ConstraintLimit): ConstraintLimit {
  const [round, step] = limits[name].side === "least" ? [Math.ceil(value), 1] : [Math.floor(value), -1];
  return { value: isExclusive && round === value ? value + step : round, isExclusive: false };
}

export const noConstraints: Constraints = constraintsOf([]);
