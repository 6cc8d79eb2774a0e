import { bounds } from "../schema/limits.js";
import type { FieldError } from "../field/error.js";
import { stops } from "../rules/stops.js";
import { isOfCRD, typeRules, type AnyRule } from "../rules/type-rules.js";
import { isPrimitive, type RuleValue } from "../rules/value.js";
import type { LimitKind, OfKind, Rule } from "../schema/rule.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";
import { isReal } from "../operation/any-path.js";
import { sequence, type Check, type RuleSubject } from "./check.js";
import * as crd from "./crd-checks.js";
import { limitCheck } from "./limits.js";
import { dependencyCheck, unionCheck } from "./object-checks.js";
import * as parts from "./part-checks.js";
import * as scalars from "./scalar-checks.js";
import { updateCheck } from "./update-checks.js";
import { fieldOf, itemOf, keyValue, mapValueOf } from "./values.js";

type Maker<K> = (rule: OfKind<AnyRule, K>, place: RuleSubject) => Check;

const nothing: Check = () => undefined;

/** Functions that create the check of a rule, by the kind of the rule. */
const makers: { readonly [K in Exclude<AnyRule["kind"], LimitKind>]: Maker<K> } = {
  required: scalars.requiredCheck,
  // The check only decides whether later rules run: its error is never reported.
  optional: scalars.requiredCheck,
  forbidden: scalars.forbiddenCheck,
  pattern: crd.crdPatternCheck,
  embeddedResource: () => crd.embeddedResourceCheck,
  atLeastOneOf: crd.countCheck,
  format: (rule) => (isOfCRD(rule) ? crd.crdFormatCheck(rule) : scalars.formatCheck(rule)),
  enum: (rule, place) => (isOfCRD(rule) ? crd.crdEnumCheck(rule) : scalars.enumCheck(rule, place)),
  neq: scalars.otherCheck,
  update: updateCheck,
  unique: (rule, place) => (isOfCRD(rule) ? crd.noDuplicatesCheck() : parts.uniqueCheck(rule, place)),
  fixed: scalars.fixedCheck,
  custom: ({ name }, { environment }) => {
    const validate = environment.handWritten(name);
    return (op, path, value, oldValue, errors) => {
      if (isReal(path)) for (const error of validate(op, path, value, oldValue)) errors.push(error);
    };
  },
  type: typeCheck,
  items: ({ rules }, place) => parts.itemsCheck(place, inside(rules, itemOf(place.of), place)),
  values: ({ rules }, place) => parts.valuesCheck(place, inside(rules, mapValueOf(place.of), place)),
  keys: ({ rules }, place) => parts.keysCheck(inside(rules, keyValue(place.of), place)),
  item: (rule, place) => parts.itemCheck(rule, place, inside(rule.rules, itemOf(place.of), place)),
  subfield: (rule, place) => parts.subfieldCheck(rule, place, inside(rule.rules, fieldOf(place.of, rule.name), place)),
  option: (rule, place) => scalars.optionCheck(rule, allOf(rule.rules, place)),
  union: (rule, place) => (isOfCRD(rule) ? crd.countCheck(rule) : unionCheck(rule, place)),
  zeroOrOneOf: (rule, place) => (isOfCRD(rule) ? crd.countCheck(rule) : unionCheck(rule, place)),
  dependentRequired: dependencyCheck,
  dependentForbidden: dependencyCheck,
  mode(rule, { environment, of }) {
    const place: RuleSubject = { environment, of: fieldOf(of, rule.name) };
    const cases = new Map(rule.cases.map(({ value, rules }) => [value, inOrder(rules, place)]));
    const { stability } = rule;
    const otherwise = checkOf({ kind: "forbidden", ...(stability !== undefined && { stability }) }, place);
    return parts.modeCheck(rule, { environment, of }, (mode) => cases.get(mode as string) ?? otherwise);
  },
  // CEL rules are evaluated for whole objects, outside of these checks.
  cel: () => nothing,
};

/** Kinds of rules that apply also to an absent value. */
const ofAbsent: ReadonlySet<AnyRule["kind"]> = new Set([
  "required",
  "optional",
  "forbidden",
  "update",
  "fixed",
  "custom",
  "type",
  "option",
] as const);

/**
 * Returns the check of a rule. Its errors have the stability of the rule. The check adds errors
 * even if the rule is silent, so the caller must ignore the errors of silent rules.
 */
export function checkOf(rule: AnyRule, place: RuleSubject): Check {
  // The cast is safe, because each function gets a rule of its kind.
  const check = "limit" in rule ? limitCheck(rule, place) : (makers[rule.kind] as Maker<AnyRule["kind"]>)(rule, place);
  const isOfPresent = isOfCRD(rule) || (place.of.pointer && !ofAbsent.has(rule.kind));
  const own = isOfPresent ? ofPresent(check) : check;
  // The stability of a `mode` rule applies only to its error for a forbidden property.
  return "stability" in rule && rule.kind !== "mode" ? withStability(own, rule.stability) : own;
}

function ofPresent(check: Check): Check {
  return (op, path, value, oldValue, errors) => {
    if (value !== undefined) check(op, path, value, oldValue, errors);
  };
}

function withStability(check: Check, stability: "alpha" | "beta"): Check {
  return (op, path, value, oldValue, errors) => {
    const from = errors.length;
    check(op, path, value, oldValue, errors);
    for (let at = from; at < errors.length; at++) errors[at] = { ...(errors[at] as FieldError), stability };
  };
}

/**
 * Reports whether a rule adds no error when it fails, but only prevents other rules from running.
 */
export function isSilent(rule: AnyRule): boolean {
  return rule.kind === "optional" || "silent" in rule;
}

function typeCheck({ to }: OfKind<AnyRule, "type">, place: RuleSubject): Check {
  const validate = place.environment.functionOf(to);
  if (!place.of.pointer) return validate;
  const unset = sequence(
    unsetRules(to)
      .filter((rule) => !isSilent(rule))
      .map((rule) => checkOf(rule, place)),
  );
  return (op, path, value, oldValue, errors) => {
    (value === undefined ? unset : validate)(op, path, value, oldValue, errors);
  };
}

/**
 * Returns the rules of a type, or of the type to which an alias refers, that apply also to an unset
 * value. For example, an update cannot remove a value of an immutable type.
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

/** Returns the check of rules that apply to an item, map key, map value or property. */
function inside(rules: readonly AnyRule[], of: RuleValue, { environment }: RuleSubject): Check {
  return allOf(rules, { environment, of });
}

/** Returns the check of the rules that are nested in a rule. */
function allOf(rules: readonly AnyRule[], place: RuleSubject): Check {
  return sequence(
    rules.every(isOfCRD)
      ? constraintChecks(rules, place).map(({ check }) => check)
      : rules.map((rule) => checkOf(rule, place)),
  );
}

/**
 * A check, and the rules that it implements. The check adds no errors if none of these rules fails.
 */
export interface Step {
  readonly rules: readonly AnyRule[];
  readonly check: Check;
  /**
   * Present if the check only calls the validation function of a type: for the value itself, for
   * each item, or for each item that an update adds.
   */
  readonly calls?: { readonly type: TypeSchema; readonly per: "value" | "new item" | "item" };
}

/** Kinds of rules for strings in the schema of a CRD. */
const ofStrings: ReadonlySet<AnyRule["kind"]> = new Set([...bounds.characters, "pattern"] as const);

/**
 * Returns the checks for rules of a CRD's schema. Checking a string stops at the first rule that
 * the string violates.
 */
export function constraintChecks(rules: readonly AnyRule[], place: RuleSubject): readonly Step[] {
  const strings = rules.filter(({ kind }) => ofStrings.has(kind)).map((rule) => stepOf(rule, place));
  const first: Check = (op, path, value, oldValue, errors) => {
    const from = errors.length;
    for (const { check } of strings) if (errors.length === from) check(op, path, value, oldValue, errors);
  };
  const others = rules.filter((rule) => !ofStrings.has(rule.kind) && !isSilent(rule));
  return [
    ...(strings.length === 0 ? [] : [{ rules: strings.flatMap((step) => step.rules), check: first }]),
    ...others.map((rule) => stepOf(rule, place)),
  ];
}

export function stepOf(rule: AnyRule, place: RuleSubject): Step {
  const type = rule.kind === "items" ? calledType(rule.rules, itemOf(place.of)) : calledType([rule], place.of);
  const per = rule.kind !== "items" ? "value" : place.identity === undefined ? "item" : "new item";
  const calls = type && ({ type, per } as const);
  return { rules: [rule], check: checkOf(rule, place), ...(calls && { calls }) };
}

/**
 * Returns the type whose validation function implements all of the rules; undefined if no such type
 * exists.
 */
function calledType([rule, another]: readonly AnyRule[], of: RuleValue): TypeSchema | undefined {
  if (rule?.kind !== "type" || another !== undefined) return undefined;
  return of.pointer && unsetRules(rule.to).length > 0 ? undefined : rule.to;
}

/** The rules of a value, in the order in which they run. */
export interface RulePlan {
  /** Rules that run first. If one of them fails, `steps` do not run. Undefined if none exist. */
  readonly gate: Gate | undefined;
  readonly steps: readonly Step[];
}

/** Rules whose failure prevents other rules from running. */
export interface Gate {
  readonly rules: readonly AnyRule[];
  /**
   * Checks the rules and adds the errors of those that are not silent. Returns true if no rule
   * fails.
   */
  readonly passes: (...call: Parameters<Check>) => boolean;
}

/**
 * Returns the plan of the rules of a value. Rules are grouped in cohorts, and a failure of a
 * short-circuit rule stops the rest of its cohort. The cohort `""` runs first; a failure there also
 * stops all other cohorts.
 */
export function rulePlan(rules: readonly AnyRule[], place: RuleSubject): RulePlan {
  const cohort = (name: string) =>
    cohortPlan(
      rules.filter((rule) => cohortOf(rule) === name),
      place,
    );
  const { gate, steps } = cohort("");
  const named = [...new Set(rules.map(cohortOf))].filter((name) => name !== "").map(cohort);
  return { gate, steps: [...steps, ...named.map((plan) => ({ rules: [], check: checkOfPlan(plan) }))] };
}

function cohortPlan(rules: readonly AnyRule[], place: RuleSubject): RulePlan {
  const sooner = rules.filter(stops);
  const later = rules.filter((rule) => !stops(rule) && !isSilent(rule));
  return {
    gate: sooner.length === 0 ? undefined : gateOf(sooner, place),
    steps: later.map((rule) => stepOf(rule, place)),
  };
}

/** Returns the name of the cohort (group of rules) to which a rule belongs. */
function cohortOf(rule: AnyRule): string {
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

function gateOf(rules: readonly AnyRule[], place: RuleSubject): Gate {
  const all = rules.map((rule) => ({ check: checkOf(rule, place), silent: isSilent(rule) }));
  return {
    rules,
    passes(op, path, value, oldValue, errors) {
      let passes = true;
      for (const { check, silent } of all) {
        const own = silent ? [] : errors;
        const from = own.length;
        check(op, path, value, oldValue, own);
        if (own.length > from) passes = false;
      }
      return passes;
    },
  };
}

/** Returns a check that runs a plan. */
function checkOfPlan({ gate, steps }: RulePlan): Check {
  const later = sequence(steps.map(({ check }) => check));
  if (gate === undefined) return later;
  return (...call) => {
    if (gate.passes(...call)) later(...call);
  };
}

/**
 * Returns the check of the rules that a `mode` rule has for one value of its discriminator. The
 * rules up to the last short circuit run first. If a short circuit fails, the later rules do not
 * run.
 */
function inOrder(rules: readonly AnyRule[], place: RuleSubject): Check {
  const last = rules.findLastIndex(stops);
  const later = rules.slice(last + 1).filter((rule) => !isSilent(rule));
  const gates = rules.slice(0, last + 1).map((rule) => ({ stops: stops(rule), gate: gateOf([rule], place) }));
  const check = sequence(later.map((rule) => checkOf(rule, place)));
  return (...call) => {
    let passes = true;
    for (const { stops: isStop, gate } of gates) if (!gate.passes(...call) && isStop) passes = false;
    if (passes) check(...call);
  };
}
