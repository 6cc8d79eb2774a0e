/**
 * The reference of API groups as plain data. `build` makes it from the model of the types, and the
 * printers of Markdown and HTML read nothing else.
 */
export interface APIReference {
  /** Groups in the order of their names. */
  readonly groups: readonly GroupReference[];
  /** The older state with which the API is compared, such as `v1.0.0`. */
  readonly against?: string;
}

export interface GroupReference {
  /** Name of the group; `""` for the core group. */
  readonly name: string;
  /** Versions that clients use, the most mature one first. */
  readonly versions: readonly VersionReference[];
  readonly conversions: Conversions;
  /** Differences from an older state in versions and kinds without a page. */
  readonly changes: readonly ChangedPlace[];
}

/** The differences from an older state at one place. */
export interface ChangedPlace {
  /** Path of a field, such as `spec.code`; for a group, a version or `v1.Pizza`. */
  readonly place: string;
  readonly changes: readonly APIChange[];
}

export interface APIChange {
  readonly severity: "breaking" | "unknown" | "compatible";
  readonly message: string;
  readonly notes: readonly string[];
  /** An object for which both states answer differently, as lines of JSON. */
  readonly example: readonly string[];
}

/** The versions and the hub of a group as a graph. */
export interface Conversions {
  /** The hub in words: the name of a version, or `internal hub`. Absent without conversions. */
  readonly hub?: string;
  /** True if the hub is a version that clients use. */
  readonly hubIsVersion: boolean;
  /** Versions that are converted to the hub and from it. */
  readonly converted: readonly string[];
}

export interface VersionReference {
  readonly group: string;
  readonly version: string;
  /** `example.com/v1`, or `v1` for the core group. */
  readonly apiVersion: string;
  /** Kinds with objects, sorted by name. Lists are left out. */
  readonly kinds: readonly KindReference[];
  /** All types except lists, sorted by name. A kind is one of them. */
  readonly types: readonly TypeReference[];
}

export interface KindReference {
  readonly name: string;
  /** Id of the kind's type. */
  readonly type: string;
  readonly apiVersion: string;
  /** Plural name in URLs. */
  readonly resource: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly isClusterWide: boolean;
  /** Path of the objects in URLs, with `{namespace}`. */
  readonly path: string;
  readonly hasStatus: boolean;
  readonly hasScale: boolean;
  readonly lifecycle: LifecycleReference;
  readonly columns: readonly PrintColumnReference[];
  readonly celRules: readonly CostedRule[];
  /** Valid objects; none if none was found. */
  readonly examples: readonly ExampleObject[];
  /** Ids of the types that objects consist of, in the order in which fields reach them. */
  readonly reachable: readonly string[];
  /** Absent for a kind of one version. */
  readonly comparison?: VersionComparison;
  readonly losses: readonly LossesReference[];
  /** Differences from an older state, by the paths of fields. The path of the kind is empty. */
  readonly changes: readonly ChangedPlace[];
}

export interface LifecycleReference {
  /** Sentences: `Deprecated since 1.22.` */
  readonly sentences: readonly string[];
  readonly isDeprecated: boolean;
}

/** A column of `kubectl get`. */
export interface PrintColumnReference {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly description: string;
  /** True if only `kubectl get -o wide` prints it. */
  readonly isWide: boolean;
}

/** A CEL rule with its cost: Kubernetes allows 10,000,000 for all values of an object. */
export interface CostedRule extends CELRuleReference {
  /** Path of the values to which the rule applies; empty for the object. */
  readonly path: string;
  /** Upper bound for one value, and for all values of an object. */
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
  /** The fields that differ. */
  readonly rows: readonly ComparedField[];
}

export interface ComparedField {
  /** Path in the first version that has the field. */
  readonly path: string;
  /**
   * Path of another field with the same types, whose fields differ in the same way. This row then
   * has no cells.
   */
  readonly as?: string;
  /** The field in each version, in the order of the versions; undefined without such a field. */
  readonly cells: readonly (ComparedCell | undefined)[];
}

export interface ComparedCell {
  /** Name of the field, if it differs from the last part of the path. */
  readonly renamed?: string;
  readonly type: Words;
  readonly isRequired: boolean;
}

/** Fields that do not survive a conversion to another version and back. */
export interface LossesReference {
  /** The round trip in words: `v1 → internal hub → v1`. */
  readonly trip: string;
  readonly fields: readonly LostField[];
}

export interface LostField {
  readonly path: string;
  readonly effect: "lost" | "kept in an annotation" | "converted by a function" | "invalid";
  readonly why: string;
}

export interface TypeReference {
  /** Id of the type in the model of the input. */
  readonly id: string;
  readonly name: string;
  /** Paragraphs of the comment. */
  readonly description: readonly string[];
  /** `object`, or the type in words of an alias or a union. */
  readonly form: Words;
  readonly fields: readonly FieldReference[];
  readonly rules: readonly Words[];
  readonly celRules: readonly CELRuleReference[];
  /** Sentences about hand-written defaults. */
  readonly notes: readonly Words[];
  /** Names and ids of the types that have a field of this type. */
  readonly usedBy: readonly { readonly name: string; readonly id: string }[];
}

export interface FieldReference {
  readonly name: string;
  readonly type: Words;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: readonly string[];
  readonly rules: readonly Words[];
  readonly celRules: readonly CELRuleReference[];
  /** JSON text of the default. */
  readonly default?: string;
  /** Sentences about who may change the field, and when. */
  readonly access: readonly Words[];
  /** The merge behaviour of the field in server-side apply. */
  readonly merge?: Words;
}

/** A sentence or phrase. Printers escape strings, and print code and links in their own form. */
export type Words = readonly Word[];

export type Word =
  | string
  | { readonly code: string }
  /** A link to a type by its id, if the type is in the reference. */
  | { readonly type: string; readonly name: string };
