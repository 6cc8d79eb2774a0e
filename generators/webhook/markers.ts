import { defineMarker, type Parsed } from "../../engine/markers/define-marker.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typedArguments } from "../../engine/markers/typed-arguments.js";
import { parseWebhook, webhookPrefix } from "./parse-webhook.js";

const owner = "webhook";
const configurationPrefix = "kubebuilder:webhookconfiguration:";

/** The name that a marker gives to the mutating or validating webhook configuration. */
export interface NamedConfiguration {
  readonly isMutating: boolean;
  /** Name of the configuration; empty for the default name. */
  readonly name: string;
}

export const webhook = defineMarker({
  name: `${webhookPrefix}*`,
  places: ["package", "type", "function", "constant"],
  value:
    "mutating=…,path=… or url=…,name=…,groups=…,resources=…,versions=…,verbs=…,failurePolicy=…,sideEffects=…,admissionReviewVersions=…, also matchPolicy=…,timeoutSeconds=…,reinvocationPolicy=…,serviceName=…,serviceNamespace=…,servicePort=…,patch=…",
  description: "A webhook of the MutatingWebhookConfiguration or ValidatingWebhookConfiguration.",
  example:
    "+kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,sideEffects=None,groups=example.com,resources=pizzas,verbs=create;update,versions=v1,name=pizza.example.com,admissionReviewVersions=v1",
  owner,
  repeatable: true,
  raw: true,
  parse: parseWebhook,
});

export const configuration = defineMarker({
  name: `${configurationPrefix}*`,
  places: ["package", "type", "function", "constant"],
  value: "mutating=…,name=…",
  description: "The name of the MutatingWebhookConfiguration or ValidatingWebhookConfiguration.",
  example: '+kubebuilder:webhookconfiguration:mutating=true,name="pizza"',
  owner,
  repeatable: true,
  raw: true,
  parse: parseConfiguration,
});

function parseConfiguration(marker: Marker): Parsed<NamedConfiguration> {
  const given = typedArguments(marker, configurationPrefix, { mutating: "boolean", name: "text" }, ["mutating"]);
  if ("fault" in given) return given;
  const name = given.get("name");
  return { value: { isMutating: given.get("mutating") === true, name: typeof name === "string" ? name : "" } };
}
