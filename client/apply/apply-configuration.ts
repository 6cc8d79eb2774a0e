import type { JSONValue, ObjectMeta, OwnerReference } from "@apimachinery/runtime";
import type { ManagedObject } from "./managed-object.js";

/**
 * Fields of an object of type T that a field manager applies (Go: the types of
 * applyconfigurations). All properties are optional, except `metadata`, the name in it, and the
 * keys of list items.
 *
 * @template K the keys of the lists in T: the type of the property `listKeys` of a generated kind.
 * With `unknown`, the keys are also optional
 */
export type ApplyConfiguration<T extends ManagedObject, K = unknown> = {
  apiVersion?: T["apiVersion"];
  kind?: T["kind"];
  metadata: ApplyObjectMeta;
} & PartialFields<Omit<T, "apiVersion" | "kind" | "metadata">, K>;

/**
 * Metadata that a client can apply. If uid or resourceVersion is set, the server compares it with
 * the stored object. `managedFields` is left out, because servers refuse it in an apply.
 */
export interface ApplyObjectMeta extends Partial<
  Omit<ObjectMeta, "name" | "finalizers" | "ownerReferences" | "managedFields" | "selfLink">
> {
  name: string;
  finalizers?: readonly string[];
  ownerReferences?: readonly ApplyOwnerReference[];
}

/** An owner reference that a client applies. Its key in the list is the uid. */
export type ApplyOwnerReference = Partial<OwnerReference> & Pick<OwnerReference, "uid">;

/** The type T with optional properties at any depth. K contains the keys of the lists in T. */
export type PartialFields<T, K> = {
  -readonly [P in keyof T]?: PartialValue<Exclude<T[P], undefined>, P extends keyof K ? K[P] : unknown>;
};

/**
 * The value of a field with type V. If V is a list whose items have keys, K is a tuple: the keys of
 * the items, and the keys of the lists within the items.
 */
type PartialValue<V, K> = [JSONValue] extends [V]
  ? V
  : V extends readonly (infer E)[]
    ? K extends readonly [infer Keys, (infer Within)?]
      ? readonly KeyedItem<E, Keys, Within>[]
      : readonly PartialValue<E, K>[]
    : V extends object
      ? string extends keyof V
        ? { [key: string]: PartialValue<V[string & keyof V], K> }
        : PartialFields<V, K>
      : V;

/**
 * An item of a list whose items have keys. All properties are optional except the keys. A key that
 * is optional in E stays optional, because servers set a default for it.
 */
type KeyedItem<E, Keys, K> = E extends object ? PartialFields<Omit<E, Keys & keyof E>, K> & Pick<E, Keys & keyof E> : E;
