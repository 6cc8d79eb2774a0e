/** A constraint of a CRD's schema, from a marker of the family `+kubebuilder:validation:`. */
export type Constraint =
  | {
      readonly keyword: "minimum" | "maximum";
      readonly limit: number;
      /** The limit itself is not allowed. */
      readonly isExclusive: boolean;
    }
  | { readonly keyword: "multipleOf"; readonly limit: number }
  | { readonly keyword: Counting; readonly limit: number }
  | { readonly keyword: "uniqueItems" | "embeddedResource" }
  /** `variable` is a variable of the generated module. */
  | { readonly keyword: "pattern"; readonly variable: string }
  | { readonly keyword: "enum"; readonly variable: string }
  | { readonly keyword: "format"; readonly name: string; readonly fn: string }
  | { readonly keyword: "oneOf"; readonly names: readonly string[]; readonly count: OneOf };

/** Keywords that limit a number of characters, items or properties. */
export type Counting = "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

/** How many of some properties an object has. */
export type OneOf = "AtMostOneOf" | "ExactlyOneOf" | "AtLeastOneOf";
