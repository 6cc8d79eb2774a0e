import type { GroupVersionKind } from "@apimachinery/runtime";
import { newInternalError, type StatusError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { ClusterNamespaces } from "../cluster-namespaces.js";
import type { GroupVersionResource } from "../object-interfaces.js";
import type { Attributes } from "../plugin.js";
import type { Hook } from "./hook.js";
import { matchesRule } from "./matches-rule.js";
import { matchesNamespace, matchesObject } from "./selectors.js";

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
