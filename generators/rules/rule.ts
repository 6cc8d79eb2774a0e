import type { Marker } from "../../engine/markers/marker.js";
import type { FunctionDeclaration } from "../../engine/model/universe.js";
import { stops } from "../../runtime/rules/stops.js";
import type { Rule } from "../../runtime/schema/rule.js";
import type { NativeValue } from "./native.js";

/**
 * Stability of a rule. An API server ignores the errors of alpha rules, but enforces beta rules.
 */
export type Stability = "alpha" | "beta";

/** Condition that selects one item of a list: the key `name` must have the given value. */
export interface ItemSelector {
  readonly name: string;
  readonly value: string | number | boolean;
}

/** A property, and the facts that determine whether it is set. */
export interface NamedValue {
  readonly name: string;
  readonly value: NativeValue;
}

/** A validation rule that markers declare, with its effect on other rules. */
export interface StatedRule {
  /** The rule as data. It has several entries if several update constraints form one rule. */
  readonly data: readonly Rule[];
  /** True if the failure of this rule prevents the other rules of the cohort from running. */
  readonly shortCircuit: boolean;
  /** True if a failure of the rule is not reported as an error. */
  readonly nonError: boolean;
  /** Name of a group of rules that run together; used for tests. Absent for the default group. */
  readonly cohort?: string;
  readonly stability?: Stability;
  /**
   * Marker that declares the rule; for a rule of several markers, one of them. Absent for a rule
   * that the type implies, and for a constraint of controller-gen or openapi-gen.
   */
  readonly marker?: Marker;
  /**
   * True if the rule is from a constraint marker of controller-gen or openapi-gen, so that it
   * applies only to present values.
   */
  readonly isOfCRD?: true;
  /**
   * True if the rule contains rules that already have a stability, which an outer stability marker
   * does not change.
   */
  readonly hasOwnStability?: true;
}

/**
 * Value to which the rules of a deferred task apply: `this` is the value itself, `parent` is the
 * object that contains it.
 */
export type DeferredScope = "this" | "parent";

export interface Deferred {
  readonly scope: DeferredScope;
  readonly run: () => Validations;
}

/** Result of reading the markers of one type or property. */
export interface Validations {
  readonly rules: readonly StatedRule[];
  /** Hand-written functions to which the rules refer. */
  readonly functions: readonly FunctionDeclaration[];
  /** True if a function is generated although the marker declares no rule, as in Go's tool. */
  readonly needsFunction: boolean;
  readonly opaque: boolean;
  readonly opaqueKey: boolean;
  readonly opaqueValue: boolean;
  /**
   * Tasks that return further rules. They run after all other markers have been read, because their
   * rules depend on those markers.
   */
  readonly deferred: readonly Deferred[];
}

export const noValidations: Validations = {
  rules: [],
  functions: [],
  needsFunction: false,
  opaque: false,
  opaqueKey: false,
  opaqueValue: false,
  deferred: [],
};

/** Combines the validations of several markers, in the given order. */
export function together(...all: readonly Validations[]): Validations {
  // Most types and properties have no rules.
  const parts = all.filter((part) => part !== noValidations);
  const [first = noValidations] = parts;
  if (parts.length < 2) return first;
  return {
    rules: parts.flatMap(({ rules }) => rules),
    functions: parts.flatMap(({ functions }) => functions),
    needsFunction: parts.some(({ needsFunction }) => needsFunction),
    opaque: parts.some(({ opaque }) => opaque),
    opaqueKey: parts.some(({ opaqueKey }) => opaqueKey),
    opaqueValue: parts.some(({ opaqueValue }) => opaqueValue),
    deferred: parts.flatMap(({ deferred }) => deferred),
  };
}

/** Reports whether the validations add code to a generated function. */
export function isEmitted({ rules, needsFunction, deferred }: Validations): boolean {
  return rules.length > 0 || needsFunction || deferred.length > 0;
}

/** Reports whether the validations have no effect at all. */
export function isNothing(validations: Validations): boolean {
  return !isEmitted(validations) && !validations.opaque && !validations.opaqueKey && !validations.opaqueValue;
}

/**
 * Returns a rule from its data. A rule of the kind `optional` reports no error for an absent value,
 * but prevents the other rules of its cohort from running.
 */
export function newRule(...data: readonly Rule[]): StatedRule {
  return { data, shortCircuit: data.some(stops), nonError: data.some(({ kind }) => kind === "optional") };
}

/** Adds the marker that declares rules to the rules that have no marker yet. */
export function declaredBy(marker: Marker, validations: Validations): Validations {
  if (validations === noValidations) return validations;
  return mapRules(validations, (one) => (one.marker === undefined ? { ...one, marker } : one));
}

/** Returns a rule that contains another rule. Only the flags of the outer rule have an effect. */
export function wrapRule(inner: StatedRule, around: (rules: readonly Rule[]) => Rule): StatedRule {
  const { data, stability, shortCircuit, nonError } = inner;
  const rules = dataOf([{ ...newRule(...data), ...(stability !== undefined && { stability }) }]);
  return { data: rules.length === 0 ? [] : [around(rules)], shortCircuit, nonError };
}

/** Returns the data of rules, as a schema contains it. */
export function dataOf(rules: readonly StatedRule[]): readonly Rule[] {
  return rules.flatMap(({ data, shortCircuit, cohort, stability, nonError }) =>
    data.map((one): Rule => ({
      ...one,
      ...(one.kind === "fixed" && shortCircuit && { stops: shortCircuit }),
      ...(one.kind === "fixed" && cohort !== undefined && { cohort }),
      ...(stability !== undefined && { stability }),
      ...(nonError && one.kind !== "optional" && { silent: nonError }),
    })),
  );
}

/** Returns validations that consist of the given rules. */
export function rulesOnly(...rules: readonly StatedRule[]): Validations {
  return { ...noValidations, rules };
}

/** Returns validations with a task that runs after all markers of a value have been read. */
export function later(scope: DeferredScope, run: () => Validations): Validations {
  return { ...noValidations, deferred: [{ scope, run }] };
}

/**
 * Applies a function to all rules, including the rules of deferred tasks.
 * @param change receives the scope of the task if the rule comes from a deferred task
 */
export function mapRules(
  validations: Validations,
  change: (rule: StatedRule, scope: DeferredScope) => StatedRule,
  scope: DeferredScope = "this",
): Validations {
  return {
    ...validations,
    rules: validations.rules.map((one) => change(one, scope)),
    deferred: validations.deferred.map((deferred) => ({
      scope: deferred.scope,
      run: () => mapRules(deferred.run(), change, deferred.scope),
    })),
  };
}
