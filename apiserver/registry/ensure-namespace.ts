import type { ObjectMeta } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";

/**
 * Sets the namespace of an object to the namespace of its request, in place (Go:
 * rest.EnsureObjectNamespaceMatchesRequestNamespace).
 * @param namespace namespace of the request; empty for a cluster-wide object
 * @throws StatusError 400 if the object has another namespace
 */
export function ensureNamespace(metadata: ObjectMeta, namespace: string): void {
  if (namespace === "") delete metadata.namespace;
  else if ((metadata.namespace ?? "") === "") metadata.namespace = namespace;
  else if (metadata.namespace !== namespace)
    throw newBadRequest("the namespace of the provided object does not match the namespace sent on the request");
}
