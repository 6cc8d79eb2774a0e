import type { ConversionScope } from "./conversion-scope.js";
import type { Schema, TypeSchema } from "../schema/schema.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import type { PrintColumn, Subresources } from "./print-columns.js";

/** Definition of a kind whose TypeScript type is not known at compile time. */
export interface AnyKindDefinition {
  /** Schema of the kind's type. */
  readonly schema: TypeSchema;
  /** Plural name in URLs: `pizzas`. Absent for kinds that are not resources, such as lists. */
  readonly resource?: string;
  /** Name of a single object: `pizza`. Default: the kind in lower case. */
  readonly singular?: string;
  /** Short names that kubectl accepts, such as `pz`. */
  readonly shortNames?: readonly string[];
  /** Categories to which the resource belongs, such as `all`. */
  readonly categories?: readonly string[];
  /** `Cluster` for cluster-scoped objects; absent for namespaced objects. */
  readonly scope?: "Cluster";
  /** Columns of the tables that kubectl prints. Default: the name and age of the object. */
  readonly printColumns?: readonly PrintColumn[];
  /**
   * Paths of the fields that field selectors can use, in addition to `metadata.name` and
   * `metadata.namespace`. The fields are strings, booleans or integers, such as `spec.color`.
   */
  readonly selectableFields?: readonly string[];
  /** Subresources that markers enable: status and scale. */
  readonly subresources?: Subresources;
  /** Releases in which the kind is introduced, deprecated and removed. */
  readonly lifecycle?: Lifecycle;
  /**
   * List keys in objects of the kind, for the compiler only: the property has a type but never a
   * value. The type contains the fields that lead to lists with keys. For each of these lists, the
   * type contains a tuple of the keys, and the lists within the items: `{ spec: { toppings:
   * ["name"] } }`.
   */
  readonly listKeys?: unknown;
  /** Function that copies an object. Default: a deep copy of the JSON value. */
  readonly deepCopy?: (input: never) => unknown;
  /** Function that sets defaults in an object. Default: no defaults are set. */
  readonly setDefaults?: (obj: never) => void;
  /** Has no effect. Present only in code that an older codegen generated. */
  readonly toHub?: (input: never, scope: ConversionScope) => unknown;
  /** Has no effect. Present only in code that an older codegen generated. */
  readonly fromHub?: (input: never, scope: ConversionScope) => unknown;
}

/** Definition of a kind: its schema and its functions. */
export interface KindDefinition<T> extends AnyKindDefinition {
  readonly schema: Schema<T>;
  readonly deepCopy?: (input: T) => T;
  readonly setDefaults?: (obj: T) => void;
}

/**
 * Releases in which a version of a kind is introduced, deprecated and removed, each as
 * `major.minor` (Go: APILifecycleIntroduced and others).
 */
export interface Lifecycle {
  readonly introduced?: string;
  /** First release in which the kind is deprecated, as `major.minor`. */
  readonly deprecated?: string;
  readonly removed?: string;
  /** Kind that clients should use instead of the deprecated kind. */
  readonly replacement?: GroupVersionKind;
}

/**
 * Returns the name of a type without its package, as Go's reflect.Type does: `Pizza` for
 * `v1alpha1.Pizza`.
 */
export function typeNameOf(schema: TypeSchema): string {
  return schema.gvk?.kind ?? schema.name.slice(schema.name.lastIndexOf(".") + 1);
}
