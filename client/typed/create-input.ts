import type { JSONValue, KindDefinition } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";
import type { ApplyConfiguration } from "../apply/apply-configuration.js";
import { extract } from "../apply/extract.js";

/**
 * Argument of `create` for the type T. apiVersion, kind, and the fields in D are optional: the
 * client adds apiVersion and kind, the server sets defaults, and a controller sets the status.
 *
 * @template D the fields of T that are optional in `create`
 */
export type CreateInput<T extends APIObject, D = unknown> = {
  apiVersion?: T["apiVersion"];
  kind?: T["kind"];
} & WithDefaults<Omit<T, "apiVersion" | "kind">, D>;

/**
 * The fields of a type that `create` does not require, because servers set defaults for them.
 *
 * @template Names names of these fields
 * @template Within the Defaulted types of nested types, by the name of the field
 */
export interface Defaulted<Names extends string = never, Within = unknown> {
  readonly names?: Names;
  readonly within?: Within;
}

/** The type T with optional properties for the fields in D. */
export type WithDefaults<T, D> = D extends Defaulted<infer Names, infer Within> ? Merge<T, Names, Within> : T;

type Merge<T, Names, Within> = {
  [P in keyof T as P extends Names ? never : P]: Field<T[P], P, Within>;
} & { [P in keyof T as P extends Names ? P : never]?: Field<T[P], P, Within> };

type Field<V, P, Within> = P extends keyof Within ? Value<V, Within[P]> : V;

/**
 * The type V of a field. In its objects, the properties for the fields in D are optional. A union
 * is converted member by member.
 */
type Value<V, D> = [JSONValue] extends [V]
  ? V
  : V extends readonly (infer E)[]
    ? readonly Value<E, D>[]
    : V extends object
      ? string extends keyof V
        ? { [key: string]: Value<V[string & keyof V], D> }
        : WithDefaults<V, D>
      : V;

/**
 * Fields of an object of type T that a program applies.
 *
 * @template D the generated kind, whose type contains the keys of the lists
 */
export type ApplyConfigurationOf<T extends APIObject, D> = ApplyConfiguration<T, ListKeysOf<D>>;

type ListKeysOf<D> = D extends { readonly listKeys?: infer K } ? K : unknown;

/**
 * Returns the fields of an object that a manager has applied, as `extract` does. The type of the
 * result is the argument type of `apply` in a generated client.
 * @param _kind the generated kind, from whose type the compiler derives the keys of the lists
 * @param subresource name of the subresource; empty for the object itself
 */
export function extractApplied<T extends APIObject, D extends KindDefinition<T>>(
  _kind: D,
  object: T,
  manager: string,
  subresource = "",
): ApplyConfigurationOf<T, D> {
  const extracted: unknown = extract(object, manager, { subresource });
  // The cast is safe, because the list items of the result contain their keys.
  return extracted as ApplyConfigurationOf<T, D>;
}
