import type { Position } from "../../../../engine/base/problem.js";
import type { CRDSchema } from "../../../../runtime/crd/index.js";
import type { Constraints } from "./constraints.js";

/**
 * The API of one state of a project, or of CustomResourceDefinitions, in the form that the
 * comparison reads. Types are followed to their shapes, so the names, files and bases of types do
 * not matter.
 */
export interface API {
  readonly kinds: readonly APIKind[];
  /** Losses of round trips through the hub. */
  readonly losses: readonly LostProperty[];
  /** The hand-written functions of served versions. */
  readonly functions: readonly HandWrittenCode[];
}

/** A hand-written function that sets defaults, converts or validates. */
export interface HandWrittenCode {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  /** The type whose values it gets. For a function that validates, it can end in a property. */
  readonly type: string;
  readonly role: "defaults" | "conversion" | "validation";
  /**
   * The source code of the function and of the functions that it calls, without comments and white
   * space.
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
  /** Folder of the types, or the file of the definition. */
  readonly folder: string;
  /** Absent for a kind without objects of its own, such as options of requests. */
  readonly resource?: APIResourceForm;
  readonly lifecycle?: APILifecycle;
  /** True if objects are stored in this version. */
  readonly isStored: boolean;
  readonly value: APIValue;
  /** Returns the structural schema with which objects are validated. */
  readonly schema: () => CRDSchema;
}

export interface APIResourceForm {
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly isClusterWide: boolean;
  readonly subresources: readonly string[];
  /** The columns of tables by name, each as canonical JSON. */
  readonly columns: ReadonlyMap<string, string>;
}

/** The deprecation of a version: its release, such as 1.30, or true if the release is not known. */
export interface APILifecycle {
  readonly deprecated?: string | true;
}

/** A property that a round trip loses. */
export interface LostProperty {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: string;
  /** `kept` is not lost, and `maybe` is converted by a hand-written function. */
  readonly certainty: "lost" | "kept" | "maybe" | "invalid";
  readonly because: string;
  /** True if the round trip begins in the version, false if it begins in the hub. */
  readonly fromVersion: boolean;
}

/** A value of an API type. */
export interface APIValue {
  /** Values with the same key have the same content. Absent for values of anonymous types. */
  readonly key?: string;
  /** The declaration of the type, or the property that has an anonymous type. */
  readonly position: Position;
  /** The type or the property in messages: `PizzaSpec`, `PizzaSpec.size`. */
  readonly label: string;
  readonly shape: APIShape;
  readonly constraints: Constraints;
  readonly structure: MergeStructure;
  /** The same value without the rules and markers of the property that contains it. */
  readonly declared?: () => APIValue;
}

/** The type and the rules of a value, on which the comparison of rules depends. */
export type Ruled = Pick<APIValue, "shape" | "constraints">;

/** Merge behaviour in server-side apply. */
export interface MergeStructure {
  readonly listType: "atomic" | "set" | "map";
  readonly mapKeys: readonly string[];
  readonly isAtomic: boolean;
}

export type APIShape =
  | { readonly kind: "scalar"; readonly name: APIScalar }
  /** A type whose content is not known. */
  | { readonly kind: "opaque"; readonly name: string }
  | {
      readonly kind: "object";
      readonly fields: () => ReadonlyMap<string, APIField>;
      /** Protobuf numbers of properties, and of bases that are nested messages. */
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
  | "string"
  | "boolean"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float32"
  | "float64"
  | "bytes"
  | "Time"
  | "MicroTime"
  | "Duration"
  | "Quantity"
  | "IntOrString"
  | "RawExtension"
  | "FieldsV1"
  | "any";

/** A property of an object. */
export interface APIField {
  readonly name: string;
  readonly position: Position;
  /** `PizzaSpec.size`. */
  readonly label: string;
  /** False if an absent property is read as its zero value. */
  readonly isOptional: boolean;
  /** True if an object without the property is refused, unless it has a default. */
  readonly isRequired: boolean;
  readonly default?: Default;
  /** True if the zero value counts as unset. */
  readonly omitsZero: boolean;
  /** The name of the property in the type to which the version converts. */
  readonly renamed?: string;
  readonly value: () => APIValue;
}

/** A default: its canonical JSON, or the name of a constant whose value is not known. */
export interface Default {
  readonly text: string;
  /** Undefined for a constant that is computed. */
  readonly value?: unknown;
}
