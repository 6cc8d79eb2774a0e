import { compareText } from "../../engine/base/problem.js";
import type { NamedConfiguration } from "./markers.js";
import type { MarkedWebhook } from "./parse-webhook.js";

/**
 * Returns the webhook configurations with their webhooks, sorted by name, the mutating ones first.
 * A configuration without webhooks is left out.
 */
export function configurationsOf(
  webhooks: readonly MarkedWebhook[],
  named: readonly NamedConfiguration[],
): readonly object[] {
  return [true, false].flatMap((isMutating) => {
    const own = webhooks.filter((one) => one.isMutating === isMutating).sort((a, b) => compareText(a.name, b.name));
    if (own.length === 0) return [];
    const name = named.find((one) => one.isMutating === isMutating)?.name ?? "";
    const word = isMutating ? "Mutating" : "Validating";
    return [
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: `${word}WebhookConfiguration`,
        metadata: { name: name === "" ? `${word.toLowerCase()}-webhook-configuration` : name },
        webhooks: own.map(({ object }) => object),
      },
    ];
  });
}
