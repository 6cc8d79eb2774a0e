import type { ConversionScope } from "../conversion-scope.js";
import type { Schema, TypeSchema } from "../schema.js";
import type { GroupVersionKind } from "../group-version.js";
import type { PrintColumn, Subresources } from "./print-columns.js";

/** A kind as a value, for code that does not know its type at compile time. */
export interface AnyKindDefinition {
  readonly schema: TypeSchema;
  /** Plural name in URLs, for kinds of objects: `pizzas`. */
  readonly resource?: string;
  /** Name of a single object. Default: the kind in lower case. */
  readonly singular?: string;
  /** Short names that kubectl accepts: `pz`. */
  readonly shortNames?: readonly string[];
  /** Categories of resources, such as `all`. */
  readonly categories?: readonly string[];
  /** Default: objects are namespaced. */
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
 * Releases in which a kind's version was introduced, deprecated and removed, each as `major.minor`
 * (Go: APILifecycleIntroduced and others).
 */
export interface Lifecycle {
  readonly introduced?: string;
  /** Release from which on the kind is deprecated. */
  readonly deprecated?: string;
  readonly removed?: string;
  /** Kind to use instead. */
  readonly replacement?: GroupVersionKind;
}

/** Returns the type name as in Go's reflect.Type: `Pizza` of `v1alpha1.Pizza`. */
export function kindOf(schema: TypeSchema): string {
  return schema.gvk?.kind ?? schema.name.slice(schema.name.lastIndexOf(".") + 1);
}
