import type { ClientConfig } from "../rest/client-config.js";
import { RESTClient } from "../rest/rest-client.js";
import type { AllNamespaces } from "./resource-verbs.js";
import type { AnyResource, ResourcesOfVersion } from "./resource-definition.js";
import { inAllNamespaces, typedResource, typeOfResource } from "./typed-resource.js";

/** The groups and versions of a clientset, by the name of their method. */
export type GroupVersions = Readonly<Record<string, ResourcesOfVersion>>;

/**
 * The clients of all resources: `clientset.restaurantV1alpha1().pizzas("default")` (Go: Interface
 * of a clientset).
 *
 * @template G the generated resources
 */
export type ClientsetOf<G> = ClientsetBase & { readonly [V in keyof G]: () => ClientsOfVersion<G[V]> };

export interface ClientsetBase {
  /** Client that sends the requests of the clientset, for resources that the clientset lacks. */
  readonly rest: RESTClient;
  /** Closes all connections and aborts open watches. */
  readonly close: () => Promise<void>;
}

/** The resources of one group and version. */
export type ClientsOfVersion<R> = { readonly [P in keyof R]: ClientGetter<R[P]> };

/**
 * Function that returns the client of a resource. Without a namespace, it returns a client for all
 * namespaces.
 */
export type ClientGetter<R> = R extends { readonly client?: infer C }
  ? R extends { readonly scope: "Cluster" }
    ? () => C
    : NamespacedGetter<C>
  : never;

export interface NamespacedGetter<C, All = AllNamespaces<C>> {
  (): All;
  (namespace: string): C;
}

/**
 * Returns the clientset of generated resources.
 * @param connection address of a server and credentials, or a client that has them
 * @throws Error for contradictory values in the configuration
 */
export function newClientset<G extends GroupVersions>(
  groupVersions: G,
  connection: ClientConfig | RESTClient,
): ClientsetOf<G> {
  const rest = connection instanceof RESTClient ? connection : new RESTClient(connection);
  const base: ClientsetBase = { rest, close: () => rest.close() };
  const versions = Object.entries(groupVersions).map(([name, resources]) => {
    const clients = clientsOf(rest, resources);
    return [name, () => clients] as const;
  });
  // The mapped type of the result has a function for each entry of `groupVersions`.
  return { ...base, ...Object.fromEntries(versions) } as ClientsetOf<G>;
}

function clientsOf(rest: RESTClient, resources: ResourcesOfVersion): object {
  return Object.fromEntries(Object.entries(resources).map(([name, resource]) => [name, getterOf(rest, resource)]));
}

function getterOf(rest: RESTClient, resource: AnyResource): (namespace?: string) => object {
  const type = typeOfResource(resource);
  return (namespace) =>
    resource.scope === "Namespaced" && (namespace ?? "") === ""
      ? inAllNamespaces(rest, resource, type)
      : typedResource(rest, resource, type, resource.scope === "Cluster" ? "" : (namespace ?? ""));
}
