import { copyOf, type DeepReadonly } from "@apimachinery/client";
import { labelSelectorAsSelector, type labels } from "@apimachinery/runtime";
import { callOnce } from "../../util/once.js";
import type { Webhook, WebhookConfiguration } from "./webhook-configuration.js";

/**
 * A webhook whose absent settings have the defaults of admissionregistration.k8s.io/v1 (Go:
 * webhook.WebhookAccessor).
 */
export interface Hook {
  /** Unique id of the webhook. The name of a webhook need not be unique. */
  readonly uid: string;
  readonly name: string;
  /** Name of the configuration that contains the webhook. */
  readonly configuration: string;
  readonly webhook: DeepReadonly<Webhook>;
  /** True if the request continues when the webhook cannot be called (failure policy `Ignore`). */
  readonly ignoresFailures: boolean;
  /**
   * True if a rule also selects requests for other versions of its resources, and for resources of
   * other groups with the same stored objects (match policy `Equivalent`).
   */
  readonly matchesEquivalents: boolean;
  /** True if the webhook is called again when the object was changed after its first call. */
  readonly isReinvocable: boolean;
  /** Timeout of a call, in seconds. */
  readonly timeoutSeconds: number;
  /**
   * Returns the parsed namespace selector.
   * @throws Error for an invalid selector
   */
  readonly namespaceSelector: () => labels.Selector;
  /**
   * Returns the parsed object selector.
   * @throws Error for an invalid selector
   */
  readonly objectSelector: () => labels.Selector;
}

/** Default timeout of a call, in seconds. */
const defaultTimeout = 10;

/** Returns the webhooks of a configuration, in the order of the configuration. */
export function webhooksOf({ metadata, webhooks = [] }: DeepReadonly<WebhookConfiguration>): readonly Hook[] {
  const configuration = metadata.name ?? "";
  const seen = new Map<string, number>();
  return webhooks.map((webhook) => {
    const index = seen.get(webhook.name) ?? 0;
    seen.set(webhook.name, index + 1);
    return hookOf(configuration, `${configuration}/${webhook.name}/${index}`, webhook);
  });
}

function hookOf(configuration: string, uid: string, webhook: DeepReadonly<Webhook>): Hook {
  const { namespaceSelector = {}, objectSelector = {} } = webhook;
  return {
    uid,
    name: webhook.name,
    configuration,
    webhook,
    ignoresFailures: webhook.failurePolicy === "Ignore",
    matchesEquivalents: (webhook.matchPolicy ?? "Equivalent") === "Equivalent",
    isReinvocable: webhook.reinvocationPolicy === "IfNeeded",
    timeoutSeconds: webhook.timeoutSeconds ?? defaultTimeout,
    namespaceSelector: callOnce(() => labelSelectorAsSelector(copyOf(namespaceSelector))),
    objectSelector: callOnce(() => labelSelectorAsSelector(copyOf(objectSelector))),
  };
}
