import type { PluginFactory } from "@apimachinery/apiserver";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Webhook } from "../../../apiserver/admission/webhook/webhook-configuration.js";
import { pizza, pizzas, textOf, type InProcessServer, type Json } from "../harness.js";
import { ClusterPeer } from "./cluster-peer.js";
import { inCluster, putNamespace, resetPeer } from "./in-cluster.js";
import { hook, patching, putWebhooks, WebhookServer } from "./webhook-server.js";

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

function start(...plugins: readonly PluginFactory[]): Promise<InProcessServer> {
  return inCluster(peer, { plugins, resolveService: hooks.resolve });
}

/** Adds a mutating webhook whose name and path are `name`. */
function mutate(name: string, respond: (object: Json) => object, more: Partial<Webhook> = {}): Webhook {
  hooks.on(`/${name}`, ({ review }) => respond(review["request"]?.["object"] ?? {}));
  return hook(`${name}.example.com`, hooks.url(`/${name}`), more);
}

/** Returns an operation that sets a label of an object. */
function label(object: Json, key: string, value: string): object {
  return object["metadata"]?.["labels"] === undefined
    ? { op: "add", path: "/metadata/labels", value: { [key]: value } }
    : { op: "add", path: `/metadata/labels/${key}`, value };
}

function labelsSeen(): readonly string[] {
  return hooks.calls.map(({ url, review }) => {
    const labels = Object.keys(review["request"]?.["object"]?.["metadata"]?.["labels"] ?? {}).sort();
    return `${url.split("?")[0] ?? ""}: ${labels.join(" ")}`;
  });
}

test("webhooks are called in the order of their configurations, and each sees earlier changes", async () => {
  putWebhooks(
    peer,
    "mutating",
    "b",
    mutate("third", (object) => patching(label(object, "c", "3"))),
  );
  putWebhooks(
    peer,
    "mutating",
    "a",
    mutate("first", (object) => patching(label(object, "a", "1"))),
    mutate("second", (object) => patching(label(object, "b", "2"))),
  );
  const { json } = await (await start()).post(pizzas, pizza("x", "tomato"));
  expect(json["metadata"]).toMatchObject({ labels: { a: "1", b: "2", c: "3" } });
  expect(labelsSeen()).toEqual(["/first: ", "/second: a", "/third: a b"]);
});

test("a patch is applied in the version of the webhook, whose defaults are set, and stored", async () => {
  const rules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["v1alpha1"], resources: ["pizzas"] }];
  const add = () => patching({ op: "add", path: "/spec/toppings/-", value: "salami" });
  putWebhooks(peer, "mutating", "a", mutate("add", add, { rules }));
  const remove = () => patching({ op: "remove", path: "/spec/toppings" });
  putWebhooks(peer, "mutating", "b", mutate("remove", remove, { objectSelector: { matchLabels: { plain: "yes" } } }));
  const server = await start();
  await server.post(pizzas, pizza("x", "tomato"));
  expect((await server.get(`${pizzas}/x`)).json["spec"]).toEqual({
    toppings: [
      { name: "tomato", quantity: 1 },
      { name: "salami", quantity: 1 },
    ],
  });
  const plain = { ...pizza("y", "tomato"), metadata: { name: "y", labels: { plain: "yes" } } };
  const { json } = await server.post(pizzas, plain);
  expect(json["spec"]?.["toppings"]).toHaveLength(3);
});

test("a webhook with the policy IfNeeded is called once more after later changes", async () => {
  const add = (key: string) => (object: Json) => patching(label(object, key, "1"));
  putWebhooks(
    peer,
    "mutating",
    "w",
    mutate("first", add("a"), { reinvocationPolicy: "IfNeeded" }),
    mutate("never", add("b")),
    mutate("last", add("c"), { reinvocationPolicy: "IfNeeded" }),
  );
  await (await start()).post(pizzas, pizza("x", "tomato"));
  expect(labelsSeen()).toEqual(["/first: ", "/never: a", "/last: a b", "/first: a b c"]);
});

test("other plugins run again with the change of a webhook, and their change reaches the webhook", async () => {
  const seen: string[] = [];
  const plugin: PluginFactory = {
    name: "Plugin",
    build: () => ({
      name: "Plugin",
      handles: () => true,
      admit: ({ object }) => {
        const labels = Object.keys(object?.metadata.labels ?? {});
        seen.push(labels.join(" "));
        if (object !== undefined) object.metadata.labels = { ...object.metadata.labels, plugin: String(seen.length) };
        return Promise.resolve();
      },
    }),
  };
  const once = (object: Json) => patching(label(object, "hook", "1"));
  putWebhooks(peer, "mutating", "w", mutate("hook", once, { reinvocationPolicy: "IfNeeded" }));
  const { json } = await (await start(plugin)).post(pizzas, pizza("x", "tomato"));
  expect(seen).toEqual(["hook", "hook plugin"]);
  expect(labelsSeen()).toEqual(["/hook: ", "/hook: hook plugin"]);
  expect(json["metadata"]).toMatchObject({ labels: { hook: "1", plugin: "2" } });
});

test("the change of a webhook passes validation and validating webhooks", async () => {
  putWebhooks(
    peer,
    "mutating",
    "w",
    mutate("add", (object) => patching(label(object, "a", "not a value"))),
  );
  const server = await start();
  expect((await server.post(pizzas, pizza("x", "tomato"))).json).toMatchObject({ code: 422, reason: "Invalid" });
  mutate("add", (object) => patching(label(object, "a", "b")));
  hooks.on("/check", ({ review }) => ({
    allowed: false,
    status: { message: JSON.stringify(review["request"]?.["object"]?.["metadata"]?.["labels"]) },
  }));
  putWebhooks(peer, "validating", "w", hook("check.example.com", hooks.url("/check")));
  await expect
    .poll(async () => (await server.post(`${pizzas}?dryRun=All`, pizza("x", "tomato"))).json["message"])
    .toBe('admission webhook "check.example.com" denied the request: {"a":"b"}');
});

test("a patch of an update can make it a change, which is stored; without a patch nothing is stored", async () => {
  const counted = (object: Json) =>
    textOf(object["metadata"]?.["name"]) === "x" ? { allowed: true } : patching(label(object, "a", "1"));
  putWebhooks(
    peer,
    "mutating",
    "w",
    mutate("count", counted, {
      rules: [{ operations: ["UPDATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["pizzas"] }],
    }),
  );
  const server = await start();
  for (const name of ["x", "y"]) {
    const { json } = await server.post(pizzas, pizza(name, "tomato"));
    const updated = await server.put(`${pizzas}/${name}`, json);
    const isSame = updated.json["metadata"]?.["resourceVersion"] === json["metadata"]?.["resourceVersion"];
    expect(isSame).toBe(name === "x");
  }
});

const alpha = "restaurant.programming-kubernetes.info/v1alpha1";

test.each([
  [
    "another name",
    [{ op: "replace", path: "/metadata/name", value: "z" }],
    422,
    'metadata.name: Invalid value: "z": field is immutable',
  ],
  ["no name", [{ op: "remove", path: "/metadata/name" }], 422, 'metadata.name: Invalid value: "": field is immutable'],
  [
    "another uid",
    [{ op: "replace", path: "/metadata/uid", value: "z" }],
    422,
    'metadata.uid: Invalid value: "z": field is immutable',
  ],
  [
    "another namespace",
    [{ op: "replace", path: "/metadata/namespace", value: "z" }],
    400,
    "the namespace of the provided object does not",
  ],
  [
    "another kind",
    [
      { op: "replace", path: "/apiVersion", value: alpha },
      { op: "replace", path: "/kind", value: "Topping" },
    ],
    500,
    "unknown conversion",
  ],
  ["an unknown kind", [{ op: "replace", path: "/kind", value: "Pasta" }], 500, 'no kind "Pasta" is registered'],
  ["an unknown version", [{ op: "replace", path: "/apiVersion", value: "v9" }], 500, "no kind"],
  ["a list", [{ op: "replace", path: "", value: [] }], 500, "Internal error occurred"],
  ["no metadata", [{ op: "remove", path: "/metadata" }], 422, "metadata.resourceVersion"],
  ["a wrong type", [{ op: "replace", path: "/spec/toppings", value: "many" }], 500, "cannot unmarshal"],
  ["a missing path", [{ op: "remove", path: "/spec/missing" }], 500, "missing"],
] as const)(
  "a patch of an update to %s is refused, and nothing is stored",
  async (_what, operations, code, message) => {
    const rules = [{ operations: ["UPDATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["pizzas"] }];
    putWebhooks(
      peer,
      "mutating",
      "w",
      mutate("forbidden", () => patching(...operations), { rules }),
    );
    const server = await start();
    const { json } = await server.post(pizzas, pizza("x", "tomato"));
    const reply = await server.put(`${pizzas}/x`, json);
    expect([reply.status, reply.json["message"]]).toEqual([code, expect.stringContaining(message) as string]);
    expect((await server.get(`${pizzas}/x`)).json).toEqual(json);
    expect((await server.get(pizzas)).json["items"]).toHaveLength(1);
  },
);

test("a patch of a create cannot set system fields or another namespace", async () => {
  const system = [
    { op: "add", path: "/metadata/uid", value: "z" },
    { op: "add", path: "/metadata/resourceVersion", value: "7" },
    { op: "add", path: "/metadata/creationTimestamp", value: "2001-01-01T00:00:00Z" },
  ];
  putWebhooks(
    peer,
    "mutating",
    "w",
    mutate("system", () => patching(...system)),
  );
  const server = await start();
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  expect(json).toMatchObject({ kind: "Pizza" });
  const { metadata } = (await server.get(`${pizzas}/x`)).json;
  expect(metadata?.["uid"]).not.toBe("z");
  expect(metadata?.["resourceVersion"]).not.toBe("7");
  expect(metadata?.["creationTimestamp"]).not.toBe("2001-01-01T00:00:00Z");
  mutate("system", () => patching({ op: "add", path: "/metadata/namespace", value: "other" }));
  expect((await server.post(pizzas, pizza("y", "tomato"))).json).toMatchObject({
    code: 400,
    message: "the namespace of the provided object does not match the namespace sent on the request",
  });
});

test("a patch of a deletion is refused", async () => {
  const rules = [{ operations: ["DELETE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }];
  putWebhooks(
    peer,
    "mutating",
    "w",
    mutate("gone", () => patching({ op: "add", path: "/a", value: 1 }), { rules }),
  );
  const server = await start();
  await server.post(pizzas, pizza("x", "tomato"));
  expect((await server.delete(`${pizzas}/x`)).json).toMatchObject({
    code: 500,
    message:
      'Internal error occurred: admission webhook "gone.example.com" attempted to modify the object, which is not supported for this operation',
  });
  expect((await server.get(`${pizzas}/x`)).status).toBe(200);
});
