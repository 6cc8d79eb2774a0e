import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseKubeconfig } from "@apimachinery/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HookUsers } from "../../../apiserver/admission/webhook/hook-users.js";
import { issueClient } from "../../../apiserver/certificates/authority.js";
import { byDefault } from "../admitting.js";
import { pizza, pizzas, type InProcessServer } from "../harness.js";
import { ClusterPeer } from "./cluster-peer.js";
import { inCluster, putNamespace, resetPeer } from "./in-cluster.js";
import { hook, putWebhooks, WebhookServer } from "./webhook-server.js";

let peer: ClusterPeer;
let hooks: WebhookServer;

beforeAll(async () => {
  peer = await ClusterPeer.start();
  hooks = await WebhookServer.start();
});

beforeEach(() => {
  putNamespace(peer, "default");
});

afterEach(() => {
  resetPeer(peer);
  hooks.calls.length = 0;
});

afterAll(async () => {
  await hooks.close();
  await peer.close();
});

/** Writes a kubeconfig with users only, and returns its path. */
function usersFile(users: Readonly<Record<string, object>>): string {
  const file = join(peer.folder, "webhook-users");
  const named = Object.entries(users).map(([name, user]) => ({ name, user }));
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "Config", users: named }));
  return file;
}

/** Starts a server with a configuration of the validating webhooks. */
function configured(configuration: object): Promise<InProcessServer> {
  const file = join(peer.folder, "admission.yaml");
  const plugins = [{ name: "ValidatingAdmissionWebhook", configuration }];
  const text = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration", plugins };
  writeFileSync(file, JSON.stringify(text));
  const options = { ...byDefault, admissionControlConfigFile: file };
  return inCluster(peer, { options, resolveService: hooks.resolve });
}

const webhookKind = { apiVersion: "apiserver.config.k8s.io/v1", kind: "WebhookAdmissionConfiguration" };

test("the server presents the credentials of the user with the name of the webhook's host", async () => {
  const client = await issueClient(hooks.authority, "apiserver", []);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const kubeConfigFile = usersFile({
    "webhook.hooks.svc": {
      "client-certificate-data": base64(client.certificate),
      "client-key-data": base64(client.key),
    },
    "*": { token: "secret" },
  });
  hooks.on("/review");
  putWebhooks(
    peer,
    "validating",
    "w",
    hook("url.example.com", hooks.url("/review")),
    hook("service.example.com", hooks.service("/review")),
  );
  const server = await configured({ ...webhookKind, kubeConfigFile });
  expect((await server.post(pizzas, pizza("x", "tomato"))).status).toBe(201);
  const seen = hooks.calls.map(({ user, headers }) => [user, headers.authorization ?? "", headers.host]);
  expect(seen).toHaveLength(2);
  expect(seen).toContainEqual(["apiserver", "", "webhook.hooks.svc:443"]);
  expect(seen).toContainEqual([undefined, "Bearer secret", new URL(hooks.origin).host]);
});

test.each([
  ["a.hooks.svc:443", "a.hooks.svc:443"],
  ["b.hooks.svc:443", "*.hooks.svc:443"],
  ["c.other.svc:443", "c.other.svc"],
  ["d.other.svc:443", "*.svc"],
  ["d.other.svc:8443", "*"],
  ["example.com:443", "*"],
])("the user for the address %s is %s", async (target, name) => {
  const users = ["a.hooks.svc:443", "*.hooks.svc:443", "c.other.svc", "*.svc", "*", "current"];
  const kubeconfig = parseKubeconfig(
    "users",
    JSON.stringify({
      users: users.map((user) => ({ name: user, user: { token: user } })),
      contexts: [{ name: "x", context: { user: "current" } }],
      "current-context": "x",
    }),
  );
  expect((await new HookUsers(kubeconfig).credentialsFor(target)).auth).toEqual({ token: name });
});

test("without a user for a webhook, the user of the current context is used", async () => {
  const kubeconfig = parseKubeconfig(
    "users",
    JSON.stringify({
      users: [{ name: "current", user: { token: "t" } }],
      contexts: [{ name: "x", context: { user: "current" } }],
      "current-context": "x",
    }),
  );
  expect((await new HookUsers(kubeconfig).credentialsFor("a:443")).auth).toEqual({ token: "t" });
  expect(await new HookUsers(undefined).credentialsFor("a:443")).toEqual({});
});

test("in a pod, kube-apiserver as a webhook gets the service account, unless a user has its name", async () => {
  const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const named = parseKubeconfig(
    "users",
    JSON.stringify({ users: [{ name: "kubernetes.default.svc", user: { token: "t" } }] }),
  );
  expect((await new HookUsers(named, pod).credentialsFor("kubernetes.default.svc:443")).auth).toEqual({ token: "t" });
  // This machine has no service account, so its files are missed.
  await expect(new HookUsers(undefined, pod).credentialsFor("kubernetes.default.svc:443")).rejects.toThrow(
    "/var/run/secrets/kubernetes.io/serviceaccount",
  );
  expect(await new HookUsers(undefined, pod).credentialsFor("other.default.svc:443")).toEqual({});
});

test.each([
  [{ kind: "Other" }, "the configuration must be a WebhookAdmissionConfiguration of apiserver.config.k8s.io/v1"],
  [{ ...webhookKind, kubeconfigFile: "/a" }, 'unknown field "kubeconfigFile"'],
  [{ ...webhookKind, kubeConfigFile: "a" }, 'kubeConfigFile: Invalid value: "a": must be an absolute file path'],
  [{ ...webhookKind, kubeConfigFile: "/does/not/exist" }, "kubeConfigFile: ENOENT"],
  [
    { ...webhookKind, staticManifestsDir: "/a" },
    "staticManifestsDir is not supported: create the webhooks in the cluster",
  ],
])("the configuration %o is an error at the start", async (configuration, message) => {
  await expect(configured(configuration)).rejects.toThrow(message);
});

test("credentials that cannot be used end the request", async () => {
  const kubeConfigFile = usersFile({ "*": { "client-certificate": "/does/not/exist", "client-key": "/x" } });
  hooks.on("/review");
  putWebhooks(peer, "validating", "w", hook("w.example.com", hooks.url("/review")));
  const server = await configured({ ...webhookKind, kubeConfigFile });
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  expect(json).toMatchObject({ code: 500 });
  expect(json["message"]).toContain('failed calling webhook "w.example.com": could not get REST client: ');
});
