import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { type Problem, orderStrings } from "../../engine/base/problem.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import { markedIn } from "../markers/marked-in.js";
import { configuration, webhook, type NamedConfiguration } from "./markers.js";
import type { MarkedWebhook } from "./parse-webhook.js";
import { webhookProblems } from "../problem-codes/webhook.js";
import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Occurrence } from "../../engine/markers/define-marker.js";

/**
 * Generates a MutatingWebhookConfiguration and a ValidatingWebhookConfiguration from markers, in
 * `generated/webhook/manifests.yaml`. All folders of an npm package share one file.
 */
export const webhookManifests: Generator = {
  name: "webhook",
  description: "webhook configurations from +kubebuilder:webhook markers",
  outputs: {},
  markers: [webhook, configuration],
  problems: [webhookProblems],
  options: {},
  templates: new URL("../../templates/webhook/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const marked = markedIn(input, webhook);
  const named = markedIn(input, configuration);
  const folders = [...new Set([...marked.keys(), ...named.keys()])];
  const pathOf = (pages: string): string => `${pages}/webhook/manifests.yaml`;
  if (!input.isWhole) return { files: [], problems: [], keep: folders.map(pathOf) };
  const problems: Problem[] = [];
  const files = folders.flatMap((pages): FilePlan[] => {
    const webhooks = marked.get(pages)?.found ?? [];
    const names = named.get(pages)?.found ?? [];
    problems.push(...problemsOf(webhooks, names));
    const values = configurationsOf(
      webhooks.map(({ value }) => value),
      names.map(({ value }) => value),
    );
    const owner = marked.get(pages)?.owner;
    if (owner === undefined) return [];
    const yaml = values.map(printYAML).join("---\n").trimEnd();
    return [{ package: owner, path: pathOf(pages), template: "manifests", view: { yaml }, exports: [] }];
  });
  return { files, problems };
}

/**
 * Returns the webhook configurations, with the mutating ones first and their webhooks sorted by
 * name. Omits a configuration without webhooks.
 */
function configurationsOf(webhooks: readonly MarkedWebhook[], named: readonly NamedConfiguration[]): readonly object[] {
  return [true, false].flatMap((isMutating) => {
    const own = webhooks.filter((one) => one.isMutating === isMutating).sort((a, b) => orderStrings(a.name, b.name));
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

/**
 * Reports several names for one configuration, a name for a configuration without webhooks, and two
 * webhooks of the same name in one configuration.
 */
function problemsOf(
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
  return webhooks.flatMap((one): Problem | [] => {
    const key = `${String(one.value.isMutating)} ${one.value.name}`;
    const first = known.get(key);
    known.set(key, first ?? one);
    if (first === undefined) return [];
    const { file, line } = first.marker.position;
    return {
      ...webhookProblems.is("webhook/same-name"),
      message: `the webhook ${one.value.name} is also defined in ${file}:${String(line)}, but each webhook of a configuration must have another name`,
      hint: "change the name of one of the webhooks: name=…",
      position: one.marker.position,
    };
  });
}
