import type * as data from "../../schema/rule.js";
import type { LimitKind, ItemKeys, UpdateRule } from "../../schema/rule.js";
import type { StringFormat } from "../../decode/text-formats.js";
import type { RuleValueKind } from "../../rules/value.js";

export type { LimitKind, ItemKeys, UpdateRule };

/** A property of an object, with the facts that decide whether its value counts as unset. */
export interface TestedProperty {
  readonly name: string;
  readonly of: RuleValueKind;
  /** True if the property is declared with `?`. */
  readonly optional?: true;
  /** True if only an absent value counts as unset. Otherwise, a zero also counts as unset. */
  readonly pointer?: true;
  /** True if the property may be null. No rules apply to null. */
  readonly nullable?: true;
  /** True if defaulting sets the property. */
  readonly defaulted?: true;
}

/**
 * A member of a union. `property` is present if the member is a property, and absent if it is a
 * list item.
 */
export interface TestedMember extends data.RuleMember {
  readonly property?: TestedProperty;
}

/**
 * A validation rule, with the facts about types that are needed to test it. `rulesOfType` returns
 * the rules of a schema.
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
  /** The string must have a format of a `+k8s:format` marker. */
  | { readonly kind: "format"; readonly format: string }
  /** The string must have an OpenAPI format of a CRD. `format` is its name without hyphens. */
  | { readonly kind: "textFormat"; readonly format: string }
  /** The string must be a valid value of a type, such as a duration. */
  | { readonly kind: "syntax"; readonly of: StringFormat }
  /** A rule that only the validation function can evaluate. */
  | { readonly kind: "code"; readonly name: string }
  /** The rules of a declared type apply to the value. */
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
  /** At least one of the members must be set. */
  | { readonly kind: "atLeastOneOf"; readonly members: readonly TestedMember[] }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: TestedProperty;
      readonly dependent: TestedProperty;
    }
  /**
   * Rules of a property that depend on the value of another property, the discriminator. The
   * property must be unset if no case has the value.
   */
  | {
      readonly kind: "mode";
      readonly property: TestedProperty;
      readonly discriminator: TestedProperty;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: Rules }[];
    }
  /** Rules of a union of interfaces: the discriminator selects the member whose rules apply. */
  | {
      readonly kind: "oneOf";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly rules: () => Rules }[];
      /** All values that the discriminator may have; absent if any value is allowed. */
      readonly values?: readonly string[];
    };

export type Rules = readonly TestedRule[];

/** A rule of one of the given kinds. */
export type TestedRuleOf<K extends TestedRule["kind"]> = data.OfKind<TestedRule, K>;

/** The state of each option, by name: true if the option is enabled. */
export type Options = Readonly<Record<string, boolean>>;
