import type { Webhook } from "../../../apiserver/admission/webhook/webhook-configuration.js";

// The cases of k8s.io/apiserver/pkg/admission/plugin/webhook/testing/testcase.go.

export interface Given {
  readonly name: string;
  readonly path?: string;
  /** True for a webhook with a URL instead of a service. */
  readonly isURL?: boolean;
  readonly webhook?: Partial<Webhook>;
}

export interface Case {
  readonly name: string;
  readonly hooks: readonly Given[];
  readonly isDryRun?: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  /** Code of the refusal; absent if the request is allowed. */
  readonly code?: number;
  readonly message?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly expectedLabels?: Readonly<Record<string, string>>;
  readonly metric?: string;
  readonly reinvokes?: Readonly<Record<string, boolean>>;
}

const onlyCreate = { rules: [{ operations: ["CREATE"] }] };
const runlevel = (operator: "In" | "NotIn", value: string) => ({
  namespaceSelector: { matchExpressions: [{ key: "runlevel", operator, values: [value] }] },
});
const failing = (failurePolicy?: string): readonly Given[] =>
  ["A", "B", "C"].map((letter) => ({
    name: `internalErr ${letter}`,
    path: "internalErr",
    webhook: failurePolicy === undefined ? {} : { failurePolicy },
  }));
const effects = (sideEffects: string, more: Partial<Webhook> = {}): Given => ({
  name: "allow",
  webhook: { sideEffects, ...more },
});
const allowKey = { "allow.example.com/key1": "value1" };
const nonexistent: Given = {
  name: "shouldNotBeCalled",
  webhook: { objectSelector: { matchLabels: { label: "nonexistent" } } },
};

/** Cases whose webhooks do not patch, for both kinds of webhooks. */
export const nonMutating: readonly Case[] = [
  { name: "no match", hooks: [{ name: "nomatch", path: "disallow", webhook: onlyCreate }] },
  { name: "match & allow", hooks: [{ name: "allow.example.com", path: "allow" }], annotations: allowKey },
  { name: "match & disallow", hooks: [{ name: "disallow" }], code: 403, message: "without explanation" },
  { name: "match & disallow ii", hooks: [{ name: "disallowReason" }], code: 403, message: "you shall not pass" },
  {
    name: "disallow, with a namespaceSelector (In) that does not match",
    hooks: [{ name: "disallow", webhook: runlevel("In", "1") }],
  },
  {
    name: "disallow, with a namespaceSelector (NotIn) that does not match",
    hooks: [{ name: "disallow", webhook: runlevel("NotIn", "0") }],
  },
  {
    name: "match & fail, failurePolicy Ignore",
    hooks: failing("Ignore"),
    annotations: {
      "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "internalErr A",
      "failed-open.validating.webhook.admission.k8s.io/round_0_index_1": "internalErr B",
      "failed-open.validating.webhook.admission.k8s.io/round_0_index_2": "internalErr C",
    },
  },
  { name: "match & fail, without a failurePolicy", hooks: failing(), code: 500 },
  { name: "match & fail, failurePolicy Fail", hooks: failing("Fail"), code: 500 },
  {
    name: "match & invalid client config",
    hooks: [{ name: "invalidClientConfig", webhook: { clientConfig: {} } }],
    code: 500,
    message: "could not get REST client",
    metric:
      'apiserver_admission_webhook_rejection_count{name="invalidClientConfig",type="TYPE",operation="UPDATE",error_type="calling_webhook_error",rejection_code="500"} 1',
  },
  {
    name: "match & non-status error",
    hooks: [{ name: "nonStatusError" }],
    code: 500,
    message: "failed to call webhook",
    metric:
      'apiserver_admission_webhook_rejection_count{name="nonStatusError",type="TYPE",operation="UPDATE",error_type="calling_webhook_error",rejection_code="503"} 1',
  },
  {
    name: "match & allow (url)",
    hooks: [{ name: "allow.example.com", path: "allow", isURL: true }],
    annotations: allowKey,
  },
  {
    name: "match & disallow (url)",
    hooks: [{ name: "disallow", isURL: true }],
    code: 403,
    message: "without explanation",
  },
  {
    name: "absent response and fail open",
    hooks: [{ name: "nilResponse", isURL: true, webhook: { failurePolicy: "Ignore" } }],
    annotations: { "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "nilResponse" },
  },
  {
    name: "absent response and fail closed",
    hooks: [{ name: "nilResponse", isURL: true }],
    code: 500,
    message: "webhook response was absent",
  },
  {
    name: "no match dry run",
    hooks: [{ name: "nomatch", path: "allow", webhook: { ...onlyCreate, sideEffects: "Some" } }],
    isDryRun: true,
  },
  {
    name: "match dry run side effects Unknown",
    hooks: [effects("Unknown")],
    isDryRun: true,
    code: 400,
    message: "does not support dry run",
  },
  {
    name: "match dry run side effects None",
    hooks: [effects("None")],
    isDryRun: true,
    annotations: { "allow/key1": "value1" },
  },
  {
    name: "match dry run side effects Some",
    hooks: [effects("Some")],
    isDryRun: true,
    code: 400,
    message: "does not support dry run",
  },
  {
    name: "match dry run side effects NoneOnDryRun",
    hooks: [effects("NoneOnDryRun")],
    isDryRun: true,
    annotations: { "allow/key1": "value1" },
  },
  { name: "illegal annotation format", hooks: [{ name: "invalidAnnotation", isURL: true }] },
  {
    name: "skip webhook whose objectSelector does not match",
    hooks: [{ name: "allow.example.com", path: "allow" }, nonexistent],
    annotations: allowKey,
  },
];

const mutation = (index: number, webhook: string, mutated: boolean) => ({
  [`mutation.webhook.admission.k8s.io/round_0_index_${index}`]: JSON.stringify({
    configuration: "test-webhooks",
    webhook,
    mutated,
  }),
});
const patched = (index: number, webhook: string, patch: object) => ({
  [`patch.webhook.admission.k8s.io/round_0_index_${index}`]: JSON.stringify({
    configuration: "test-webhooks",
    webhook,
    patch: [patch],
    patchType: "JSONPatch",
  }),
});
const removed = { op: "remove", path: "/metadata/labels/remove" };
const added = { op: "add", path: "/metadata/labels/added", value: "test" };
const removeMe = { objectSelector: { matchLabels: { remove: "me" } } };
const own = { "pod.name": "my-pod" };
const removes = {
  "removelabel.example.com/key1": "value1",
  ...mutation(0, "removelabel.example.com", true),
  ...patched(0, "removelabel.example.com", removed),
};
const adds = { ...mutation(0, "addLabel", true), ...patched(0, "addLabel", added) };

/** Cases of mutating webhooks. */
export const mutating: readonly Case[] = [
  {
    name: "match & remove label",
    hooks: [{ name: "removelabel.example.com", path: "removeLabel" }],
    labels: { remove: "me" },
    expectedLabels: own,
    annotations: removes,
  },
  {
    name: "match & add label",
    hooks: [{ name: "addLabel" }],
    expectedLabels: { ...own, added: "test" },
    annotations: adds,
  },
  {
    name: "match & invalid mutation",
    hooks: [{ name: "invalidMutation" }],
    code: 500,
    message: "invalid character",
    annotations: mutation(0, "invalidMutation", false),
  },
  {
    name: "match & invalid patch",
    hooks: [{ name: "invalidPatch" }],
    code: 500,
    message: "unexpected end of JSON input",
    annotations: mutation(0, "invalidPatch", false),
  },
  {
    name: "match & invalid patch fail open",
    hooks: [{ name: "invalidPatch", webhook: { failurePolicy: "Ignore" } }],
    annotations: {
      ...mutation(0, "invalidPatch", false),
      "failed-open.mutation.webhook.admission.k8s.io/round_0_index_0": "invalidPatch",
    },
  },
  {
    name: "match & remove label dry run unsupported",
    hooks: [{ name: "removeLabel", webhook: { sideEffects: "Unknown" } }],
    isDryRun: true,
    code: 400,
    message: "does not support dry run",
    annotations: mutation(0, "removeLabel", false),
  },
  {
    name: "the first webhook removes the label that selects the second",
    hooks: [
      { name: "removelabel.example.com", path: "removeLabel", webhook: removeMe },
      { name: "shouldNotBeCalled", webhook: removeMe },
    ],
    labels: { remove: "me" },
    expectedLabels: own,
    annotations: removes,
  },
  {
    name: "match & reinvoke if needed policy",
    hooks: [
      { name: "addLabel", webhook: { reinvocationPolicy: "IfNeeded" } },
      { name: "removeLabel", webhook: { reinvocationPolicy: "IfNeeded" } },
    ],
    labels: { remove: "me" },
    reinvokes: { addLabel: true, removeLabel: false },
    annotations: {
      ...adds,
      ...mutation(1, "removeLabel", true),
      ...patched(1, "removeLabel", removed),
    },
  },
  {
    name: "match & never reinvoke policy",
    hooks: [{ name: "addLabel", webhook: { reinvocationPolicy: "Never" } }],
    reinvokes: { addLabel: false },
    annotations: adds,
  },
  {
    name: "match & never reinvoke policy (by default)",
    hooks: [{ name: "addLabel" }],
    reinvokes: { addLabel: false },
    annotations: adds,
  },
  { name: "match & no reinvoke", hooks: [{ name: "noop" }], annotations: mutation(0, "noop", false) },
];

/** Converts a case to one for mutating webhooks, as ConvertToMutatingTestCases does. */
export function asMutating(given: Case): Case {
  const annotations: Record<string, string> = {};
  for (const [key, value] of Object.entries(given.annotations ?? {}))
    annotations[key.replace("failed-open.validating.", "failed-open.mutation.")] = value;
  for (const [index, { name, webhook = {} }] of given.hooks.entries()) {
    const isMatch =
      webhook.namespaceSelector === undefined && webhook.objectSelector === undefined && webhook.rules === undefined;
    if (isMatch) Object.assign(annotations, mutation(index, name, false));
    if (given.code !== undefined) break;
  }
  return { ...given, annotations };
}
