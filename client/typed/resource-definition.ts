import type { AnyKindDefinition, KindDefinition, TypeSchema } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";
import type { Verb } from "./verb.js";

/** A resource of a generated client, of any type. */
export interface AnyResource {
  readonly kind: AnyKindDefinition;
  readonly scope: "Namespaced" | "Cluster";
  readonly verbs: readonly Verb[];
  /** Methods that `+genclient:method` markers define, by name. */
  readonly methods?: Readonly<Record<string, MethodDefinition>>;
}

/**
 * A resource of a generated client, with the types of its objects and its client.
 *
 * @template T the type of the objects
 * @template C the client of the resource, with the methods that the markers permit
 */
export interface Resource<T extends APIObject, C> extends AnyResource {
  readonly kind: KindDefinition<T>;
  /** Never set at run time. The property makes the type C available to the compiler. */
  readonly client?: C;
}

/** A namespaced resource. */
export interface NamespacedResource<T extends APIObject, C> extends Resource<T, C> {
  readonly scope: "Namespaced";
}

/** A cluster-scoped resource. */
export interface ClusterResource<T extends APIObject, C> extends Resource<T, C> {
  readonly scope: "Cluster";
}

/** The resources of one group and version, by the name of their method, such as `pizzas`. */
export type ResourcesOfVersion = Readonly<Record<string, AnyResource>>;

/** A method that a `+genclient:method` marker defines. */
export interface MethodDefinition {
  readonly verb: "create" | "update" | "get" | "list" | "patch" | "apply";
  readonly subresource?: string;
  /** Schema of the argument; `json` if it has no schema. Absent: the schema of the kind. */
  readonly input?: TypeSchema | "json";
  /** Schema of the result; `json` if it has no schema. Absent: the schema of the kind. */
  readonly result?: TypeSchema | "json";
}
