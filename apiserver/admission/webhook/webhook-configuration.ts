import { untypedResource, type APIObject, type ResourceType } from "@apimachinery/client";
import type { LabelSelector } from "@apimachinery/runtime";

/**
 * Type of a webhook: a mutating webhook can change objects; a validating one can only refuse them.
 */
export type WebhookType = "mutating" | "validating";

/**
 * A webhook configuration of admissionregistration.k8s.io/v1, with only the fields that admission
 * uses.
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
  /** `Never` or `IfNeeded`; absent for validating webhooks. */
  readonly reinvocationPolicy?: string;
}

/** CEL expression that determines whether a webhook is called. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Address of a webhook: either `url`, or a service in the cluster. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** PEM certificates of the trusted CAs, in base64. Default: the CAs of the system. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly name: string;
  readonly namespace: string;
  readonly path?: string;
  readonly port?: number;
}

/** A rule that selects requests for which a webhook is called. */
export interface WebhookRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

const group = { group: "admissionregistration.k8s.io", version: "v1" };

/** Resources of the webhook configurations, by the type of their webhooks. */
export const webhookConfigurations: Readonly<Record<WebhookType, ResourceType<WebhookConfiguration>>> = {
  mutating: untypedResource({ ...group, kind: "MutatingWebhookConfiguration" }, "mutatingwebhookconfigurations"),
  validating: untypedResource({ ...group, kind: "ValidatingWebhookConfiguration" }, "validatingwebhookconfigurations"),
};
