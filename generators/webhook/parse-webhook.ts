import type { Parsed } from "../../engine/markers/define-marker.js";
import type { Marker } from "../../engine/markers/marker.js";
import { typedArguments, type ArgumentType, type TypedArguments } from "../../engine/markers/typed-arguments.js";
import { patched } from "./patch.js";

export const webhookPrefix = "kubebuilder:webhook:";

/** A webhook that one marker declares, in the form of `admissionregistration.k8s.io/v1`. */
export interface MarkedWebhook {
  readonly name: string;
  readonly isMutating: boolean;
  readonly object: { readonly [property: string]: unknown };
}

const types: Readonly<Record<string, ArgumentType>> = {
  mutating: "boolean",
  failurePolicy: "text",
  matchPolicy: "text",
  sideEffects: "text",
  timeoutSeconds: "integer",
  groups: "texts",
  resources: "texts",
  verbs: "texts",
  versions: "texts",
  name: "text",
  serviceName: "text",
  serviceNamespace: "text",
  path: "text",
  servicePort: "integer",
  webhookVersions: "texts",
  admissionReviewVersions: "texts",
  reinvocationPolicy: "text",
  url: "text",
  patch: "text",
};

const required = [
  "mutating",
  "failurePolicy",
  "groups",
  "resources",
  "verbs",
  "versions",
  "name",
  "admissionReviewVersions",
];

/** Parses the arguments of a webhook marker, and applies the patch in the marker. */
export function parseWebhook(marker: Marker): Parsed<MarkedWebhook> {
  const given = typedArguments(marker, webhookPrefix, types, required);
  if ("fault" in given) return given;
  const isMutating = given.get("mutating") === true;
  const wrong = argumentProblem(given, isMutating);
  if (wrong !== undefined) return { fault: wrong };
  const object = webhookOf(given);
  const patch = given.get("patch");
  const result = typeof patch === "string" && patch !== "" ? patched(object, patch, isMutating) : { value: object };
  if ("fault" in result) return result;
  const fault = webhookProblem(result.value);
  if (fault !== undefined) return { fault };
  return { value: { name: String(result.value["name"]), isMutating, object: result.value } };
}

function argumentProblem(given: TypedArguments, isMutating: boolean): string | undefined {
  const [path, url] = [given.get("path") ?? "", given.get("url") ?? ""];
  if ((path === "") === (url === ""))
    return path === "" ? "needs path=… or url=…" : "has both path and url, but only one of them is allowed";
  if (!isMutating && given.has("reinvocationPolicy")) return "reinvocationPolicy is only valid for mutating webhooks";
  const versions = stringsOfArgument(given, "webhookVersions");
  const version = versions.find((one) => one !== "v1");
  if (version !== undefined) return `webhookVersions must be v1, not ${version}`;
  return wordProblem(given);
}

function webhookOf(given: TypedArguments): { readonly [property: string]: unknown } {
  const word = (key: keyof typeof knownWords): object => {
    const value = given.get(key);
    const known = knownWords[key].find((one) => one.toLowerCase() === String(value).toLowerCase());
    return known === undefined ? {} : { [key]: known };
  };
  const timeout = given.get("timeoutSeconds");
  return {
    admissionReviewVersions: stringsOfArgument(given, "admissionReviewVersions"),
    clientConfig: clientConfigOf(given),
    ...word("failurePolicy"),
    ...word("matchPolicy"),
    name: given.get("name"),
    ...word("reinvocationPolicy"),
    rules: [
      withoutEmpty({
        apiGroups: stringsOfArgument(given, "groups").map((group) => (group === "core" ? "" : group)),
        apiVersions: stringsOfArgument(given, "versions"),
        operations: stringsOfArgument(given, "verbs").map((verb) => verb.toUpperCase()),
        resources: stringsOfArgument(given, "resources"),
      }),
    ],
    ...word("sideEffects"),
    ...(timeout === undefined || timeout === 0 ? {} : { timeoutSeconds: timeout }),
  };
}

function clientConfigOf(given: TypedArguments): object {
  const url = given.get("url") ?? "";
  if (url !== "") return { url };
  const port = given.get("servicePort");
  const text = (key: string, absent: string): unknown => {
    const value = given.get(key) ?? "";
    return value === "" ? absent : value;
  };
  return {
    service: {
      name: text("serviceName", "webhook-service"),
      namespace: text("serviceNamespace", "system"),
      path: given.get("path"),
      ...(port === undefined ? {} : { port }),
    },
  };
}

/** Returns the strings of a list argument; an empty list if the argument is absent. */
export function stringsOfArgument(given: TypedArguments, key: string): readonly string[] {
  const value = given.get(key);
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function withoutEmpty(rule: { readonly [property: string]: readonly string[] }): object {
  return Object.fromEntries(Object.entries(rule).filter(([, values]) => values.length > 0));
}

/**
 * Returns a message if the sideEffects, timeoutSeconds or admissionReviewVersions of a webhook
 * violate the validation of admissionregistration.k8s.io/v1; undefined if these properties are
 * valid.
 */
function webhookProblem(webhook: { readonly [property: string]: unknown }): string | undefined {
  const { sideEffects, timeoutSeconds, admissionReviewVersions } = webhook;
  if (sideEffects !== "None" && sideEffects !== "NoneOnDryRun")
    return "needs sideEffects=None or sideEffects=NoneOnDryRun";
  if (timeoutSeconds !== undefined && !(Number(timeoutSeconds) >= 1 && Number(timeoutSeconds) <= 30))
    return "timeoutSeconds must be between 1 and 30";
  if (!Array.isArray(admissionReviewVersions) || admissionReviewVersions.length === 0)
    return "needs admissionReviewVersions=v1";
  return undefined;
}

/** Possible values of arguments. Upper and lower case in a marker are not significant. */
const knownWords = {
  failurePolicy: ["Ignore", "Fail"],
  matchPolicy: ["Exact", "Equivalent"],
  sideEffects: ["None", "NoneOnDryRun"],
  reinvocationPolicy: ["Never", "IfNeeded"],
} as const;

const verbs = ["create", "update", "delete", "connect", "*"];

/** Returns a message if an argument has none of its possible values; undefined if all are valid. */
function wordProblem(given: TypedArguments): string | undefined {
  for (const [key, words] of Object.entries(knownWords)) {
    const value = given.get(key);
    if (value === undefined || value === "") continue;
    const isKnown = words.some((word) => word.toLowerCase() === String(value).toLowerCase());
    if (!isKnown) return `${key} must be ${words.join(" or ")}, not ${JSON.stringify(value)}`;
  }
  const listed = given.get("verbs");
  const wrong = Array.isArray(listed)
    ? (listed as readonly string[]).find((verb) => !verbs.includes(verb.toLowerCase()))
    : undefined;
  return wrong === undefined ? undefined : `each verb must be one of ${verbs.join(", ")}, not ${JSON.stringify(wrong)}`;
}
