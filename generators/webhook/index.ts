import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { Problem } from "../../engine/base/problem.js";
import { printYAML } from "../../engine/print/yaml/print-yaml.js";
import { markedIn } from "../markers/marked-in.js";
import { configurationsOf } from "./configurations.js";
import { configuration, webhook } from "./markers.js";
import { problemsOf } from "./problems.js";
import { webhookProblems } from "../problem-codes/webhook.js";

/**
 * Generates a MutatingWebhookConfiguration and a ValidatingWebhookConfiguration from markers, in
 * `generated/webhook/manifests.yaml`. All folders of an npm package have one file.
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
