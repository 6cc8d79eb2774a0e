import { labels } from "@apimachinery/runtime";
import { hasReason, newInternalError, StatusError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { ClusterNamespaces } from "../cluster-namespaces.js";
import type { Attributes } from "../plugin.js";
import type { Hook } from "./hook.js";

type LabelsOf = Readonly<Record<string, string>> | undefined;

/**
 * Reports whether the namespace of a request has the labels that a webhook selects. A cluster-wide
 * object is always selected.
 * @param object new state of the object
 * @returns the result, and an error that counts only if the rules of the webhook select the request
 */
export async function matchesNamespace(
  hook: Hook,
  attributes: Attributes,
  object: APIObject | undefined,
  namespaces: Pick<ClusterNamespaces, "cached" | "read">,
): Promise<boolean | StatusError> {
  if (attributes.namespace === "" && attributes.resource.resource !== "namespaces") return true;
  try {
    const selector = hook.namespaceSelector();
    if (isEverything(selector)) return true;
    return labels.matches(selector, await namespaceLabels(attributes, object, namespaces));
  } catch (error) {
    if (error instanceof StatusError && hasReason(error, "NotFound")) return error;
    return newInternalError(error instanceof Error ? error.message : String(error));
  }
}

/** Reports whether the new or the stored object has the labels that a webhook selects. */
export function matchesObject(
  hook: Hook,
  { oldObject }: Pick<Attributes, "oldObject">,
  object: APIObject | undefined,
): boolean | StatusError {
  try {
    const selector = hook.objectSelector();
    if (isEverything(selector)) return true;
    return [object, oldObject].some((one) => hasMetadata(one) && labels.matches(selector, one.metadata.labels));
  } catch (error) {
    return newInternalError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Reports whether an object has labels. As in Go, an object without metadata, such as the options
 * of a connection, has no labels that a webhook can select.
 */
function hasMetadata(object: Partial<APIObject> | undefined): object is APIObject {
  return object?.metadata !== undefined;
}

function isEverything({ isSelectable, requirements }: labels.Selector): boolean {
  return isSelectable && requirements.length === 0;
}

/**
 * Returns the labels of the namespace of a request. A request that writes a Namespace has the new
 * labels. They are not in the cache yet.
 * @throws StatusError of the cluster
 */
async function namespaceLabels(
  { resource, subresource, operation, namespace }: Attributes,
  object: APIObject | undefined,
  namespaces: Pick<ClusterNamespaces, "cached" | "read">,
): Promise<LabelsOf> {
  const isWrite = operation === "CREATE" || operation === "UPDATE";
  if (resource.resource === "namespaces" && subresource === "" && isWrite) return object?.metadata.labels;
  const found = namespaces.cached(namespace) ?? (await namespaces.read(namespace));
  return found.metadata.labels;
}
