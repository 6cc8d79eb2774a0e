import type { AnyKindDefinition, KindDefinition, TypeSchema } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";
import type { Verb } from "./verb.js";

/** A resource of a generated client, as data. */
export interface AnyResource {
  readonly kind: AnyKindDefinition;
  readonly scope: "Namespaced" | "Cluster";
  readonly verbs: readonly Verb[];
  /** Methods of `+genclient:method` markers, by name. */
  readonly methods?: Readonly<Record<string, MethodDefinition>>;
}

/**
 * A resource with its types.
 *
 * @template T the kind
 * @template C the client of the resource, with the permitted methods
 */
export interface Resource<T extends APIObject, C> extends AnyResource {
  readonly kind: KindDefinition<T>;
  /** For the compiler only: the property has no value. */
  readonly client?: C;
}

/** A resource whose objects are in namespaces. */
export interface NamespacedResource<T extends APIObject, C> extends Resource<T, C> {
  readonly scope: "Namespaced";
}

/** A resource whose objects are not in namespaces. */
export interface ClusterResource<T extends APIObject, C> extends Resource<T, C> {
  readonly scope: "Cluster";
}

/** The resources of one group and version, by the name of their method. */
export type ResourcesOfVersion = Readonly<Record<string, AnyResource>>;

/** A method of a `+genclient:method` marker. */
export interface MethodDefinition {
  readonly verb: "create" | "update" | "get" | "list" | "patch" | "apply";
  readonly subresource?: string;
  /** Format of the argument. Absent: that of the kind. `json`: a value without a schema. */
  readonly input?: TypeSchema | "json";
  /** Format of the response. Absent: that of the kind. `json`: a value without a schema. */
  readonly result?: TypeSchema | "json";
}
