import type { FunctionDeclaration, Type, TypeId } from "../../engine/model/universe.js";
import type { Constraint } from "./crd/constraint.js";
import type { NativeValue } from "./native.js";

/** Stability of a rule. The errors of such a rule are enforced only under certain conditions. */
export type Stability = "alpha" | "beta";

/** Properties that identify an item of a list. */
export type ItemIdentity =
  /** The whole item is its own identity: a text, a number, or an object with all its properties. */
  | { readonly kind: "whole"; readonly type: Type }
  /** Some properties of the item identify it. */
  | { readonly kind: "keys"; readonly names: readonly string[] };

/** Condition that selects one item of a list: the key `name` has the given value. */
export interface ItemSelector {
  readonly name: string;
  readonly value: string | number | boolean;
}

export type UpdateConstraint = "NoSet" | "NoUnset" | "NoModify" | "NoAddItem" | "NoRemoveItem";

/** A property, and the facts that determine whether it is set. */
export interface NamedValue {
  readonly name: string;
  readonly value: NativeValue;
}

/** A member of a union. */
export interface MemberCheck {
  /** Name of the member in error messages. */
  readonly label: string;
  /** Discriminator value that selects the member. */
  readonly memberName: string;
  readonly of: NamedValue | { readonly selector: readonly ItemSelector[] };
}

/** Check of one value. Each kind of check has its own arguments. */
export type ValueCheck =
  | { readonly kind: "required" | "optional" | "forbidden" | "immutable" | "monotonic" }
  | { readonly kind: "minimum" | "maximum"; readonly limit: string }
  | { readonly kind: "minLength" | "maxLength" | "maxBytes"; readonly limit: number }
  | { readonly kind: "minItems" | "maxItems" | "minProperties" | "maxProperties"; readonly limit: number }
  | { readonly kind: "format"; readonly format: string }
  | { readonly kind: "enum"; readonly symbols: string; readonly exclusions?: string }
  | { readonly kind: "neq"; readonly value: string | number | boolean }
  | { readonly kind: "update"; readonly constraints: readonly UpdateConstraint[]; readonly identity?: ItemIdentity }
  | { readonly kind: "unique"; readonly identity: ItemIdentity }
  | { readonly kind: "fixed"; readonly result: boolean; readonly message: string }
  | { readonly kind: "custom"; readonly fn: FunctionDeclaration }
  /** A constraint of a CRD's schema, with the texts of the validator of custom resources. */
  | { readonly kind: "crd"; readonly constraint: Constraint }
  /** The constraints of one value. */
  | { readonly kind: "crdGroup"; readonly rules: readonly CheckRule[] }
  /** The kind `type` calls the function of a declared type. */
  | { readonly kind: "type"; readonly id: TypeId }
  | {
      readonly kind: "eachItem";
      readonly element: NativeValue;
      readonly identity?: ItemIdentity;
      readonly inner: CheckRule;
    }
  | { readonly kind: "eachValue"; readonly element: NativeValue; readonly inner: CheckRule }
  | { readonly kind: "eachKey"; readonly key: NativeValue; readonly inner: CheckRule }
  | {
      readonly kind: "item";
      readonly element: NativeValue;
      readonly selector: readonly ItemSelector[];
      readonly inner: CheckRule;
    }
  | { readonly kind: "subfield"; readonly field: NamedValue; readonly inner: CheckRule }
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly inner: CheckRule }
  | {
      readonly kind: "union" | "zeroOrOneOf";
      readonly table: string;
      readonly discriminator?: NamedValue;
      /** True if the members of the union are items of a list. */
      readonly ofItems: boolean;
    }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: NamedValue;
      readonly dependent: NamedValue;
    }
  | {
      readonly kind: "mode";
      readonly field: NamedValue;
      readonly discriminator: NamedValue;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: readonly CheckRule[] }[];
      readonly otherwise: CheckRule;
    };

/** A check of a value, and its effect on other rules. */
export interface CheckRule {
  readonly check: ValueCheck;
  /** True if the other rules of the cohort do not run after this rule fails. */
  readonly shortCircuit: boolean;
  /** True if no error is reported when the check fails. */
  readonly nonError: boolean;
  /**
   * Name of a group of rules. The rules of a group run together. The group with the name `""` runs
   * first.
   */
  readonly cohort: string;
  readonly stability?: Stability;
  /** True for a rule of a CRD's schema, which applies only to values that are present. */
  readonly isOfCRD?: true;
  /**
   * Set if the check contains other rules that already have a stability. A stability marker outside
   * does not change their stability.
   */
  readonly hasOwnStability?: true;
}

/** A variable of the generated module that rules use. */
export type Variable =
  | { readonly kind: "symbols"; readonly name: string; readonly values: readonly (string | number | boolean)[] }
  | {
      readonly kind: "exclusions";
      readonly name: string;
      readonly exclusions: readonly {
        readonly value: string;
        readonly option: string;
        readonly whenEnabled: boolean;
      }[];
    }
  | { readonly kind: "values"; readonly name: string; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: "pattern"; readonly name: string; readonly text: string }
  | {
      readonly kind: "members";
      readonly name: string;
      readonly owner: NativeValue;
      readonly members: readonly MemberCheck[];
    };

/**
 * Value to which the rules of a deferred task apply. `this` is the value itself, `parent` the
 * object that contains it.
 */
export type DeferredScope = "this" | "parent";

export interface Deferred {
  readonly scope: DeferredScope;
  readonly run: () => Validations;
}

/** Results of reading the markers of one type or property. */
export interface Validations {
  readonly rules: readonly CheckRule[];
  readonly variables: readonly Variable[];
  /** Sentences about markers that have no rule. Like Go's tool, they cause a function. */
  readonly notes: readonly string[];
  readonly opaque: boolean;
  readonly opaqueKey: boolean;
  readonly opaqueValue: boolean;
  /**
   * Tasks that return rules. They run after all other markers have been read, because their rules
   * depend on those markers.
   */
  readonly deferred: readonly Deferred[];
}

export const noValidations: Validations = {
  rules: [],
  variables: [],
  notes: [],
  opaque: false,
  opaqueKey: false,
  opaqueValue: false,
  deferred: [],
};

/** Combines the validations of several markers, in the given order. */
export function together(...parts: readonly Validations[]): Validations {
  return {
    rules: parts.flatMap(({ rules }) => rules),
    variables: parts.flatMap(({ variables }) => variables),
    notes: parts.flatMap(({ notes }) => notes),
    opaque: parts.some(({ opaque }) => opaque),
    opaqueKey: parts.some(({ opaqueKey }) => opaqueKey),
    opaqueValue: parts.some(({ opaqueValue }) => opaqueValue),
    deferred: parts.flatMap(({ deferred }) => deferred),
  };
}

/** Reports whether the validations add code to a generated function. */
export function isEmitted({ rules, variables, notes, deferred }: Validations): boolean {
  return rules.length > 0 || variables.length > 0 || notes.length > 0 || deferred.length > 0;
}

/** Reports whether the validations have no effect at all. */
export function isNothing(validations: Validations): boolean {
  return !isEmitted(validations) && !validations.opaque && !validations.opaqueKey && !validations.opaqueValue;
}

/** Returns a rule that always runs, and whose failure is an error. */
export function alwaysRun(check: ValueCheck): CheckRule {
  return { check, shortCircuit: false, nonError: false, cohort: "" };
}

/** Returns a short circuit: if it fails, the other rules of its cohort do not run. */
export function shortCircuit(check: ValueCheck): CheckRule {
  return { ...alwaysRun(check), shortCircuit: true };
}

/** Returns validations that consist of the given rules. */
export function rulesOnly(...rules: readonly CheckRule[]): Validations {
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
  change: (rule: CheckRule, scope: DeferredScope) => CheckRule,
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
