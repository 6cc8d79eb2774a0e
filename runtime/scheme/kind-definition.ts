import type { ConversionScope } from "../conversion-scope.js";
import type { Schema, TypeSchema } from "../schema.js";
import type { GroupVersionKind } from "../group-version.js";
import type { PrintColumn, Subresources } from "./presentation.js";

/**
 * A kind as a value: its schema, and what was generated or written for it. Without `deepCopy`
 * objects are copied as JSON, without `setDefaults` defaulting does nothing, so that generators can
 * be left out.
 */
export interface KindDefinition<T> {
  readonly schema: Schema<T>;
  /** The name of its resource in URLs, for kinds that are objects: `pizzas`. */
  readonly resource?: string;
  /** What one object of it is called; the kind in small letters if absent. */
  readonly singular?: string;
  /** What people may type for it: `pz`. */
  readonly shortNames?: readonly string[];
  /** Names of several resources together, such as `all`. */
  readonly categories?: readonly string[];
  /** Objects live in namespaces if absent. */
  readonly scope?: "Cluster";
  /** What tables show of its objects; name and age where absent. */
  readonly printColumns?: readonly PrintColumn[];
  readonly subresources?: Subresources;
  readonly lifecycle?: Lifecycle;
  readonly deepCopy?: (input: T) => T;
  readonly setDefaults?: (obj: T) => void;
  /**
   * Conversions to the hub and back, on versions. The hub's type is known to whoever has the value
   * itself.
   */
  readonly toHub?: (input: T, scope: ConversionScope) => unknown;
  readonly fromHub?: (input: never, scope: ConversionScope) => T;
}

/** A `KindDefinition<T>` whose T the compiler does not know; every one is assignable to it. */
export interface AnyKindDefinition {
  readonly schema: TypeSchema;
  readonly resource?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope?: "Cluster";
  readonly printColumns?: readonly PrintColumn[];
  readonly subresources?: Subresources;
  readonly lifecycle?: Lifecycle;
  readonly deepCopy?: (input: never) => unknown;
  readonly setDefaults?: (obj: never) => void;
  readonly toHub?: (input: never, scope: ConversionScope) => unknown;
  readonly fromHub?: (input: never, scope: ConversionScope) => unknown;
}

/**
 * The releases of a kind in one version, each as `major.minor`: Go's APILifecycleIntroduced and its
 * siblings.
 */
export interface Lifecycle {
  readonly introduced?: string;
  /** From this release on the kind should not be used any more. */
  readonly deprecated?: string;
  readonly removed?: string;
  /** What to use instead. */
  readonly replacement?: GroupVersionKind;
}

/** The name that Go's reflect.Type has for the type: `Pizza` of `v1alpha1.Pizza`. */
export function kindOf(schema: TypeSchema): string {
  return schema.gvk?.kind ?? schema.name.slice(schema.name.lastIndexOf(".") + 1);
}
