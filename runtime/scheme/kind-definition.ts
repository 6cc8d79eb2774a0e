import type { ConversionScope } from "../conversion-scope.js";
import type { Schema, TypeSchema } from "../schema.js";
import type { GroupVersionKind } from "../group-version.js";
import type { PrintColumn, Subresources } from "./print-columns.js";

/** A kind as a value, for code that does not know the kind's type at compile time. */
export interface AnyKindDefinition {
  readonly schema: TypeSchema;
  /** The plural in URLs, for kinds that are objects: `pizzas`. */
  readonly resource?: string;
  /** The name of one object. Default: the kind in lower case. */
  readonly singular?: string;
  /** Short names that kubectl accepts: `pz`. */
  readonly shortNames?: readonly string[];
  /** Names of groups of resources, such as `all`. */
  readonly categories?: readonly string[];
  /** Default: objects live in namespaces. */
  readonly scope?: "Cluster";
  /** Columns of tables. Default: name and age. */
  readonly printColumns?: readonly PrintColumn[];
  readonly subresources?: Subresources;
  readonly lifecycle?: Lifecycle;
  /** Default: objects are copied as JSON. */
  readonly deepCopy?: (input: never) => unknown;
  /** Default: objects have no defaults. */
  readonly setDefaults?: (obj: never) => void;
  /** Present in code that an older codegen generated; it has no effect. */
  readonly toHub?: (input: never, scope: ConversionScope) => unknown;
  /** Present in code that an older codegen generated; it has no effect. */
  readonly fromHub?: (input: never, scope: ConversionScope) => unknown;
}

/** A kind as a value: its schema and its functions. */
export interface KindDefinition<T> extends AnyKindDefinition {
  readonly schema: Schema<T>;
  readonly deepCopy?: (input: T) => T;
  readonly setDefaults?: (obj: T) => void;
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
