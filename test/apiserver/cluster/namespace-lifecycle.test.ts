import { errors, type AdmissionPlugin, type Attributes } from "@apimachinery/apiserver";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newNamespaceLifecycle } from "../../../apiserver/admission/namespace-lifecycle/namespace-lifecycle.js";
import { byDefault } from "../admitting.js";
import { group, pizza, toppings, type InProcessServer } from "../harness.js";
import { ClusterPeer } from "./cluster-peer.js";
import { inCluster, putNamespace, resetPeer } from "./in-cluster.js";

let peer: ClusterPeer;

beforeAll(async () => {
  peer = await ClusterPeer.start();
});

afterEach(() => {
  resetPeer(peer);
});

afterAll(() => peer.close());

const pizzasIn = (namespace: string) => `${group}/v1beta1/namespaces/${namespace}/pizzas`;

/** Number of requests in which the server read a single namespace. */
function reads(name: string): number {
  return peer.requests.filter(({ path }) => path === `/api/v1/namespaces/${name}`).length;
}

test("an object can be created in an existing namespace, without a request to the cluster", async () => {
  putNamespace(peer, "here");
  const server = await inCluster(peer);
  expect((await server.post(pizzasIn("here"), pizza("x", "tomato"))).status).toBe(201);
  expect(reads("here")).toBe(0);
});

test.each(["", "?dryRun=All"])("a create%s in a missing namespace gets the cluster's 404", async (query) => {
  const server = await inCluster(peer);
  const { json } = await server.post(`${pizzasIn("nowhere")}${query}`, pizza("x", "tomato"));
  expect(json).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: 'namespaces "nowhere" not found',
    details: { name: "nowhere", kind: "namespaces" },
  });
  expect(reads("nowhere")).toBe(1);
});

test("a namespace that the cache has not received yet is read from the cluster", async () => {
  putNamespace(peer, "here");
  const server = await inCluster(peer);
  await server.post(pizzasIn("here"), pizza("x", "tomato"));
  peer.intercept = ({ query }) => query.has("watch");
  await peer.disconnect();
  await peer.listen();
  putNamespace(peer, "new");
  expect((await server.post(pizzasIn("new"), pizza("x", "tomato"))).status).toBe(201);
  expect(reads("new")).toBe(1);
});

test.each([
  [{ name: "x" }, "x"],
  [{ generateName: "made-" }, "made-"],
])("a create of %o in a namespace that is being deleted is refused", async (metadata, shown) => {
  putNamespace(peer, "ending", {}, "Terminating");
  const server = await inCluster(peer);
  const { json } = await server.post(pizzasIn("ending"), { ...pizza("x", "tomato"), metadata });
  expect(json).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: `pizzas.restaurant.programming-kubernetes.info "${shown}" is forbidden: unable to create new content in namespace ending because it is being terminated`,
    details: {
      name: shown,
      kind: "pizzas",
      causes: [
        {
          reason: "NamespaceTerminating",
          message: "namespace ending is being terminated",
          field: "metadata.namespace",
        },
      ],
    },
  });
});

test("updates, patches and deletions in a namespace that is being deleted are allowed", async () => {
  putNamespace(peer, "ending");
  const server = await inCluster(peer);
  const { json } = await server.post(pizzasIn("ending"), pizza("x", "tomato"));
  putNamespace(peer, "ending", {}, "Terminating");
  const path = `${pizzasIn("ending")}/x`;
  expect((await server.put(path, json)).status).toBe(200);
  expect((await server.patch(path, "merge-patch", { metadata: { labels: { a: "b" } } })).status).toBe(200);
  expect((await server.delete(path)).status).toBe(200);
});

test("cluster-wide objects need no namespace", async () => {
  const server = await inCluster(peer);
  expect((await server.post(toppings, { metadata: { name: "x" }, spec: { cost: 1 } })).status).toBe(201);
});

test("a cluster that cannot be reached is a 500, and nothing is stored", async () => {
  const server = await inCluster(peer);
  await server.get(pizzasIn("nowhere"));
  peer.intercept = ({ path }, response) => {
    if (path !== "/api/v1/namespaces/nowhere") return false;
    response.writeHead(500, { "content-type": "text/plain" }).end("broken");
    return true;
  };
  const { json } = await server.post(pizzasIn("nowhere"), pizza("x", "tomato"));
  expect(json).toMatchObject({ code: 500, reason: "InternalError" });
  expect(json["message"]).toMatch(/^Internal error occurred: an error on the server \("broken"\)/);
  expect((await server.get(`${pizzasIn("nowhere")}/x`)).status).toBe(404);
});

test("the plugin can be disabled", async () => {
  const server: InProcessServer = await inCluster(peer, {
    options: { ...byDefault, disableAdmissionPlugins: ["NamespaceLifecycle", "ValidatingAdmissionPolicy"] },
  });
  expect((await server.post(pizzasIn("nowhere"), pizza("x", "tomato"))).status).toBe(201);
});

/** Properties of a request for the plugin. It reads no others. */
function given(more: Partial<Attributes>): Attributes {
  const part: Partial<Attributes> = {
    operation: "CREATE",
    kind: { group: "", version: "v1", kind: "Pod" },
    resource: { group: "", version: "v1", resource: "pods" },
    namespace: "x",
    name: "pod",
    ...more,
  };
  return part as Attributes;
}

const ofNamespace = {
  kind: { group: "", version: "v1", kind: "Namespace" },
  resource: { group: "", version: "v1", resource: "namespaces" },
} as const;

function lifecycle(phases: { readonly cached?: string; readonly live?: string }, now = () => 0): AdmissionPlugin {
  const namespace = (phase: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: {}, status: { phase } });
  const source = {
    hasSynced: true,
    cached: () => (phases.cached === undefined ? undefined : namespace(phases.cached)),
    read: () =>
      phases.live === undefined
        ? Promise.reject(errors.newNotFound({ group: "", name: "namespaces" }, "x"))
        : Promise.resolve(namespace(phases.live)),
  };
  return newNamespaceLifecycle(source, now);
}

test("for 30 seconds after its deletion, the state of a namespace is read from the cluster", async () => {
  let now = 0;
  const plugin = lifecycle({ cached: "Active", live: "Terminating" }, () => now);
  await plugin.admit?.(given({}));
  await plugin.admit?.(given({ ...ofNamespace, operation: "DELETE", name: "x" }));
  await expect(plugin.admit?.(given({}))).rejects.toThrow("because it is being terminated");
  now = 30_000;
  await plugin.admit?.(given({}));
});

test.each(["default", "kube-system", "kube-public"])("the namespace %s cannot be deleted", async (name) => {
  const plugin = lifecycle({});
  await expect(
    plugin.admit?.(given({ ...ofNamespace, operation: "DELETE", name, namespace: name })),
  ).rejects.toMatchObject({
    code: 403,
    message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
  });
});

test("access reviews in a missing namespace are allowed", async () => {
  const resource = { group: "authorization.k8s.io", version: "v1", resource: "localsubjectaccessreviews" };
  await lifecycle({}).admit?.(given({ resource }));
  await expect(lifecycle({}).admit?.(given({}))).rejects.toMatchObject({ code: 404 });
});

test("the plugin does not handle CONNECT, as in Kubernetes", () => {
  const plugin = lifecycle({});
  expect((["CREATE", "UPDATE", "DELETE", "CONNECT"] as const).map((operation) => plugin.handles(operation))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
