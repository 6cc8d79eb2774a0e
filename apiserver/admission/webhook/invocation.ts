import { type GroupVersionKind, labels } from "@apimachinery/runtime";
import { newInternalError, StatusError, hasReason } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { ClusterNamespaces } from "../cluster-namespaces.js";
import type { GroupVersionResource } from "../object-interfaces.js";
import type { Attributes } from "../plugin.js";
import type { Hook } from "./hook.js";
import type { DeepReadonly } from "@apimachinery/client";
import type { WebhookRule } from "./webhook-configuration.js";

/**
 * A call of a webhook for a request, with the resource and the kind in which the webhook receives
 * the objects.
 */
export interface Invocation {
  readonly hook: Hook;
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/**
 * Returns the call of a webhook for a request; undefined if the webhook does not select the request
 * (Go: Webhook.ShouldCallHook).
 * @param object current state of the new object, after the changes of earlier webhooks
 * @throws StatusError if a selector cannot be evaluated
 */
export async function invocationOf(
  hook: Hook,
  attributes: Attributes,
  object: APIObject | undefined,
  namespaces: Pick<ClusterNamespaces, "cached" | "read">,
): Promise<Invocation | undefined> {
  const ofNamespace = await matchesNamespace(hook, attributes, object, namespaces);
  if (ofNamespace === false) return undefined;
  const ofObject = matchesObject(hook, attributes, object);
  if (ofObject === false) return undefined;
  const invocation = selected(hook, attributes);
  if (invocation === undefined) return undefined;
  requireEvaluated(ofNamespace);
  requireEvaluated(ofObject);
  return invocation;
}

function requireEvaluated(result: true | StatusError): void {
  if (result !== true) throw result;
}

/**
 * Returns the call of a webhook that has a rule for the resource of a request; undefined if no rule
 * matches. If the match policy permits, a rule for an equivalent resource also matches.
 */
function selected(hook: Hook, attributes: Attributes): Invocation | undefined {
  const { rules = [] } = hook.webhook;
  const { resource, kind } = attributes;
  if (rules.some((rule) => matchesRule(rule, attributes))) return { hook, resource, kind };
  if (!hook.matchesEquivalents) return undefined;
  const others = attributes.interfaces.equivalents().filter((one) => !isSame(one.resource, resource));
  for (const rule of rules) {
    const found = others.find((one) => matchesRule(rule, { ...attributes, resource: one.resource }));
    if (found === undefined) continue;
    if (found.kind.kind === "") throw newInternalError(`unable to convert to ${found.resource.resource}: unknown kind`);
    return { hook, ...found };
  }
  return undefined;
}

function isSame(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.group === b.group && a.version === b.version && a.resource === b.resource;
}

type LabelsOf = Readonly<Record<string, string>> | undefined;

/**
 * Reports whether the namespace selector of a webhook selects the namespace of a request. For a
 * request for a Namespace, this is the Namespace itself. Other cluster-wide objects are always
 * selected.
 * @param object new state of the object
 * @returns the result, or the error of a selector that cannot be evaluated. The caller throws the
 *   error only if the rules of the webhook select the request.
 */
async function matchesNamespace(
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
function matchesObject(
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
 * @throws Error if the namespace cannot be read from the cluster: StatusError 404 if it does not
 * exist
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

/** Properties of a request that are compared with rules. */
export type RuleTarget = Pick<Attributes, "operation" | "namespace" | "subresource"> & {
  readonly resource: GroupVersionResource;
};

/** Reports whether a rule selects a request (Go: predicates/rules.Matcher). */
export function matchesRule(rule: DeepReadonly<WebhookRule>, target: RuleTarget): boolean {
  const { group, version } = target.resource;
  return (
    matchesScope(rule, target) &&
    isListed(rule.operations, target.operation) &&
    isListed(rule.apiGroups, group) &&
    isListed(rule.apiVersions, version) &&
    matchesResource(rule, target)
  );
}

function isListed(items: readonly string[] = [], wanted: string): boolean {
  return items.includes("*") || items.includes(wanted);
}

/**
 * Reports whether a request has the scope of a rule. Namespaces are cluster-wide, although a
 * request for a Namespace contains its name also as the namespace.
 */
function matchesScope({ scope = "*" }: DeepReadonly<WebhookRule>, { resource, namespace }: RuleTarget): boolean {
  const isNamespace = resource.group === "" && resource.version === "v1" && resource.resource === "namespaces";
  const isClusterWide = isNamespace || namespace === "";
  if (scope === "*") return true;
  return scope === (isClusterWide ? "Cluster" : "Namespaced");
}

/**
 * Reports whether a rule selects the resource and subresource of a request. An entry without a
 * slash selects only the resource itself, not its subresources.
 */
function matchesResource(
  { resources = [] }: DeepReadonly<WebhookRule>,
  { resource, subresource }: RuleTarget,
): boolean {
  return resources.some((text) => {
    const [wanted = "", ...rest] = text.split("/");
    const wantedSubresource = rest.join("/");
    return (
      (wanted === "*" || wanted === resource.resource) &&
      (wantedSubresource === "*" || wantedSubresource === subresource)
    );
  });
}
