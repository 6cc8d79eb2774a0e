import type { FunctionDeclaration, TypeId } from "../../engine/model/universe.js";
import type { Value } from "./native.js";

/** Stability of a rule that is not always enforced. */
export type Stability = "alpha" | "beta";

/** What identifies an item of a list. */
export type ItemIdentity =
  /** The item itself: a text or number, or all its properties. */
  | { readonly kind: "whole"; readonly isPrimitive: boolean }
  /** Some of its properties. */
  | { readonly kind: "keys"; readonly names: readonly string[] };

/** A condition that one item of a list fulfils: its keys have these values. */
export interface ItemSelector {
  readonly name: string;
  readonly value: string | number | boolean;
}

export type UpdateConstraint = "NoSet" | "NoUnset" | "NoModify" | "NoAddItem" | "NoRemoveItem";

/** A property, and how code finds out whether it is set. */
export interface NamedValue {
  readonly name: string;
  readonly value: Value;
}

/** A member of a union. */
export interface Member {
  /** Name in errors. */
  readonly label: string;
  /** Value of the discriminator. */
  readonly memberName: string;
  readonly of: NamedValue | { readonly selector: readonly ItemSelector[] };
}

/** The check of a rule. */
export type Check =
  | { readonly kind: "required" | "optional" | "forbidden" | "immutable" | "monotonic" }
  | { readonly kind: "minimum" | "maximum"; readonly limit: string }
  | { readonly kind: "minLength" | "maxLength" | "maxBytes"; readonly limit: number }
  | { readonly kind: "minItems" | "maxItems" | "minProperties" | "maxProperties"; readonly limit: number }
  | { readonly kind: "format"; readonly fn: string }
  | { readonly kind: "enum"; readonly symbols: string; readonly exclusions?: string }
  | { readonly kind: "neq"; readonly value: string | number | boolean }
  | { readonly kind: "update"; readonly constraints: readonly UpdateConstraint[]; readonly identity?: ItemIdentity }
  | { readonly kind: "unique"; readonly identity: ItemIdentity }
  | { readonly kind: "fixed"; readonly result: boolean; readonly message: string }
  | { readonly kind: "custom"; readonly fn: FunctionDeclaration }
  /** Calls the function of a declared type. */
  | { readonly kind: "type"; readonly id: TypeId }
  | { readonly kind: "eachItem"; readonly element: Value; readonly identity?: ItemIdentity; readonly inner: Rule }
  | { readonly kind: "eachValue"; readonly element: Value; readonly inner: Rule }
  | { readonly kind: "eachKey"; readonly key: Value; readonly inner: Rule }
  | {
      readonly kind: "item";
      readonly element: Value;
      readonly selector: readonly ItemSelector[];
      readonly inner: Rule;
    }
  | { readonly kind: "subfield"; readonly field: NamedValue; readonly inner: Rule }
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly inner: Rule }
  | {
      readonly kind: "union" | "zeroOrOneOf";
      readonly table: string;
      readonly discriminator?: NamedValue;
      /** The members are items of a list. */
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
      readonly cases: readonly { readonly value: string; readonly rules: readonly Rule[] }[];
      readonly otherwise: Rule;
    };

/** A check of a value, and when it runs. */
export interface Rule {
  readonly check: Check;
  /** Further rules of its cohort do not run if it fails. */
  readonly shortCircuit: boolean;
  /** Its failure is not an error. */
  readonly nonError: boolean;
  /** Rules with one name run together; `""` are the rules that run first. */
  readonly cohort: string;
  readonly stability?: Stability;
  /**
   * True if the check contains rules with their own stability. A marker for the stability around
   * this rule then does not change it.
   */
  readonly hasOwnStability?: true;
}

/** A variable of the generated module, which rules refer to. */
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
  | { readonly kind: "members"; readonly name: string; readonly owner: Value; readonly members: readonly Member[] };

/** Where the rules of a deferred task belong: to this value, or to the object around it. */
export type DeferredScope = "this" | "parent";

export interface Deferred {
  readonly scope: DeferredScope;
  readonly run: () => Validations;
}

/** What the markers of one type or property mean. */
export interface Validations {
  readonly rules: readonly Rule[];
  readonly variables: readonly Variable[];
  /** Sentences about markers without a rule. */
  readonly notes: readonly string[];
  readonly opaque: boolean;
  readonly opaqueKey: boolean;
  readonly opaqueValue: boolean;
  /** Rules that depend on other markers, which have to be read first. */
  readonly deferred: readonly Deferred[];
}

export const nothing: Validations = {
  rules: [],
  variables: [],
  notes: [],
  opaque: false,
  opaqueKey: false,
  opaqueValue: false,
  deferred: [],
};

/** Returns the validations of several markers together, in their order. */
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

/** Reports whether a function must be emitted for the validations. */
export function isEmitted({ rules, variables, notes, deferred }: Validations): boolean {
  return rules.length > 0 || variables.length > 0 || notes.length > 0 || deferred.length > 0;
}

/** Returns true if markers had no effect. */
export function isNothing(validations: Validations): boolean {
  return !isEmitted(validations) && !validations.opaque && !validations.opaqueKey && !validations.opaqueValue;
}

/** Returns a rule that always runs, and whose failure is an error. */
export function rule(check: Check): Rule {
  return { check, shortCircuit: false, nonError: false, cohort: "" };
}

/** Returns a rule after whose failure the other rules of its cohort do not run. */
export function shortCircuit(check: Check): Rule {
  return { ...rule(check), shortCircuit: true };
}

/** Returns the validations of some rules. */
export function rulesOnly(...rules: readonly Rule[]): Validations {
  return { ...nothing, rules };
}

/** Returns validations that are known after all markers of a value are read. */
export function later(scope: DeferredScope, run: () => Validations): Validations {
  return { ...nothing, deferred: [{ scope, run }] };
}

/** Changes all rules, also the deferred ones, which are given with their scope. */
export function mapRules(
  validations: Validations,
  change: (rule: Rule, scope: DeferredScope) => Rule,
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
