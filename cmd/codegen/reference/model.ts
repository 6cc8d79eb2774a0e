import type { JudgedChange } from "../breaking/accepted.js";

/**
 * The reference of API groups as plain data, made by the modules in `build`. The printers of
 * Markdown and HTML depend only on this data.
 */
export interface APIReference {
  /** The API groups, sorted by name. */
  readonly groups: readonly GroupReference[];
  /**
   * The older state with which the API is compared, such as `v1.0.0`. Absent without a comparison.
   */
  readonly against?: string;
}

export interface GroupReference {
  /** Name of the group; `""` for the core group. */
  readonly name: string;
  /** Versions that clients use, the most mature version first. */
  readonly versions: readonly VersionReference[];
  /** Absent if the group has no conversions. */
  readonly conversions?: Conversions;
  /** Changes since an older state in versions and kinds without a page. */
  readonly changes: readonly ChangedPlace[];
}

/** The changes since an older state at one field path or of one kind. */
export interface ChangedPlace {
  /**
   * Path of a field, such as `spec.code`. In the changes of a group: a version, or a kind such as
   * `v1.Pizza`.
   */
  readonly place: string;
  readonly changes: readonly JudgedChange[];
}

/** The conversions between the versions and the hub of a group. */
export interface Conversions {
  /** The name of the hub: a version that clients use, or `internal hub`. */
  readonly hub: string;
  /** Versions that are converted to and from the hub. */
  readonly converted: readonly string[];
}

export interface VersionReference {
  readonly version: string;
  /** apiVersion of objects, such as `example.com/v1`, or `v1` for the core group. */
  readonly apiVersion: string;
  /** Kinds with objects, sorted by name, without list kinds. */
  readonly kinds: readonly KindReference[];
  /** All types, including kinds, sorted by name, without list types. */
  readonly types: readonly TypeReference[];
}

export interface KindReference {
  readonly name: string;
  /** Id of the kind's type. */
  readonly type: string;
  /** Facts about the kind, each as a name and a value. */
  readonly facts: readonly (readonly [name: string, value: Words])[];
  /** Names by which the kind is found: its name, and its plural, singular and short names. */
  readonly names: readonly string[];
  readonly lifecycle: LifecycleReference;
  /** The columns of `kubectl get`: the name, type, value and description of each. */
  readonly columns: readonly Row[];
  readonly celRules: readonly CostedRule[];
  /** Valid example objects; empty if none were found. */
  readonly examples: readonly ExampleObject[];
  /** Ids of the types that objects contain, in the order in which fields refer to them. */
  readonly reachable: readonly string[];
  /** Absent for a kind with only one version. */
  readonly comparison?: VersionComparison;
  readonly losses: readonly LossesReference[];
  /**
   * Changes since an older state, by the paths of fields. Changes of the kind itself have an empty
   * path.
   */
  readonly changes: readonly ChangedPlace[];
}

export interface LifecycleReference {
  /** Sentences such as `Deprecated since 1.22.` */
  readonly sentences: readonly string[];
  readonly isDeprecated: boolean;
}

/**
 * A CEL rule with its estimated cost. Kubernetes allows a cost of 10,000,000 for all values of an
 * object.
 */
export interface CostedRule extends CELRuleReference {
  /** Path of the values to which the rule applies; empty for the whole object. */
  readonly path: string;
  /**
   * Upper bounds of the cost: for one value (`cost`), and for all values of an object (`total`).
   */
  readonly cost: string;
  readonly total: string;
}

export interface CELRuleReference {
  readonly rule: string;
  readonly message: string;
}

export interface ExampleObject {
  readonly title: string;
  readonly yaml: string;
}

/** The fields of a kind in all versions, side by side. */
export interface VersionComparison {
  readonly versions: readonly string[];
  /** The fields that differ between versions. */
  readonly rows: readonly ComparedField[];
}

export interface ComparedField {
  /** Path of the field in the first version that has it. */
  readonly path: string;
  /**
   * Path of an earlier row with the same types, whose fields differ in the same way. If present,
   * this row has no cells.
   */
  readonly as?: string;
  /**
   * The field in each version, in the order of `versions`; undefined if a version lacks the field.
   */
  readonly cells: readonly (ComparedCell | undefined)[];
}

export interface ComparedCell {
  /**
   * The type of the field, after its name in this version if the name differs from the last part of
   * the row's path.
   */
  readonly words: Words;
  readonly isRequired: boolean;
}

/** Fields that are lost in a conversion to another version and back. */
export interface LossesReference {
  /** Description of the round trip, such as `v1 → internal hub → v1`. */
  readonly trip: string;
  /** The field, the effect and the reason of each loss. */
  readonly rows: readonly Row[];
}

export interface TypeReference {
  /** Id of the type declaration. */
  readonly id: string;
  readonly name: string;
  /** Paragraphs of the type's comment. */
  readonly description: readonly string[];
  /** `object`, or the description of the type to which an alias or a union refers. */
  readonly form: Words;
  readonly fields: readonly FieldReference[];
  readonly rules: readonly Words[];
  readonly celRules: readonly CELRuleReference[];
  /** Sentences about hand-written defaults. */
  readonly notes: readonly Words[];
  /** Names and ids of the types with a field of this type. */
  readonly usedBy: readonly { readonly name: string; readonly id: string }[];
}

export interface FieldReference {
  readonly name: string;
  readonly type: Words;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: readonly string[];
  /** Phrases about the values, the default, the merge strategy and changes of the field. */
  readonly facts: readonly Words[];
  readonly celRules: readonly CELRuleReference[];
}

/** A sentence or phrase. Printers escape strings, and print code and links in their own form. */
export type Words = readonly Word[];

export type Word =
  | string
  | { readonly code: string }
  /**
   * A link to a type by its id. Printed without a link if the reference does not contain the type.
   */
  | { readonly type: string; readonly name: string };

/** The cells of a row of a table. */
export type Row = readonly Words[];
