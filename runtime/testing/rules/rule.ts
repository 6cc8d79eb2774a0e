import type * as data from "../../schema/rule.js";
import type { LimitKind, ItemKeys, UpdateRule } from "../../schema/rule.js";
import type { RuleValueKind } from "../../rules/value.js";

export type { LimitKind, ItemKeys, UpdateRule, RuleValueKind };

/** A type whose values are strings with a syntax. */
export type StringSyntax = "bytes" | "Duration" | "MicroTime" | "Quantity" | "Time";

/** A property of an object, and the conditions under which it counts as unset. */
export interface TestedProperty {
  readonly name: string;
  readonly of: RuleValueKind;
  /** True if the property is declared with `?`. */
  readonly optional?: true;
  /** True if only an absent value counts as unset, and not a zero. */
  readonly pointer?: true;
  /** True if null is a value, to which no rules apply. */
  readonly nullable?: true;
  /** True if defaulting sets the property. */
  readonly defaulted?: true;
}

/** A member of a union, and its property if the member is one. */
export interface TestedMember extends data.RuleMember {
  readonly property?: TestedProperty;
}

/**
 * A rule with the facts about types on which it depends. `rulesOfType` returns the rules of a
 * schema.
 */
export type TestedRule =
  | data.RuleOf<
      | "required"
      | "optional"
      | "forbidden"
      | LimitKind
      | "pattern"
      | "embeddedResource"
      | "enum"
      | "neq"
      | "update"
      | "unique"
      | "fixed"
    >
  /** The object must contain the property, even if its value is a zero. */
  | { readonly kind: "present" }
  /** `format` is the name of the function that checks the format. */
  | { readonly kind: "format"; readonly format: string }
  /** `format` is a format of a CRD's schema, without hyphens. */
  | { readonly kind: "textFormat"; readonly format: string }
  /** The string must have the syntax of a type. */
  | { readonly kind: "syntax"; readonly of: StringSyntax }
  /** A rule that only the validation function can evaluate. */
  | { readonly kind: "code"; readonly name: string }
  /** The rules of a declared type. */
  | { readonly kind: "type"; readonly name: string; readonly rules: () => Rules }
  | { readonly kind: "items" | "values" | "keys"; readonly of: RuleValueKind; readonly rules: Rules }
  | { readonly kind: "item"; readonly where: ItemKeys; readonly rules: Rules }
  | { readonly kind: "property"; readonly property: TestedProperty; readonly rules: Rules }
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly rules: Rules }
  | {
      readonly kind: "union" | "zeroOrOneOf";
      readonly members: readonly TestedMember[];
      readonly discriminator?: TestedProperty;
    }
  /** At least one of the properties must be present. */
  | { readonly kind: "atLeastOneOf"; readonly members: readonly TestedMember[] }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: TestedProperty;
      readonly dependent: TestedProperty;
    }
  /**
   * Rules of a property for each value of another property. Without rules for a value, the property
   * must be unset.
   */
  | {
      readonly kind: "mode";
      readonly property: TestedProperty;
      readonly discriminator: TestedProperty;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: Rules }[];
    }
  /** The rules of the member of a union of interfaces that the discriminator selects. */
  | {
      readonly kind: "oneOf";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly rules: () => Rules }[];
      /** All values that the discriminator may have; undefined if any value is allowed. */
      readonly values?: readonly string[];
    };

export type Rules = readonly TestedRule[];

/** A rule of one of the given kinds. */
export type TestedRuleOf<K extends TestedRule["kind"]> = data.OfKind<TestedRule, K>;

/** The states of options, by name. */
export type Options = Readonly<Record<string, boolean>>;
