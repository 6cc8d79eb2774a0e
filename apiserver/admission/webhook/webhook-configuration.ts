import { untypedResource, type APIObject, type ResourceType } from "@apimachinery/client";
import type { LabelSelector } from "@apimachinery/runtime";

/** Kind of a webhook: it changes objects, or it only accepts or refuses them. */
export type WebhookType = "mutating" | "validating";

/**
 * A webhook configuration of admissionregistration.k8s.io/v1, with the fields that admission reads.
 */
export interface WebhookConfiguration extends APIObject {
  webhooks?: Webhook[];
}

export interface Webhook {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules?: readonly WebhookRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelector;
  readonly objectSelector?: LabelSelector;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  /** Only mutating webhooks have this policy. */
  readonly reinvocationPolicy?: string;
}

/** Expression in CEL that decides whether a webhook is called. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Address of a webhook: a URL, or a service of the cluster. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** PEM certificates of the trusted authorities, in base64. Default: those of the system. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly name: string;
  readonly namespace: string;
  readonly path?: string;
  readonly port?: number;
}

/** Requests for which a webhook is called. */
export interface WebhookRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

const group = { group: "admissionregistration.k8s.io", version: "v1" };

/** The resources of both kinds of configurations. */
export const webhookConfigurations: Readonly<Record<WebhookType, ResourceType<WebhookConfiguration>>> = {
  mutating: untypedResource({ ...group, kind: "MutatingWebhookConfiguration" }, "mutatingwebhookconfigurations"),
  validating: untypedResource({ ...group, kind: "ValidatingWebhookConfiguration" }, "validatingwebhookconfigurations"),
};
