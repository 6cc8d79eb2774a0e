import { afterEach, beforeEach, expect, test } from "vitest";
import { buildAdmission, MemoryStorage } from "@apimachinery/apiserver";
import { byDefault } from "../admitting.js";
import { InProcessServer, textOf, type Json } from "../harness.js";
import { restaurantGroup } from "../restaurant-group.js";
import { bakeryGroup, oven, ovens } from "../verbs/bakery.js";
import { ClusterPeer } from "./cluster-peer.js";
import { clusterOf, putNamespace } from "./in-cluster.js";
import { hook, patching, putWebhooks, WebhookServer } from "./webhook-server.js";

let peer: ClusterPeer;
let hooks: WebhookServer;
const stop = new AbortController();

beforeEach(async () => {
  peer = await ClusterPeer.start();
  hooks = await WebhookServer.start();
  putNamespace(peer, "default");
});

afterEach(async () => {
  stop.abort();
  await hooks.close();
  await peer.close();
});

/** Returns a server with ovens, which have a status and a scale. */
async function withOven(): Promise<InProcessServer> {
  const storage = new MemoryStorage();
  const { startInformers, admission, loopback } = await buildAdmission({
    options: byDefault,
    plugins: [],
    scheme: restaurantGroup(storage).scheme,
    authorizers: [],
    external: await clusterOf(peer),
    log: () => undefined,
  });
  const server = new InProcessServer({ storage, admission, groups: [bakeryGroup], config: { loopback } });
  await startInformers({ signal: stop.signal });
  expect((await server.post(ovens, oven("a", { replicas: 2 }))).status).toBe(201);
  return server;
}

const subresources = [{ operations: ["UPDATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["ovens/*"] }];

function request(): Json {
  return hooks.calls[0]?.review["request"] ?? {};
}

test("a webhook for status sees and changes the object whose status is written", async () => {
  hooks.on("/hook", () => patching({ op: "replace", path: "/status/heat", value: "warm" }));
  putWebhooks(peer, "mutating", "w", hook("w.example.com", hooks.url("/hook"), { rules: subresources }));
  const server = await withOven();
  const { json } = await server.patch(`${ovens}/a/status`, "merge-patch", { status: { heat: "hot" } });
  expect(json["status"]).toMatchObject({ heat: "warm" });
  expect(hooks.calls).toHaveLength(1);
  expect(request()).toMatchObject({
    subResource: "status",
    requestSubResource: "status",
    kind: { kind: "Oven" },
    object: { kind: "Oven", status: { heat: "hot" } },
  });
});

test("a webhook for scale sees and changes the Scale", async () => {
  hooks.on("/hook", () => patching({ op: "replace", path: "/spec/replicas", value: 7 }));
  putWebhooks(peer, "mutating", "w", hook("w.example.com", hooks.url("/hook"), { rules: subresources }));
  const server = await withOven();
  const { json } = await server.patch(`${ovens}/a/scale`, "merge-patch", { spec: { replicas: 3 } });
  expect(json).toMatchObject({ kind: "Scale", spec: { replicas: 7 } });
  expect((await server.get(`${ovens}/a`)).json["spec"]).toMatchObject({ replicas: 7 });
  expect(request()).toMatchObject({
    subResource: "scale",
    kind: { group: "autoscaling", version: "v1", kind: "Scale" },
    resource: { resource: "ovens" },
    object: { kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 3 } },
    oldObject: { kind: "Scale", spec: { replicas: 2 } },
  });
});

test("a rule without a slash selects only the resource itself", async () => {
  hooks.on("/hook", () => ({ allowed: false }));
  const rules = [{ operations: ["UPDATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];
  putWebhooks(peer, "validating", "w", hook("w.example.com", hooks.url("/hook"), { rules }));
  const server = await withOven();
  const { status } = await server.patch(`${ovens}/a/status`, "merge-patch", { status: { heat: "hot" } });
  expect(status).toBe(200);
  const { json } = await server.patch(`${ovens}/a`, "merge-patch", { metadata: { labels: { a: "b" } } });
  expect(textOf(json["message"])).toContain("denied the request");
});
