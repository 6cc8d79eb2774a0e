import type { ClientConfig } from "../rest/client-config.js";
import { RESTClient } from "../rest/rest-client.js";
import type { AllNamespaces } from "./resource-verbs.js";
import type { AnyResource, ResourcesOfVersion } from "./resource-definition.js";
import { inAllNamespaces, typedResource, typeOfResource } from "./typed-resource.js";

/**
 * The generated resources of a clientset, by the name of the clientset's method, such as
 * `restaurantV1alpha1`.
 */
export type GroupVersions = Readonly<Record<string, ResourcesOfVersion>>;

/**
 * A clientset, which has a client for each generated resource:
 * `clientset.restaurantV1alpha1().pizzas("default")` (Go: Interface of a clientset).
 *
 * @template G the generated resources
 */
export type ClientsetOf<G> = ClientsetBase & { readonly [V in keyof G]: () => ClientsOfVersion<G[V]> };

export interface ClientsetBase {
  /**
   * The client that sends all requests. It also gives access to resources that the clientset lacks.
   */
  readonly rest: RESTClient;
  /** Closes all connections and aborts open watches. */
  readonly close: () => Promise<void>;
}

/** Functions that return the clients of one group and version, by resource. */
export type ClientsOfVersion<R> = { readonly [P in keyof R]: ClientGetter<R[P]> };

/**
 * Function that returns the client of a resource. For a namespaced resource, the function takes a
 * namespace; without a namespace, it returns a client for all namespaces.
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
 * Creates the clientset of generated resources.
 * @param connection configuration with address and credentials, or an existing client
 * @throws Error for a configuration that `validateClientConfig` refuses
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
  // The cast is safe, because the result has a function for each entry of `groupVersions`.
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
