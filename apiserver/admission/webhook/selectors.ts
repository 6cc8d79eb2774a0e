import { labels } from "@apimachinery/runtime";
import { hasReason, newInternalError, StatusError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { ClusterNamespaces } from "../cluster-namespaces.js";
import type { Attributes } from "../plugin.js";
import type { Hook } from "./hook.js";

type LabelsOf = Readonly<Record<string, string>> | undefined;

/**
 * Reports whether the namespace selector of a webhook selects the namespace of a request. For a
 * request for a Namespace, this is the Namespace itself. Other cluster-wide objects are always
 * selected.
 * @param object new state of the object
 * @returns the result, or the error of a selector that cannot be evaluated. The caller throws the
 *   error only if the rules of the webhook select the request.
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

/**
 * Reports whether the object selector of a webhook selects the new or the stored object.
 * @returns the result, or the error of a selector that cannot be evaluated
 */
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
 * Reports whether an object has metadata. As in Go, an object without metadata, such as the options
 * of a CONNECT request, is never selected by its labels.
 */
function hasMetadata(object: Partial<APIObject> | undefined): object is APIObject {
  return object?.metadata !== undefined;
}

function isEverything({ isSelectable, requirements }: labels.Selector): boolean {
  return isSelectable && requirements.length === 0;
}

/**
 * Returns the labels of the namespace of a request. For a create or an update of a Namespace, these
 * are the new labels, which are not in the cache yet.
 * @throws StatusError if the namespace cannot be read from the cluster
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
