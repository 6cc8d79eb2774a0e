import { isLimitName, limits, type LimitName } from "../../../../runtime/schema/limits.js";
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
  readonly allowed?: readonly ConstraintLiteral[];
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
 * Combines the rules of a value into the form for comparisons. Omits rules of its properties and
 * items.
 */
export function constraintsOf(rules: readonly RuleData[], isInteger = false): Constraints {
  const added: Added = {
    limits: new Map(),
    excluded: new Set(),
    multiples: new Set(),
    patterns: new Set(),
    formats: new Set(),
    updates: new Set(),
    unique: new Set(),
    isForbidden: false,
    isNullable: false,
    members: [],
    dependents: [],
    conditional: [],
    others: new Map(),
  };
  for (const rule of rules) {
    const { kind } = rule;
    if (isLimitName(kind)) addLimit(added, kind, rule, isInteger);
    else if (Object.hasOwn(adders, kind)) adders[kind]?.(added, rule);
    else if (!elsewhere.has(kind)) addOther(added, rule);
  }
  return added;
}

/** Constraints to which rules are added. */
type Added = { -readonly [name in keyof Constraints]: Mutable<Constraints[name]> };
type Mutable<T> =
  T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : T extends ReadonlySet<infer Item>
      ? Set<Item>
      : T extends readonly (infer Item)[]
        ? Item[]
        : T;

/**
 * Kinds of rules that are ignored here, because they do not constrain the value itself. The reader
 * moves them to properties and items, or reads them as facts about a property.
 */
const elsewhere: ReadonlySet<string> = new Set([
  ...["present", "required", "optional", "type"],
  ...["property", "items", "values", "keys"],
]);

/** Functions that add a rule, by the kind of the rule. Other rules are compared as a whole. */
const adders: { readonly [kind: string]: (added: Added, rule: RuleData) => void } = {
  forbidden: (added) => {
    added.isForbidden = true;
  },
  nullable: (added) => {
    added.isNullable = true;
  },
  fixed: (added, { passes }) => {
    if (passes === false) added.isForbidden = true;
  },
  multipleOf: ({ multiples }, { limit }) => multiples.add(Number(limit)),
  neq: ({ excluded }, { value }) => excluded.add(value as ConstraintLiteral),
  pattern: ({ patterns }, { text }) => patterns.add(String(text)),
  format: ({ formats }, { format }) => formats.add(String(format)),
  update: ({ updates }, { only }) => updates.add(String(only)),
  unique: ({ unique }, { keys }) => unique.add(canonical(keys ?? [])),
  enum: addEnumeration,
  union: addMembers,
  zeroOrOneOf: addMembers,
  atLeastOneOf: addMembers,
  dependentRequired: addDependent,
  dependentForbidden: addDependent,
  item: addCondition,
  option: addCondition,
};

function addLimit({ limits: known }: Added, name: LimitName, rule: RuleData, isInteger: boolean): void {
  const given = { value: Number(rule["limit"]), isExclusive: rule["exclusive"] === true };
  const limit = isInteger ? wholeLimit(name, given) : given;
  const other = known.get(name);
  if (other === undefined || isTighter(name, limit, other)) known.set(name, limit);
}

/** Adds an enumeration. Members that an option excludes become a separate rule. */
function addEnumeration(added: Added, { values, exclusions = [] }: RuleData): void {
  const members = values as ConstraintLiteral[];
  added.allowed = added.allowed?.filter((value) => members.includes(value)) ?? members;
  for (const exclusion of exclusions as readonly object[]) addOther(added, { kind: "exclusion", ...exclusion });
}

/**
 * Adds a rule about the presence of properties. A union of list items is compared as a whole.
 */
function addMembers(added: Added, rule: RuleData): void {
  const { kind, members, discriminator } = rule;
  const all = members as readonly { readonly name: string; readonly item?: unknown }[];
  if (all.some(({ item }) => item !== undefined)) addOther(added, rule);
  else
    added.members.push({
      kind: kind as MemberRule["kind"],
      members: all.map(({ name }) => name).sort(),
      ...(discriminator === undefined ? {} : { discriminator: discriminator as string }),
    });
}

function addDependent({ dependents }: Added, { kind, trigger, dependent }: RuleData): void {
  dependents.push({ kind: kind as DependentRule["kind"], trigger: String(trigger), dependent: String(dependent) });
}

function addCondition(added: Added, rule: RuleData): void {
  const { rules, ...condition } = rule;
  const inner = rules as readonly RuleData[];
  added.conditional.push({ condition: canonical(condition), constraints: constraintsOf(inner) });
  // Under a condition, rules of properties, items, values or keys are compared as a whole.
  const ofParts = inner.filter(({ kind }) => ["property", "items", "values", "keys"].includes(kind));
  if (ofParts.length > 0) added.others.set(canonical({ ...condition, rules: ofParts }), { ...rule, rules: ofParts });
}

function addOther({ others }: Added, rule: RuleData): void {
  others.set(canonicalRule(rule), rule);
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
