import { buildAdmission, MemoryStorage, newAPIGroups } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { afterEach, beforeEach, expect, test } from "vitest";
import { byDefault } from "../admitting.js";
import { automobile, automobiles, dealerGroup } from "../garage/dealer.js";
import { garageDefinition } from "../garage/group.js";
import { InProcessServer } from "../harness.js";
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

/** Returns a server whose automobiles are stored as the cars of another group. */
async function withTwoGroups(): Promise<InProcessServer> {
  const storage = new MemoryStorage();
  const scheme = new Scheme("garage");
  const infos = newAPIGroups([garageDefinition(), dealerGroup], { scheme, storage, keyPrefix: "/registry/garage" });
  const { startInformers, admission, loopback } = await buildAdmission({
    options: byDefault,
    plugins: [],
    scheme,
    authorizers: [],
    external: await clusterOf(peer),
    log: () => undefined,
  });
  const groups = infos.map((info) => () => info);
  const server = new InProcessServer({ storage, admission, groups, config: { loopback } });
  await startInformers({ signal: stop.signal });
  return server;
}

const onlyCars = {
  rules: [{ operations: ["CREATE"], apiGroups: ["garage.example.com"], apiVersions: ["v1"], resources: ["cars"] }],
};

test("a webhook for cars also sees and changes automobiles, which are stored as cars", async () => {
  hooks.on("/paint", () => patching({ op: "replace", path: "/spec/colour", value: "green" }));
  putWebhooks(peer, "mutating", "w", hook("paint.example.com", hooks.url("/paint"), onlyCars));
  hooks.on("/see");
  putWebhooks(peer, "validating", "w", hook("see.example.com", hooks.url("/see"), onlyCars));
  const server = await withTwoGroups();
  const { json } = await server.post(automobiles, automobile("a", "red"));
  expect(json).toMatchObject({ kind: "Automobile", spec: { paint: "green" } });
  expect(hooks.calls.map(({ review }) => review["request"])).toMatchObject([
    {
      kind: { group: "garage.example.com", kind: "Car" },
      resource: { group: "garage.example.com", resource: "cars" },
      requestKind: { group: "dealer.example.com", kind: "Automobile" },
      requestResource: { group: "dealer.example.com", resource: "automobiles" },
      object: { apiVersion: "garage.example.com/v1", kind: "Car", spec: { colour: "red" } },
    },
    { object: { apiVersion: "garage.example.com/v1", kind: "Car", spec: { colour: "green" } } },
  ]);
});

test("a webhook for cars with the match policy Exact does not see automobiles", async () => {
  hooks.on("/deny", () => ({ allowed: false }));
  putWebhooks(
    peer,
    "validating",
    "w",
    hook("deny.example.com", hooks.url("/deny"), { ...onlyCars, matchPolicy: "Exact" }),
  );
  const server = await withTwoGroups();
  expect((await server.post(automobiles, automobile("a", "red"))).status).toBe(201);
});
