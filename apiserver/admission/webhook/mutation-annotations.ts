import { jsonText, type JSONValue } from "@apimachinery/runtime";
import type { Attributes } from "../plugin.js";
import type { Hook } from "./hook.js";

/** Functions that add audit annotations about one call of a mutating webhook. */
export interface MutationAnnotations {
  /** Records whether the webhook has changed the object. */
  mutated(isChanged: boolean): void;
  /** Records the patch. Only audit events of the level `Request` and above contain it. */
  patched(patch: readonly JSONValue[]): void;
  /**
   * Records that the webhook could not be called, and that the request continues because of the
   * failure policy `Ignore`.
   */
  failedOpen(): void;
}

/**
 * Returns the functions for one call.
 * @param round 0 for the first run of the plugins, 1 for the second run
 * @param index index of the webhook in the list of all webhooks
 */
export function mutationAnnotations(
  { annotate }: Attributes,
  { configuration, name: webhook }: Hook,
  round: number,
  index: number,
): MutationAnnotations {
  const place = `round_${round}_index_${index}`;
  return {
    mutated: (mutated) => {
      annotate(`mutation.webhook.admission.k8s.io/${place}`, jsonText({ configuration, webhook, mutated }));
    },
    patched: (patch) => {
      const value = jsonText({ configuration, webhook, patch: patch.map(sorted), patchType: "JSONPatch" });
      annotate(`patch.webhook.admission.k8s.io/${place}`, value, "Request");
    },
    failedOpen: () => {
      annotate(`failed-open.mutation.webhook.admission.k8s.io/${place}`, webhook);
    },
  };
}

/** Returns a patch operation with sorted keys, because Go encodes maps with sorted keys. */
function sorted(operation: JSONValue): JSONValue {
  if (typeof operation !== "object" || operation === null || Array.isArray(operation)) return operation;
  return Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)));
}
