import type { JSONValue } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";

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
