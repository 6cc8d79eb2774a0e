import { limitNames, limits, type LimitName } from "../../../../runtime/schema/limits.js";
import type { Ruled } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import {
  isTighter,
  noConstraints,
  type Constraints,
  type ConstraintLimit,
  type ConstraintLiteral,
} from "../form/constraints.js";
import { acceptsString, allows, formZero, limitOf, listedValues } from "../form/value-range.js";
import { compareMembers } from "./compare-members.js";
import { tightened, type FormDifference } from "./difference.js";

/** Facts about the property of a value, which the comparison of the value's rules needs. */
export interface ConstraintScope {
  /** True if the zero value counts as absent in both states, so that no rule applies to zero. */
  readonly isZeroUnset: boolean;
  /** The names of properties in the old object type. Empty for other types. */
  readonly oldFields: ReadonlySet<string>;
}

/**
 * Returns the differences that make the new rules refuse values that the old rules allow. Also
 * returns new members of an enumeration, and a difference if null is newly allowed. Rules are
 * compared as data. A rule that only an evaluation can compare, such as a CEL rule, gets the
 * severity `unknown`.
 */
export function compareConstraints(old: Ruled, now: Ruled, scope: ConstraintScope): readonly FormDifference[] {
  const listed = listedValues(old);
  if (listed !== undefined) return [...compareListed(listed, old, now), ...compareRest(old, now, scope)];
  return [
    ...compareLimits(old, now, scope),
    ...compareEnumerations(old.constraints, now.constraints),
    ...compareScalarRules(old.constraints, now.constraints),
    ...compareRest(old, now, scope),
  ];
}

/**
 * Checks each value that the old rules list, such as the members of an enumeration, against the new
 * rules. Also returns the new members of an enumeration.
 */
function compareListed(listed: readonly ConstraintLiteral[], old: Ruled, now: Ruled): readonly FormDifference[] {
  const isAllowed = (value: ConstraintLiteral): boolean => allows(now.constraints, value) && isInRange(now, value);
  const removed = listed.filter((value) => !isAllowed(value));
  const allowed = old.constraints.allowed === undefined ? [] : (now.constraints.allowed ?? []);
  const added = allowed.filter((value) => !listed.includes(value) && isAllowed(value));
  return [
    ...removed.map((value): FormDifference => ({
      code: "removed-enum-member",
      severity: "breaking",
      detail: `the value ${JSON.stringify(value)} is no longer allowed`,
    })),
    ...added.map(addedMember),
  ];
}

function isInRange(now: Ruled, value: ConstraintLiteral): boolean {
  if (typeof value !== "number") return true;
  const [least, most] = [limitOf(now, "minimum"), limitOf(now, "maximum")];
  return (least === undefined || value >= least.value) && (most === undefined || value <= most.value);
}

function addedMember(value: ConstraintLiteral): FormDifference {
  return {
    code: "added-enum-member",
    severity: "compatible",
    detail: `the value ${JSON.stringify(value)} is new`,
    hint: "clients of the old API can receive the new value, so they must handle unknown values",
  };
}

function compareLimits(old: Ruled, now: Ruled, { isZeroUnset }: ConstraintScope): readonly FormDifference[] {
  return limitNames.flatMap((name) => {
    const limit = now.constraints.limits.get(name);
    if (limit === undefined) return [];
    const before = isZeroUnset ? withoutZero(name, old) : limitOf(old, name);
    if (before !== undefined && !isTighter(name, limit, before)) return [];
    // Every value satisfies a minimum count of zero.
    if (before === undefined && isLeastCount(name) && limit.value <= 0) return [];
    const { of } = limits[name];
    const isOfText = of === "characters" || of === "bytes";
    if (name === "minLength" && limit.value === 1 && !allows(old.constraints, "")) return [];
    const written = old.constraints.limits.get(name);
    const was = written === undefined ? "is new" : `(before: ${text(written)})`;
    // A pattern or a format of the old rules may already limit the length in the same way. This is
    // not computed, so the severity is `unknown`.
    const isDecided = !isOfText || (old.constraints.patterns.size === 0 && old.constraints.formats.size === 0);
    const rule = { kind: name, limit: limit.value, exclusive: limit.isExclusive };
    return [tightened(`${name} ${text(limit)} ${was}`, isDecided ? "breaking" : "unknown", rule)];
  });
}

function text({ value, isExclusive }: ConstraintLimit): string {
  return isExclusive ? `${String(value)} (exclusive)` : String(value);
}

function isLeastCount(name: LimitName): boolean {
  return limits[name].side === "least" && limits[name].of !== "value";
}

/**
 * Returns the limit of the old rules for values other than zero, because the new rules do not apply
 * to zero.
 */
function withoutZero(name: LimitName, old: Ruled): ConstraintLimit | undefined {
  const limit = limitOf(old, name);
  if (isLeastCount(name)) return { value: Math.max(limit?.value ?? 0, 1), isExclusive: false };
  const isFromZero = name === "minimum" && limit?.value === 0 && formZero(old) === 0;
  return isFromZero ? { value: 0, isExclusive: true } : limit;
}

function compareEnumerations(old: Constraints, now: Constraints): readonly FormDifference[] {
  const excluded = without(now.excluded, old.excluded).map((value) =>
    tightened(`the value ${JSON.stringify(value)} is no longer allowed`),
  );
  if (now.allowed === undefined) return excluded;
  return [
    tightened(`only these values are now allowed: ${now.allowed.map((value) => JSON.stringify(value)).join(", ")}`),
    ...excluded,
  ];
}

function compareScalarRules(before: Constraints, after: Constraints): readonly FormDifference[] {
  const multiples = [...after.multiples]
    .filter((step) => ![...before.multiples].some((other) => other % step === 0))
    .map((step) => tightened(`multipleOf ${String(step)} is new`));
  const patterns = without(after.patterns, before.patterns)
    .filter((pattern) => !acceptsEverything(pattern))
    .map((text) => tightened(`the pattern ${text} is new`, "unknown", { kind: "pattern", text }));
  const formats = without(after.formats, before.formats).map((format) =>
    tightened(
      `the format ${format} is new`,
      before.formats.size === 0 && before.patterns.size === 0 ? "breaking" : "unknown",
      { kind: "format", format },
    ),
  );
  return [...multiples, ...patterns, ...formats];
}

/** Reports whether a pattern, such as `.*`, matches every string. */
function acceptsEverything(pattern: string): boolean {
  return /^\^?(\.\*)?\$?$/.test(pattern) && acceptsString("x", { pattern });
}

/** Compares the rules that exist for values of all types. */
function compareRest(old: Ruled, now: Ruled, scope: ConstraintScope): readonly FormDifference[] {
  const [before, after] = [old.constraints, now.constraints];
  return [
    ...(after.isForbidden && !before.isForbidden ? [tightened("no value is allowed now")] : []),
    ...compareNull(before, after),
    ...without(after.updates, before.updates)
      .filter((update) => update === "immutable" || !before.updates.has("immutable"))
      .map((update) => tightened(updateTexts[update] ?? `the update rule ${update} is new`)),
    ...compareUnique(before, after),
    ...compareMembers(before, after, scope.oldFields),
    ...compareConditional(old, now, scope),
    ...[...after.others]
      .filter(([key]) => !before.others.has(key))
      .map(([, rule]) => tightened(`${describe(rule)} was added or changed`, "unknown", rule)),
  ];
}

/**
 * Compares `nullable`. If null is not allowed, an API server drops a null or replaces it by the
 * default.
 */
function compareNull(before: Constraints, after: Constraints): readonly FormDifference[] {
  if (before.isNullable && !after.isNullable) return [tightened("null is no longer allowed")];
  if (before.isNullable || !after.isNullable) return [];
  return [
    { code: "changed-type", severity: "breaking", detail: "the server removed null before, and now stores null" },
  ];
}

const updateTexts: { readonly [update: string]: string } = {
  immutable: "updates can no longer change the value",
  monotonic: "updates can no longer decrease the value",
  NoSet: "updates can no longer set the value",
  NoUnset: "updates can no longer remove the value",
  NoModify: "updates can no longer change a value that is set",
  NoAddItem: "updates can no longer add items",
  NoRemoveItem: "updates can no longer remove items",
};

/**
 * Returns differences in rules about unique items. Items that differ in some keys also differ in
 * more keys, so a rule with more keys is not stricter.
 */
function compareUnique({ unique: before }: Constraints, { unique: after }: Constraints): readonly FormDifference[] {
  const keysOf = (text: string): readonly string[] => JSON.parse(text) as readonly string[];
  const follows = (keys: string): boolean =>
    [...before].some((other) => {
      const [strong, weak] = [keysOf(other), keysOf(keys)];
      return other === keys || (strong.length > 0 && (weak.length === 0 || strong.every((key) => weak.includes(key))));
    });
  return [...after]
    .filter((keys) => !follows(keys))
    .map((keys) => {
      const by = keysOf(keys);
      return tightened(
        by.length === 0
          ? "the server now refuses equal items"
          : `the server now refuses items with equal ${by.join(" and ")}`,
      );
    });
}

function compareConditional(old: Ruled, now: Ruled, scope: ConstraintScope): readonly FormDifference[] {
  return now.constraints.conditional.flatMap(({ condition, constraints }) => {
    const same = old.constraints.conditional.filter((other) => other.condition === condition);
    const [first] = same;
    if (same.some((other) => canonicalForm(other.constraints) === canonicalForm(constraints))) return [];
    const compared = compareConstraints(
      { constraints: first?.constraints ?? noConstraints, shape: unknownShape },
      { constraints, shape: unknownShape },
      { ...scope, isZeroUnset: false },
    );
    return compared.map((difference) => ({ ...difference, detail: `${where(condition)}: ${difference.detail}` }));
  });
}

const unknownShape = { kind: "opaque", name: "" } as const;

function where(condition: string): string {
  const {
    where: selector,
    option,
    enabled,
  } = JSON.parse(condition) as {
    readonly where?: unknown;
    readonly option?: string;
    readonly enabled?: boolean;
  };
  if (option === undefined) return `for items with ${canonical(selector)}`;
  return `with the option ${option} ${enabled === true ? "enabled" : "disabled"}`;
}

/** Returns the canonical JSON of rules. Sets and maps become lists. */
function canonicalForm(constraints: Constraints): string {
  return JSON.stringify(constraints, (_key, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value,
  );
}

function describe(rule: { readonly kind: string; readonly [name: string]: unknown }): string {
  const texts: { readonly [kind: string]: string } = {
    cel: `the CEL rule ${String(rule["rule"])}`,
    custom: `the validation function ${String(rule["name"])}`,
    mode: "a rule that depends on a mode",
    exclusion: `the exclusion of the value ${JSON.stringify(rule["value"])} by an option`,
    embeddedResource: "the rule that the value must be a complete object",
    schema: `the schema keyword ${String(rule["keyword"])}`,
  };
  return texts[rule.kind] ?? `the rule ${rule.kind}`;
}

function without<Item>(after: ReadonlySet<Item>, before: ReadonlySet<Item>): readonly Item[] {
  return [...after].filter((one) => !before.has(one));
}
