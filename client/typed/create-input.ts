import type { JSONValue } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";

/**
 * Argument of `create` for the kind T. The client adds apiVersion and kind, the server sets
 * defaults, and a controller sets the status, so all of them are optional.
 *
 * @template D the optional fields of T
 */
export type CreateInput<T extends APIObject, D = unknown> = {
  apiVersion?: T["apiVersion"];
  kind?: T["kind"];
} & WithDefaults<Omit<T, "apiVersion" | "kind">, D>;

/**
 * Fields of a type that `create` does not need, because they have defaults.
 *
 * @template Names names of the fields
 * @template Within the same for the types of other fields: of objects, of the items of lists and of
 * the values of maps
 */
export interface Defaulted<Names extends string = never, Within = unknown> {
  readonly names?: Names;
  readonly within?: Within;
}

/** T with optional fields as D lists them. */
export type WithDefaults<T, D> = D extends Defaulted<infer Names, infer Within> ? Merge<T, Names, Within> : T;

type Merge<T, Names, Within> = {
  [P in keyof T as P extends Names ? never : P]: Field<T[P], P, Within>;
} & { [P in keyof T as P extends Names ? P : never]?: Field<T[P], P, Within> };

type Field<V, P, Within> = P extends keyof Within ? Value<V, Within[P]> : V;

/** A value whose objects have optional fields. Unions are distributed over their members. */
type Value<V, D> = [JSONValue] extends [V]
  ? V
  : V extends readonly (infer E)[]
    ? readonly Value<E, D>[]
    : V extends object
      ? string extends keyof V
        ? { [key: string]: Value<V[string & keyof V], D> }
        : WithDefaults<V, D>
      : V;
