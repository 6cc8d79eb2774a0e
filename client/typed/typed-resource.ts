import { groupVersionString, type KindDefinition } from "@apimachinery/runtime";
import { ResourceClient } from "../rest/resource-client.js";
import { resourceOfKind, type APIObject, type ResourceType } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import { customMethod } from "./custom-method.js";
import type { AnyResource } from "./resource-definition.js";
import type { ResourceVerbs } from "./resource-verbs.js";

/** Returns the resource type of a generated resource. */
export function typeOfResource({ kind }: AnyResource): ResourceType<APIObject> {
  // The cast is safe, because generated resources have only kinds of objects with metadata.
  return resourceOfKind(kind as KindDefinition<APIObject>);
}

/**
 * Returns the client of a resource: an object with the methods that the resource permits.
 * @param namespace empty for a cluster-scoped resource
 */
export function typedResource(
  rest: RESTClient,
  resource: AnyResource,
  type: ResourceType<APIObject>,
  namespace: string,
): object {
  return {
    ...methodsOf(new ResourceClient(rest, type, namespace), resource.verbs),
    ...Object.fromEntries(
      Object.entries(resource.methods ?? {}).map(([name, method]) => [
        name,
        customMethod(rest, type, namespace, method),
      ]),
    ),
  };
}

/** Returns a client of a resource for all namespaces. */
export function inAllNamespaces(rest: RESTClient, { verbs }: AnyResource, type: ResourceType<APIObject>): object {
  const inEveryNamespace = verbs.filter((verb) => verb === "list" || verb === "watch");
  return methodsOf(new ResourceClient(rest, type), inEveryNamespace);
}

function methodsOf(client: ResourceClient<APIObject>, verbs: readonly string[]): object {
  return Object.fromEntries(Object.entries(verbsOf(client)).filter(([verb]) => verbs.includes(verb)));
}

const status = { subresource: "status" };

function verbsOf(client: ResourceClient<APIObject>): ResourceVerbs<APIObject, APIObject, AppliedObject> {
  const { kind } = client.type;
  const typeMeta = { apiVersion: groupVersionString(kind), kind: kind.kind };
  return {
    create: (object, options) => client.create({ ...typeMeta, ...object }, options),
    update: (object, options) => client.update(object, options),
    updateStatus: (object, options) => client.update(object, { ...options, ...status }),
    delete: (name, options) => client.delete(name, options),
    deleteCollection: (options, which) => client.deleteCollection(options, which),
    get: (name, options) => client.get(name, options),
    list: (options) => client.list(options),
    watch: (options) => client.watch(options),
    patch: (name, patch, options) => client.patch(name, patch, options),
    apply: (object, options) => client.apply(object, options),
    applyStatus: (object, options) => client.apply(object, { ...options, ...status }),
  };
}

/** The fields of an apply configuration that the client reads. */
interface AppliedObject {
  metadata: { name: string };
}
