import type * as data from "../../schema/rule.js";
import type { Limit, Selector, UpdateRule } from "../../schema/rule.js";
import type { ValueKind } from "../../rules/value.js";

export type { Limit, Selector, UpdateRule, ValueKind };

/** A type whose values are texts of a certain syntax. */
export type Syntax = "bytes" | "Duration" | "MicroTime" | "Quantity" | "Time";

/** A property of an object, and the meaning of unset for it. */
export interface Property {
  readonly name: string;
  readonly of: ValueKind;
  /** The property has a `?`. */
  readonly optional?: true;
  /** Only an absent value is unset; a zero is set. */
  readonly pointer?: true;
  /** Null is a value, for which no rules apply. */
  readonly nullable?: true;
  /** Defaulting sets the property if it is unset. */
  readonly defaulted?: true;
}

/** A member of a union, with the property if the member is one. */
export interface Member extends data.Member {
  readonly property?: Property;
}

/**
 * A rule with the facts of the types on which it depends. `rulesOfType` returns the rules of a
 * schema.
 */
export type Rule =
  | data.RuleOf<
      | "required"
      | "optional"
      | "forbidden"
      | Limit
      | "pattern"
      | "embeddedResource"
      | "enum"
      | "neq"
      | "update"
      | "unique"
      | "fixed"
    >
  /** The object must contain the property, also if its value is a zero. */
  | { readonly kind: "present" }
  /** `format` is the name of the function that checks the format. */
  | { readonly kind: "format"; readonly format: string }
  /** `format` is a format of a CRD's schema, without hyphens. */
  | { readonly kind: "textFormat"; readonly format: string }
  /** The text has the syntax of a type. */
  | { readonly kind: "syntax"; readonly of: Syntax }
  /** A rule whose result only the validation function knows. */
  | { readonly kind: "code"; readonly name: string }
  /** The rules of a declared type. */
  | { readonly kind: "type"; readonly name: string; readonly rules: () => Rules }
  | { readonly kind: "items" | "values" | "keys"; readonly of: ValueKind; readonly rules: Rules }
  | { readonly kind: "item"; readonly where: Selector; readonly rules: Rules }
  | { readonly kind: "property"; readonly property: Property; readonly rules: Rules }
  | { readonly kind: "option"; readonly option: string; readonly enabled: boolean; readonly rules: Rules }
  | {
      readonly kind: "union" | "zeroOrOneOf";
      readonly members: readonly Member[];
      readonly discriminator?: Property;
    }
  /** At least one of the properties must be present. */
  | { readonly kind: "atLeastOneOf"; readonly members: readonly Member[] }
  | {
      readonly kind: "dependentRequired" | "dependentForbidden";
      readonly trigger: Property;
      readonly dependent: Property;
    }
  /** Rules of a property that depend on another property; without a case, it must be unset. */
  | {
      readonly kind: "mode";
      readonly property: Property;
      readonly discriminator: Property;
      readonly cases: readonly { readonly value: string | boolean; readonly rules: Rules }[];
    }
  /** The rules of the member of a union of interfaces that the discriminator selects. */
  | {
      readonly kind: "oneOf";
      readonly discriminator: string;
      readonly members: readonly { readonly value: string; readonly rules: () => Rules }[];
      /** All values of the discriminator, if another value is an error. */
      readonly values?: readonly string[];
    };

export type Rules = readonly Rule[];

/** The rules of some kinds. */
export type RuleOf<K extends Rule["kind"]> = data.OfKind<Rule, K>;

/** Options of an operation. */
export type Options = Readonly<Record<string, boolean>>;
