import type { Position } from "../../../../engine/base/problem.js";
import type { CRDSchema } from "../../../../runtime/crd/index.js";
import type { NumberKind, StringSchema } from "../../../../runtime/schema/schema.js";
import type { Constraints } from "./constraints.js";

/**
 * The API of one state of a project, or of CustomResourceDefinitions, in the form that the
 * comparison reads. Types are resolved to their shapes, so the names, files and base types do not
 * matter.
 */
export interface API {
  readonly kinds: readonly APIKind[];
  /** Properties that a round trip through the hub can lose. */
  readonly losses: readonly LostProperty[];
  /** The hand-written functions of the served versions. */
  readonly functions: readonly HandWrittenCode[];
}

/** A hand-written function that sets defaults, converts or validates. */
export interface HandWrittenCode {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  /**
   * Name of the argument's type, as in the name of the function. For a validation function, the
   * name of a property can follow: `PizzaSpec_Size`.
   */
  readonly type: string;
  readonly role: "defaults" | "conversion" | "validation";
  /**
   * The source code of the function, and of the functions and constants of its folder that it uses,
   * without comments and white space.
   */
  readonly code: string;
  readonly folder: string;
  readonly position: Position;
}

/** A kind in one served version. */
export interface APIKind {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly position: Position;
  /** Folder of the types; empty for a kind of a CustomResourceDefinition. */
  readonly folder: string;
  /** Absent for a kind that is not a resource, such as options of requests. */
  readonly resource?: APIResourceForm;
  readonly lifecycle?: APILifecycle;
  /** True if objects are stored in this version. */
  readonly isStored: boolean;
  readonly value: APIValue;
  /** Returns the structural schema by which objects are validated. */
  readonly schema: () => CRDSchema;
}

export interface APIResourceForm {
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly isClusterWide: boolean;
  readonly subresources: readonly string[];
  /** The printer columns by name, each as canonical JSON. */
  readonly columns: ReadonlyMap<string, string>;
}

/**
 * The lifecycle of a version. `deprecated` is the release of the deprecation, such as 1.30, or true
 * if the release is unknown.
 */
export interface APILifecycle {
  readonly deprecated?: string | true;
}

/** A property that a round trip can lose. */
export interface LostProperty {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: string;
  /**
   * Certainty of the loss. `lost`: the value is lost. `kept`: an annotation preserves the value.
   * `maybe`: a hand-written function converts the value. `invalid`: the value survives, but is not
   * valid in the version's type.
   */
  readonly certainty: "lost" | "kept" | "maybe" | "invalid";
  readonly because: string;
  /** True if the round trip begins in the version, false if it begins in the hub. */
  readonly fromVersion: boolean;
}

/** The type of a value in an API, with its rules. */
export interface APIValue {
  /** Values with the same key have the same type. Absent for anonymous types. */
  readonly key?: string;
  /** Position of the type declaration, or of the property with an anonymous type. */
  readonly position: Position;
  /** Name of the type or the property in messages: `PizzaSpec`, `PizzaSpec.size`. */
  readonly label: string;
  readonly shape: APIShape;
  readonly constraints: Constraints;
  readonly structure: MergeStructure;
  /**
   * Returns the value without the rules and markers of the property that contains it. Absent if the
   * property adds no rules or merge markers to a declared type, and for an anonymous type.
   */
  readonly declared?: () => APIValue;
}

/** The shape and the rules of a value, which the comparison of rules reads. */
export type Ruled = Pick<APIValue, "shape" | "constraints">;

/** Merge strategy in server-side apply. */
export interface MergeStructure {
  readonly listType: "atomic" | "set" | "map";
  readonly mapKeys: readonly string[];
  readonly isAtomic: boolean;
}

export type APIShape =
  | { readonly kind: "scalar"; readonly name: APIScalar }
  /** A type with unknown content. */
  | { readonly kind: "opaque"; readonly name: string }
  | {
      readonly kind: "object";
      readonly fields: () => ReadonlyMap<string, APIField>;
      /** Protobuf field numbers of properties, and of base types that are nested messages. */
      readonly numbers: ReadonlyMap<string, number>;
      /** True if the object keeps unknown properties. */
      readonly isOpen?: true;
    }
  | { readonly kind: "list"; readonly item: () => APIValue }
  | { readonly kind: "tuple"; readonly items: () => readonly APIValue[] }
  | { readonly kind: "map"; readonly value: () => APIValue; readonly keys: Constraints }
  | {
      readonly kind: "union";
      readonly discriminator: string;
      readonly members: ReadonlyMap<string, () => APIValue>;
      readonly numbers: ReadonlyMap<string, number>;
    };

export type APIScalar =
  | NumberKind
  | StringSchema["type"]
  | "boolean"
  | "IntOrString"
  | "RawExtension"
  | "FieldsV1"
  | "any";

/** A property of an object. */
export interface APIField {
  readonly name: string;
  readonly position: Position;
  /** Name of the property in messages: `PizzaSpec.size`. */
  readonly label: string;
  /** False if an absent property is read as its zero value. */
  readonly isOptional: boolean;
  /** True if an object without the property is refused, unless the property has a default. */
  readonly isRequired: boolean;
  readonly default?: Default;
  /** True if the zero value is the same as an absent value. */
  readonly omitsZero: boolean;
  /** Name of the property in the hub, if it differs. */
  readonly renamed?: string;
  readonly value: () => APIValue;
}

/** A default value: its canonical JSON, or the name of a constant with an unknown value. */
export interface Default {
  readonly text: string;
  /** The value; undefined for a constant that is computed. */
  readonly value?: unknown;
}
