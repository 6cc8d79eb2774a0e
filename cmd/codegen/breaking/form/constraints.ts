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
  readonly excluded: readonly ConstraintLiteral[];
  readonly multiples: readonly number[];
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
  const builder = new Builder(isInteger);
  for (const rule of rules) builder.add(rule);
  return builder.result();
}

/**
 * Kinds of rules that are ignored here, because they do not constrain the value itself. The reader
 * moves them to properties and items, or reads them as facts about a property.
 */
const elsewhere: ReadonlySet<string> = new Set([
  ...["present", "required", "optional", "type"],
  ...["property", "items", "values", "keys"],
]);

class Builder {
  readonly #isInteger: boolean;
  readonly #limits = new Map<LimitName, ConstraintLimit>();
  #allowed: readonly ConstraintLiteral[] | undefined;
  readonly #excluded = new Set<ConstraintLiteral>();
  readonly #multiples = new Set<number>();
  readonly #patterns = new Set<string>();
  readonly #formats = new Set<string>();
  readonly #updates = new Set<string>();
  readonly #unique = new Set<string>();
  #isForbidden = false;
  #isNullable = false;
  readonly #members: MemberRule[] = [];
  readonly #dependents: DependentRule[] = [];
  readonly #conditional: ConditionalRule[] = [];
  readonly #others = new Map<string, RuleData>();

  constructor(isInteger: boolean) {
    this.#isInteger = isInteger;
  }

  add(rule: RuleData): void {
    const { kind } = rule;
    if (elsewhere.has(kind)) return;
    if (isLimitName(kind)) this.#limit(kind, rule);
    else if (kind === "forbidden") this.#isForbidden = true;
    else if (kind === "nullable") this.#isNullable = true;
    else if (kind === "fixed") this.#fixed(rule);
    else if (kind === "item" || kind === "option") this.#condition(rule);
    else if (!this.#value(rule) && !this.#ofObject(rule)) this.#others.set(canonicalRule(rule), rule);
  }

  result(): Constraints {
    return {
      limits: this.#limits,
      ...(this.#allowed === undefined ? {} : { allowed: this.#allowed }),
      excluded: [...this.#excluded],
      multiples: [...this.#multiples],
      patterns: this.#patterns,
      formats: this.#formats,
      updates: this.#updates,
      unique: this.#unique,
      isForbidden: this.#isForbidden,
      isNullable: this.#isNullable,
      members: this.#members,
      dependents: this.#dependents,
      conditional: this.#conditional,
      others: this.#others,
    };
  }

  #limit(name: LimitName, { limit, exclusive }: RuleData): void {
    const given = { value: Number(limit), isExclusive: exclusive === true };
    const own = this.#isInteger ? wholeLimit(name, given) : given;
    const known = this.#limits.get(name);
    if (known === undefined || isTighter(name, own, known)) this.#limits.set(name, own);
  }

  #fixed(rule: RuleData): void {
    if (rule["passes"] === false) this.#isForbidden = true;
  }

  #value(rule: RuleData): boolean {
    switch (rule.kind) {
      case "multipleOf":
        this.#multiples.add(Number(rule["limit"]));
        return true;
      case "enum":
        return this.#enumeration(rule);
      case "neq":
        this.#excluded.add(rule["value"] as ConstraintLiteral);
        return true;
      case "pattern":
        this.#patterns.add(String(rule["text"]));
        return true;
      case "format":
        this.#formats.add(String(rule["format"]));
        return true;
      case "update":
        this.#updates.add(String(rule["only"]));
        return true;
      case "unique":
        this.#unique.add(canonical(rule["keys"] ?? []));
        return true;
      default:
        return false;
    }
  }

  /** Adds an enumeration. Members that an option excludes become a separate rule. */
  #enumeration({ values, exclusions }: RuleData): boolean {
    const members = values as readonly ConstraintLiteral[];
    this.#allowed = this.#allowed?.filter((value) => members.includes(value)) ?? members;
    for (const exclusion of (exclusions ?? []) as readonly object[]) {
      const rule = { kind: "exclusion", ...exclusion };
      this.#others.set(canonical(rule), rule);
    }
    return true;
  }

  #ofObject(rule: RuleData): boolean {
    switch (rule.kind) {
      case "union":
      case "zeroOrOneOf":
      case "atLeastOneOf":
        return this.#member(rule.kind, rule);
      case "dependentRequired":
      case "dependentForbidden": {
        const [trigger, dependent] = [String(rule["trigger"]), String(rule["dependent"])];
        this.#dependents.push({ kind: rule.kind, trigger, dependent });
        return true;
      }
      default:
        return false;
    }
  }

  /**
   * Adds a rule about the presence of properties. Returns false for a union of list items, which is
   * compared as a whole.
   */
  #member(kind: MemberRule["kind"], { members, discriminator }: RuleData): boolean {
    const all = members as readonly { readonly name: string; readonly value: string; readonly item?: unknown }[];
    if (all.some(({ item }) => item !== undefined)) return false;
    this.#members.push({
      kind,
      members: all.map(({ name }) => name).sort(),
      ...(discriminator === undefined ? {} : { discriminator: discriminator as string }),
    });
    return true;
  }

  #condition(rule: RuleData): void {
    const { rules, ...condition } = rule;
    const inner = rules as readonly RuleData[];
    this.#conditional.push({ condition: canonical(condition), constraints: constraintsOf(inner) });
    // Under a condition, rules of properties, items, values or keys are compared as a whole.
    const ofParts = inner.filter(({ kind }) => ["property", "items", "values", "keys"].includes(kind));
    if (ofParts.length > 0) this.#others.set(canonical({ ...condition, rules: ofParts }), { ...rule, rules: ofParts });
  }
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
