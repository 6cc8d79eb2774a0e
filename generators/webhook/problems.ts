import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Occurrence } from "../../engine/markers/define-marker.js";
import type { Problem } from "../../engine/base/problem.js";
import type { NamedConfiguration } from "./markers.js";
import type { MarkedWebhook } from "./parse-webhook.js";
import { webhookProblems } from "../problem-codes/webhook.js";

/**
 * Reports several names for one configuration, a name for a configuration without webhooks, and two
 * webhooks of the same name in one configuration.
 */
export function problemsOf(
  webhooks: readonly Occurrence<MarkedWebhook>[],
  named: readonly Occurrence<NamedConfiguration>[],
): readonly Problem[] {
  return [...named.flatMap((one, index) => nameProblems(one, named.slice(0, index), webhooks)), ...repeated(webhooks)];
}

function nameProblems(
  { marker, value }: Occurrence<NamedConfiguration>,
  before: readonly Occurrence<NamedConfiguration>[],
  webhooks: readonly Occurrence<MarkedWebhook>[],
): Problem[] {
  const { position } = marker;
  const word = value.isMutating ? "mutating" : "validating";
  const first = before.find((one) => one.value.isMutating === value.isMutating);
  const fix = remedy(removeMarker(marker));
  if (first !== undefined) {
    const { file, line } = first.marker.position;
    const message = `the name of the ${word} webhook configuration is already set in ${file}:${String(line)}`;
    return [{ ...webhookProblems.is("webhook/two-names"), message, ...fix, position }];
  }
  if (webhooks.some((one) => one.value.isMutating === value.isMutating)) return [];
  const message = `+${marker.name} has no effect, because no marker defines a ${word} webhook`;
  return [{ ...webhookProblems.is("webhook/no-webhooks"), message, ...fix, position }];
}

function repeated(webhooks: readonly Occurrence<MarkedWebhook>[]): Problem[] {
  const known = new Map<string, Occurrence<MarkedWebhook>>();
  return webhooks.flatMap((one): Problem[] => {
    const key = `${String(one.value.isMutating)} ${one.value.name}`;
    const first = known.get(key);
    known.set(key, first ?? one);
    if (first === undefined) return [];
    const { file, line } = first.marker.position;
    return [
      {
        ...webhookProblems.is("webhook/same-name"),
        message: `the webhook ${one.value.name} is also defined in ${file}:${String(line)}, but each webhook of a configuration must have another name`,
        hint: "change the name of one of the webhooks: name=…",
        position: one.marker.position,
      },
    ];
  });
}
