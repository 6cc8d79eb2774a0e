import type { ConversionScope } from "./conversion-scope.js";
import type { Schema, TypeSchema } from "../schema/schema.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import type { PrintColumn, Subresources } from "./print-columns.js";

/** Definition of a kind whose type is not known at compile time. */
export interface AnyKindDefinition {
  /** Schema of the type. */
  readonly schema: TypeSchema;
  /** Plural name in URLs: `pizzas`. Undefined for kinds that are not resources, such as lists. */
  readonly resource?: string;
  /** Name of a single object. Default: the kind in lower case. */
  readonly singular?: string;
  /** Short names that kubectl accepts, such as `pz`. */
  readonly shortNames?: readonly string[];
  /** Categories to which the resource belongs, such as `all`. */
  readonly categories?: readonly string[];
  /** `Cluster` for cluster-scoped objects; undefined for namespaced objects. */
  readonly scope?: "Cluster";
  /** Columns of tables. Default: the name and age of the object. */
  readonly printColumns?: readonly PrintColumn[];
  /**
   * Fields that field selectors can use, in addition to `metadata.name` and `metadata.namespace`:
   * paths of strings, booleans and integers, such as `spec.color`.
   */
  readonly selectableFields?: readonly string[];
  /** Subresources of markers: the status and the scale. */
  readonly subresources?: Subresources;
  /** Releases that introduce, deprecate and remove the kind. */
  readonly lifecycle?: Lifecycle;
  /**
   * The keys of lists in objects of the kind, for the compiler only: the property has a type but no
   * value. Its type has the fields on the way to lists with keys, and for each of these lists a
   * tuple of the keys and of the lists within the items: `{ spec: { toppings: ["name"] } }`.
   */
  readonly listKeys?: unknown;
  /** Copies an object. Default: a copy of the JSON value. */
  readonly deepCopy?: (input: never) => unknown;
  /** Sets defaults in an object. Default: no defaults. */
  readonly setDefaults?: (obj: never) => void;
  /** Present in code that an older codegen generated; it has no effect. */
  readonly toHub?: (input: never, scope: ConversionScope) => unknown;
  /** Present in code that an older codegen generated; it has no effect. */
  readonly fromHub?: (input: never, scope: ConversionScope) => unknown;
}

/** Definition of a kind: its schema and its functions. */
export interface KindDefinition<T> extends AnyKindDefinition {
  readonly schema: Schema<T>;
  readonly deepCopy?: (input: T) => T;
  readonly setDefaults?: (obj: T) => void;
}

/**
 * Releases in which a kind's version was introduced, deprecated and removed, each as `major.minor`
 * (Go: APILifecycleIntroduced and others).
 */
export interface Lifecycle {
  readonly introduced?: string;
  /** First release in which the kind is deprecated, as `major.minor`. */
  readonly deprecated?: string;
  readonly removed?: string;
  /** Kind that replaces the deprecated kind. */
  readonly replacement?: GroupVersionKind;
}

/**
 * Returns the name of a type without its package, as Go's reflect.Type does: `Pizza` for
 * `v1alpha1.Pizza`.
 */
export function typeNameOf(schema: TypeSchema): string {
  return schema.gvk?.kind ?? schema.name.slice(schema.name.lastIndexOf(".") + 1);
}
