import type { DeepReadonly } from "@apimachinery/client";
import type { GroupVersionResource } from "../object-interfaces.js";
import type { Attributes } from "../plugin.js";
import type { WebhookRule } from "./webhook-configuration.js";

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
 * Reports whether a rule selects the resource and subresource of a request. A rule without a slash
 * selects only the resource itself, not its subresources.
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
