import {
  MemoryStorage,
  ServerMetrics,
  StatusError,
  versionInfo,
  type AdmissionPlugin,
  type Attributes,
} from "@apimachinery/apiserver";
import { CodecFactory } from "@apimachinery/runtime";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAnnotate } from "../../../apiserver/endpoints/handlers/attributes.js";
import { ReinvocationContext } from "../../../apiserver/admission/reinvocation-context.js";
import { HookClients } from "../../../apiserver/admission/webhook/hook-clients.js";
import { HookUsers } from "../../../apiserver/admission/webhook/hook-users.js";
import { webhooksOf } from "../../../apiserver/admission/webhook/hook.js";
import {
  mutatingWebhookName,
  mutatingWebhooks,
  ReinvocationState,
} from "../../../apiserver/admission/webhook/mutating-webhooks.js";
import { validatingWebhooks } from "../../../apiserver/admission/webhook/validating-webhooks.js";
import type {
  Webhook,
  WebhookClientConfig,
  WebhookType,
} from "../../../apiserver/admission/webhook/webhook-configuration.js";
import { AuditAnnotations } from "../../../apiserver/request/audit-annotations.js";
import type { APIObject } from "../../../apiserver/request/api-object.js";
import { restaurantGroup } from "../restaurant-group.js";
import { asMutating, mutating, nonMutating, type Case, type Given } from "./go-webhook-cases.js";
import { everyRequest, patching, WebhookServer, type Respond } from "./webhook-server.js";

// The objects are pizzas instead of Go's pods.

let server: WebhookServer;

beforeAll(async () => {
  server = await WebhookServer.start();
  for (const [path, respond] of Object.entries(responses)) server.on(path, respond);
});

afterAll(() => server.close());

function raw(write: (response: ServerResponse) => void): Respond {
  return (_call, response) => {
    write(response);
    return undefined;
  };
}

const key1 = { auditAnnotations: { key1: "value1" } };

function encoded(patch: string): object {
  return { allowed: true, patchType: "JSONPatch", patch: Buffer.from(patch).toString("base64") };
}

/** Responses of the test server, as in webhook_server.go. */
const responses: Readonly<Record<string, Respond>> = {
  "/internalErr": raw((response) => response.writeHead(500).end("webhook internal server error")),
  "/invalidResp": raw((response) => response.end("webhook invalid response")),
  "/disallow": () => ({ allowed: false, status: { code: 403 } }),
  "/disallowReason": () => ({ allowed: false, status: { message: "you shall not pass", code: 403 } }),
  "/shouldNotBeCalled": () => ({
    allowed: false,
    status: { message: "doesn't expect labels to match object selector", code: 403 },
  }),
  "/allow": () => ({ allowed: true, ...key1 }),
  "/removeLabel": () => ({ ...patching({ op: "remove", path: "/metadata/labels/remove" }), ...key1 }),
  "/addLabel": () => patching({ op: "add", path: "/metadata/labels/added", value: "test" }),
  "/invalidPatch": () => encoded("[{"),
  "/invalidMutation": () => encoded('[{"op": "add", "CORRUPTED_KEY":}]'),
  "/nonStatusError": raw((response) => response.socket?.end("bad-http")),
  "/nilResponse": raw((response) => response.end("{}")),
  "/invalidAnnotation": () => ({ allowed: true, auditAnnotations: { "invalid*key": "value1" } }),
  "/noop": () => ({ allowed: true }),
};

const group = restaurantGroup(new MemoryStorage());
const kind = { group: group.group, version: "v1beta1", kind: "Pizza" };

function pizzaWith(labels: Readonly<Record<string, string>> | undefined): APIObject {
  const json = { metadata: { name: "my-pod", namespace: "webhook-test", labels }, spec: { toppings: [] } };
  const decoder = new CodecFactory(group.scheme).hubDecoder(group.group);
  // Every object of a group has metadata.
  return decoder.decode(JSON.stringify(json), { defaults: kind }).object as APIObject;
}

function attributesOf({ isDryRun = false, labels = {} }: Case, annotations: AuditAnnotations): Attributes {
  return {
    operation: "UPDATE",
    kind,
    resource: { group: kind.group, version: "v1beta1", resource: "pizzas" },
    subresource: "",
    namespace: "webhook-test",
    name: "my-pod",
    object: pizzaWith({ "pod.name": "my-pod", ...labels }),
    oldObject: pizzaWith(undefined),
    user: { name: "webhook-test", uid: "webhook-test", groups: [], extra: {} },
    isDryRun,
    warn: () => undefined,
    options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" },
    interfaces: { scheme: group.scheme, equivalents: () => [] },
    reinvocation: new ReinvocationContext(),
    deadline: undefined,
    annotate: newAnnotate(annotations),
  };
}

function webhookOf({ name, path = name, isURL = false, webhook = {} }: Given): Webhook {
  const clientConfig: WebhookClientConfig = isURL ? server.url(`/${path}`) : server.service(path);
  return { name, clientConfig, rules: everyRequest, admissionReviewVersions: ["v1beta1"], ...webhook };
}

function pluginOf(type: WebhookType, hooks: readonly Given[], metrics: ServerMetrics): AdmissionPlugin {
  const configuration = {
    apiVersion: "",
    kind: "",
    metadata: { name: "test-webhooks" },
    webhooks: hooks.map(webhookOf),
  };
  const all = webhooksOf(configuration);
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { labels: { runlevel: "0" } } };
  return (type === "mutating" ? mutatingWebhooks : validatingWebhooks)({
    type,
    clients: new HookClients(new HookUsers(undefined), server.resolve),
    log: () => undefined,
    source: { hooks: () => all, hasSynced: true },
    namespaces: { cached: () => namespace, read: () => Promise.resolve(namespace), hasSynced: true },
    observer: metrics.webhooks,
    authorizers: [],
  });
}

async function errorOf(run: Promise<void> | undefined): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each([
  ["mutating", [...mutating, ...nonMutating.map(asMutating)]],
  ["validating", nonMutating],
] as const)("Go's cases of %s webhooks", (type, cases) => {
  test.each(cases)("$name", async (given) => {
    const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
    const plugin = pluginOf(type, given.hooks, metrics);
    const annotations = new AuditAnnotations();
    const attributes = attributesOf(given, annotations);
    const error = await errorOf(type === "mutating" ? plugin.admit?.(attributes) : plugin.validate?.(attributes));
    expect(error instanceof StatusError ? error.code : error).toBe(given.code);
    if (error instanceof StatusError) expect(error.message).toContain(given.message ?? "");
    const values = [...annotations.entries].map(([key, { value }]) => [key, value] as const);
    expect(Object.fromEntries(values)).toEqual(given.annotations ?? {});
    if (given.expectedLabels !== undefined) expect(attributes.object?.metadata.labels).toEqual(given.expectedLabels);
    if (given.metric !== undefined)
      expect(await metrics.text()).toContain(
        given.metric.replace("TYPE", type === "mutating" ? "admit" : "validating"),
      );
    const state = ReinvocationState.of(attributes.reinvocation, mutatingWebhookName);
    for (const [name, expected] of Object.entries(given.reinvokes ?? {}))
      expect(state.isRequired(`test-webhooks/${name}/0`)).toBe(expected);
  });
});
