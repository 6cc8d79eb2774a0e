import type { CELRule } from "../cel/types/rule.js";
import type { LimitName } from "./limits.js";

/** The keys of an item and their values. */
export interface ItemKeys {
  readonly [key: string]: string | number | boolean;
}

/** A member of a union: a property of an object, or the item of a list with some keys. */
export interface RuleMember {
  /** Name of the property, or the last step of the path of an item. */
  readonly name: string;
  /** Value of the discriminator for this member. */
  readonly value: string;
  readonly item?: ItemKeys;
}

/** A member of an enumeration that an option excludes. */
export interface Exclusion {
  readonly value: string;
  readonly option: string;
  readonly whenEnabled: boolean;
}

/** Kinds of rules that limit a number, a length or a size. */
export type LimitKind = LimitName | "multipleOf";

export type UpdateRule = "immutable" | "monotonic" | "NoSet" | "NoUnset" | "NoModify" | "NoAddItem" | "NoRemoveItem";

/** How a rule behaves. */
export interface RuleBehavior {
  /**
   * The rule is a constraint of a CRD's schema: its errors have the texts of the validator of
   * custom resources, and it applies only to values that are present.
   */
  readonly texts?: "crd";
  /** Stability of the rule. Its errors are enforced only under certain conditions. */
  readonly stability?: "alpha" | "beta";
  /** A failure stops other rules, but is not an error. */
  readonly silent?: true;
}

/** A rule of validation as data. The rules that follow from the types themselves are not stated. */
export type Rule = RuleBehavior & (ScalarRule | PartRule | ObjectRule);

type ScalarRule =
  | { readonly kind: "required" | "optional" | "forbidden" }
  /** `exclusive`: the limit itself is not allowed. */
  | { readonly kind: LimitKind; readonly limit: number; readonly exclusive?: true }
  /** A regular expression with the syntax of RE2. */
  | { readonly kind: "pattern"; readonly text: string }
  /** A format of Kubernetes' validation; with `texts: "crd"`, a format of a CRD's schema. */
  | { readonly kind: "format"; readonly format: string }
  | {
      readonly kind: "enum";
      readonly values: readonly (string | number | boolean)[];
      readonly exclusions?: readonly Exclusion[];
    }
  | { readonly kind: "neq"; readonly value: string | number | boolean }
  | { readonly kind: "update"; readonly only: UpdateRule }
  /**
   * A rule for tests that always passes or always fails. `stops`: the other rules of the cohort do
   * not run after a failure.
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
   * Items are equal if their `keys` are equal; without `keys`, if the whole items are equal. Stated
   * only where the `listType` of the schema does not say it. `silent`: hand-written code checks it.
   */
  | { readonly kind: "unique"; readonly keys?: readonly string[] }
  /** Rules of the items of a list, or of the values or keys of a map, besides their type's. */
  | { readonly kind: "items" | "values" | "keys"; readonly rules: readonly Rule[] }
  | { readonly kind: "item"; readonly where: ItemKeys; readonly rules: readonly Rule[] }
  /** Rules of a property, besides its own. */
  | { readonly kind: "subfield"; readonly name: string; readonly rules: readonly Rule[] }
  /** Rules that apply while an option is enabled or disabled. */
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly rules: readonly Rule[] };

type ObjectRule =
  | {
      readonly kind: "union" | "zeroOrOneOf" | "atLeastOneOf";
      readonly members: readonly RuleMember[];
      /** Name of a property. */
      readonly discriminator?: string;
    }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: string;
      readonly dependent: string;
    }
  /**
   * Rules of the property `name` that depend on another property. Without a case, the property is
   * forbidden.
   */
  | {
      readonly kind: "mode";
      readonly name: string;
      readonly discriminator: string;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: readonly Rule[] }[];
    }
  /** The value is an object with an apiVersion, a kind and metadata. */
  | { readonly kind: "embeddedResource" }
  | ({ readonly kind: "cel" } & CELRule);

/** A rule of some kinds. */
export type RuleOf<K extends Rule["kind"]> = OfKind<Rule, K>;

/** The members of a union of rules that can have one of some kinds. */
export type OfKind<R extends { readonly kind: string }, K> = R extends unknown
  ? [K & R["kind"]] extends [never]
    ? never
    : R
  : never;
