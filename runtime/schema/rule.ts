import type { CELRule } from "../cel/types/rule.js";
import type { LimitName } from "./limits.js";

/** Names of list keys and their values, which select an item of a list. */
export interface ItemKeys {
  readonly [key: string]: string | number | boolean;
}

/** A member of a union: a property of an object, or a list item that is selected by its keys. */
export interface RuleMember {
  /**
   * Name of the property. For a list item, the last part of its path, such as
   * `tasks[{"name": "x"}]`.
   */
  readonly name: string;
  /** Value of the discriminator for this member. */
  readonly value: string;
  readonly item?: ItemKeys;
}

/** Excludes a member of an enumeration, depending on whether an option is enabled. */
export interface Exclusion {
  readonly value: string;
  readonly option: string;
  readonly whenEnabled: boolean;
}

/** Kinds of rules that limit a value, a length or a size. */
export type LimitKind = LimitName | "multipleOf";

export type UpdateRule = "immutable" | "monotonic" | "NoSet" | "NoUnset" | "NoModify" | "NoAddItem" | "NoRemoveItem";

/** Properties that change how a rule is enforced. */
export interface RuleBehavior {
  /**
   * `crd` if the rule is a constraint of a CRD's schema. Its errors then have the messages of the
   * validator of custom resources, and the rule applies only to present values.
   */
  readonly texts?: "crd";
  /**
   * Stability of the rule; absent if it is stable. API servers ignore the errors of alpha rules,
   * but enforce beta rules.
   */
  readonly stability?: "alpha" | "beta";
  /** True if a failure of the rule is not an error, but only prevents other rules from running. */
  readonly silent?: true;
}

/**
 * A validation rule as data. Rules that follow from the TypeScript type itself are not listed in
 * schemas.
 */
export type Rule = RuleBehavior & (ScalarRule | PartRule | ObjectRule);

type ScalarRule =
  | { readonly kind: "required" | "optional" | "forbidden" }
  /** `exclusive` is true if the limit itself is not allowed. */
  | { readonly kind: LimitKind; readonly limit: number; readonly exclusive?: true }
  /** A regular expression with the syntax of RE2. */
  | { readonly kind: "pattern"; readonly text: string }
  /** A format of Kubernetes' validation. With `texts: "crd"`, a format of a CRD's schema. */
  | { readonly kind: "format"; readonly format: string }
  | {
      readonly kind: "enum";
      readonly values: readonly (string | number | boolean)[];
      readonly exclusions?: readonly Exclusion[];
    }
  | { readonly kind: "neq"; readonly value: string | number | boolean }
  | { readonly kind: "update"; readonly only: UpdateRule }
  /**
   * A rule for tests that always passes or always fails. `stops` is true if a failure prevents the
   * other rules of the cohort from running.
   */
  | {
      readonly kind: "fixed";
      readonly passes: boolean;
      readonly message: string;
      readonly stops?: true;
      readonly cohort?: string;
    }
  /** A hand-written function: `ValidateCustom_T` or `ValidateCustom_T_Property`. */
  | { readonly kind: "custom"; readonly name: string };

type PartRule =
  /**
   * Requires unique items. Items are equal if their `keys` are equal, or without `keys`, if the
   * whole items are equal. Listed only if the items' identity does not follow from `listType`. With
   * `silent`, a hand-written function checks the items.
   */
  | { readonly kind: "unique"; readonly keys?: readonly string[] }
  /**
   * Rules for the items of a list, or for the values or keys of a map, in addition to the rules of
   * their type.
   */
  | { readonly kind: "items" | "values" | "keys"; readonly rules: readonly Rule[] }
  | { readonly kind: "item"; readonly where: ItemKeys; readonly rules: readonly Rule[] }
  /** Rules for a property, in addition to the rules in its own declaration. */
  | { readonly kind: "subfield"; readonly name: string; readonly rules: readonly Rule[] }
  /** Rules that apply only if an option is enabled (or disabled, if `enabled` is false). */
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly rules: readonly Rule[] };

type ObjectRule =
  | {
      readonly kind: "union" | "zeroOrOneOf" | "atLeastOneOf";
      readonly members: readonly RuleMember[];
      /** Name of the property whose value selects the member. */
      readonly discriminator?: string;
    }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: string;
      readonly dependent: string;
    }
  /**
   * Rules for the property `name` that depend on the value of the discriminator, another property.
   * The property is forbidden if no case has this value.
   */
  | {
      readonly kind: "mode";
      readonly name: string;
      readonly discriminator: string;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: readonly Rule[] }[];
    }
  /** The value must be an object with an apiVersion, a kind and metadata. */
  | { readonly kind: "embeddedResource" }
  | ({ readonly kind: "cel" } & CELRule);

/** A rule whose kind is one of K. */
export type RuleOf<K extends Rule["kind"]> = OfKind<Rule, K>;

/** The members of a union type R whose property `kind` can be one of K. */
export type OfKind<R extends { readonly kind: string }, K> = R extends unknown
  ? [K & R["kind"]] extends [never]
    ? never
    : R
  : never;
