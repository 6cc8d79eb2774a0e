/** Kind of a value, as rules of validation distinguish it. */
export type ValueKind =
  | "string"
  | "bool"
  | "int"
  | "float"
  | "bytes"
  | "list"
  | "map"
  | "struct"
  | "interface"
  | "tuple";

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
  /** Defaulting sets the property if it is unset. */
  readonly defaulted?: true;
}

/** The keys of an item and their values. */
export interface Selector {
  readonly [key: string]: string | number | boolean;
}

/** A member of a union: a property of an object, or the item of a list with some keys. */
export interface Member {
  /** Last step of the path of an error; empty for an item. */
  readonly name: string;
  /** Value of the discriminator for this member. */
  readonly value: string;
  readonly property?: Property;
  readonly item?: Selector;
}

/** A member of an enumeration that an option excludes. */
export interface Exclusion {
  readonly value: string;
  readonly option: string;
  readonly whenEnabled: boolean;
}

export type Limit =
  | "minimum"
  | "maximum"
  | "minLength"
  | "maxLength"
  | "maxBytes"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties"
  | "multipleOf";

export type UpdateRule = "immutable" | "monotonic" | "NoSet" | "NoUnset" | "NoModify" | "NoAddItem" | "NoRemoveItem";

/** A rule of validation as data. Generated code contains the rules of each type. */
export type Rule =
  /** `present`: the object must contain the property, also if its value is a zero. */
  | { readonly kind: "required" | "optional" | "forbidden" | "present" }
  | { readonly kind: Limit; readonly limit: number }
  /** `format` is the name of the function that checks the format. */
  | { readonly kind: "format"; readonly format: string }
  /** `format` is a format of a CRD's schema, without hyphens. */
  | { readonly kind: "textFormat"; readonly format: string }
  /** The text has the syntax of a type. */
  | { readonly kind: "syntax"; readonly of: Syntax }
  /** A regular expression with the syntax of RE2. */
  | { readonly kind: "pattern"; readonly text: string }
  /** The value must be a complete object of the API. */
  | { readonly kind: "embeddedResource" }
  | {
      readonly kind: "enum";
      readonly values: readonly (string | number | boolean)[];
      readonly exclusions?: readonly Exclusion[];
    }
  | { readonly kind: "neq"; readonly value: string | number | boolean }
  | { readonly kind: "update"; readonly only: UpdateRule }
  /** Items are equal if their `keys` are equal; without `keys`, if the whole items are equal. */
  | { readonly kind: "unique"; readonly keys?: readonly string[] }
  /** A rule that always passes or always fails. */
  | { readonly kind: "fixed"; readonly passes: boolean; readonly message: string }
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
export type RuleOf<K extends Rule["kind"]> = OfKind<Rule, K>;

type OfKind<R extends Rule, K> = R extends unknown ? ([K & R["kind"]] extends [never] ? never : R) : never;

/** Options of an operation. */
export type Options = Readonly<Record<string, boolean>>;
