import { ServerMetrics, versionInfo } from "@apimachinery/apiserver";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { group, pizza, pizzas, textOf, type InProcessServer } from "../harness.js";
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
  putNamespace(peer, "default", { labels: { team: "a" } });
});

afterEach(() => {
  resetPeer(peer);
  hooks.calls.length = 0;
});

afterAll(async () => {
  await hooks.close();
  await peer.close();
});

function start(more: Parameters<typeof inCluster>[1] = {}): Promise<InProcessServer> {
  return inCluster(peer, { resolveService: hooks.resolve, ...more });
}

test("a webhook gets a review with the object in the version of the request", async () => {
  hooks.on("/review");
  putWebhooks(peer, "validating", "w", hook("review.example.com", hooks.url("/review")));
  const server = await start({
    user: { name: "jane", uid: "7", groups: ["system:masters"], extra: { scopes: ["a"] } },
  });
  expect((await server.post(`${pizzas}?fieldManager=me`, pizza("x", "tomato"))).status).toBe(201);
  const [call] = hooks.calls;
  const request = call?.review["request"];
  expect(call?.url).toBe("/review?timeout=10s");
  expect(call?.httpVersion).toBe("1.1");
  expect(call?.headers).toMatchObject({
    "content-type": "application/json",
    accept: "application/json, */*",
    "user-agent": "kube-apiserver-admission",
  });
  expect(call?.review).toEqual({
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      kind: { group: "restaurant.programming-kubernetes.info", version: "v1beta1", kind: "Pizza" },
      resource: { group: "restaurant.programming-kubernetes.info", version: "v1beta1", resource: "pizzas" },
      requestKind: { group: "restaurant.programming-kubernetes.info", version: "v1beta1", kind: "Pizza" },
      requestResource: { group: "restaurant.programming-kubernetes.info", version: "v1beta1", resource: "pizzas" },
      name: "x",
      namespace: "default",
      operation: "CREATE",
      userInfo: {
        username: "jane",
        uid: "7",
        groups: ["system:masters", "system:authenticated"],
        extra: { scopes: ["a"] },
      },
      object: request?.["object"],
      oldObject: null,
      dryRun: false,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
    },
  });
  expect(request?.["object"]).toMatchObject({
    kind: "Pizza",
    apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
    metadata: { name: "x", namespace: "default" },
    spec: { toppings: [{ name: "tomato", quantity: 1 }] },
  });
  expect(Object.keys(request ?? {})).toEqual([
    "uid",
    "kind",
    "resource",
    "requestKind",
    "requestResource",
    "name",
    "namespace",
    "operation",
    "userInfo",
    "object",
    "oldObject",
    "dryRun",
    "options",
  ]);
});

test("webhooks see creates, updates, patches, applies and deletions", async () => {
  hooks.on("/review");
  putWebhooks(peer, "validating", "w", hook("review.example.com", hooks.url("/review")));
  const server = await start();
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  await server.put(`${pizzas}/x`, json);
  await server.patch(`${pizzas}/x`, "merge-patch", { metadata: { labels: { a: "b" } } });
  const applied = { apiVersion: json["apiVersion"], kind: "Pizza", ...pizza("new", "salami") };
  const headers = { "content-type": "application/apply-patch+yaml" };
  await server.send("PATCH", `${pizzas}/new?fieldManager=me`, { body: applied, headers });
  await server.delete(`${pizzas}/x`);
  await server.delete(pizzas);
  const seen = hooks.calls.map(({ review }) => {
    const { operation, name, object, oldObject, options } = review["request"] ?? {};
    const names = [name, object?.["metadata"]?.["name"], oldObject?.["metadata"]?.["name"]];
    return [operation, ...names, options?.["kind"]].map(textOf).join(" ");
  });
  expect(seen).toEqual([
    "CREATE x x  CreateOptions",
    "UPDATE x x x UpdateOptions",
    "UPDATE x x x UpdateOptions",
    "CREATE new new  CreateOptions",
    "DELETE x  x DeleteOptions",
    "DELETE   new DeleteOptions",
  ]);
});

test("a refusal has the Status of the webhook", async () => {
  const statuses = [
    [{ code: 403, message: "you shall not pass", reason: "Forbidden" }, 403, "Forbidden", ": you shall not pass"],
    [{ reason: "NotToday" }, 400, "NotToday", ": NotToday"],
    [undefined, 400, undefined, " without explanation"],
    [{ code: 200, status: "Success", message: "no" }, 400, undefined, ": no"],
    [{ code: 70_000, message: "no" }, 500, undefined, ": no"],
  ] as const;
  putWebhooks(peer, "validating", "w", hook("deny.example.com", hooks.url("/deny")));
  const server = await start();
  for (const [status, code, reason, message] of statuses) {
    hooks.on("/deny", () => ({ allowed: false, status }));
    const reply = await server.post(pizzas, pizza("x", "tomato"));
    expect(reply.status).toBe(code);
    expect(reply.json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `admission webhook "deny.example.com" denied the request${message}`,
      ...(reason === undefined ? {} : { reason }),
      code,
    });
  }
});

test("the first refusal is the response, and all webhooks are called in parallel", async () => {
  let finish: () => void = () => undefined;
  hooks.on("/slow", ({ review }, response) => {
    finish = () => {
      const status = { message: "slow" };
      response.end(
        JSON.stringify({ ...review, response: { uid: review["request"]?.["uid"], allowed: false, status } }),
      );
    };
    return undefined;
  });
  hooks.on("/fast", () => {
    // The slow webhook refuses the request only after the fast one.
    setTimeout(() => {
      finish();
    }, 200);
    return { allowed: false, status: { message: "fast" } };
  });
  putWebhooks(peer, "validating", "a", hook("slow.example.com", hooks.url("/slow")));
  putWebhooks(peer, "validating", "b", hook("fast.example.com", hooks.url("/fast")));
  const logged: string[] = [];
  const server = await start({ log: (message, error) => logged.push(`${message}: ${String(error)}`) });
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  expect(json["message"]).toBe('admission webhook "fast.example.com" denied the request: fast');
  expect(logged.join()).toContain('admission webhook "slow.example.com" denied the request: slow');
});

test("warnings of a webhook reach the client", async () => {
  hooks.on("/warn", () => ({ allowed: true, warnings: ["take care", "line\nbreak"] }));
  putWebhooks(peer, "validating", "w", hook("warn.example.com", hooks.url("/warn")));
  const { headers } = await (await start()).post(pizzas, pizza("x", "tomato"));
  expect(headers["warning"]).toEqual(['299 - "take care"']);
});

test("a webhook behind a service is called by the name of the service, over connections that stay open", async () => {
  hooks.on("/review");
  putWebhooks(peer, "validating", "w", hook("review.example.com", hooks.service("review")));
  const server = await start();
  const before = hooks.connections;
  for (const name of ["a", "b", "c", "d"]) await server.post(pizzas, pizza(name, "tomato"));
  expect(hooks.calls.map(({ url, headers, serverName }) => [url, headers.host, serverName])).toEqual(
    Array(4).fill(["/review?timeout=10s", "webhook.hooks.svc:443", "webhook.hooks.svc"]),
  );
  expect(hooks.connections - before).toBeLessThan(4);
});

test("version v1beta1 of AdmissionReview is lax", async () => {
  hooks.on("/old", (_call, response) => {
    response.end(JSON.stringify({ response: { allowed: true, uid: "any" } }));
    return undefined;
  });
  const old = hook("old.example.com", hooks.url("/old"), { admissionReviewVersions: ["v2", "v1beta1", "v1"] });
  putWebhooks(peer, "validating", "w", old);
  expect((await (await start()).post(pizzas, pizza("x", "tomato"))).status).toBe(201);
  expect(hooks.calls[0]?.review["apiVersion"]).toBe("admission.k8s.io/v1beta1");
});

test("selectors compare the labels of the namespace and of the old and the new object", async () => {
  hooks.on("/review", () => ({ allowed: false }));
  const url = hooks.url("/review");
  const ofTeam = (team: string) => ({ namespaceSelector: { matchLabels: { team } } });
  const labelled = { objectSelector: { matchLabels: { checked: "yes" } } };
  putWebhooks(
    peer,
    "validating",
    "w",
    hook("team.example.com", url, ofTeam("b")),
    hook("label.example.com", url, labelled),
  );
  const server = await start();
  const { json } = await server.post(pizzas, pizza("x", "tomato"));
  expect(json["kind"]).toBe("Pizza");
  const metadata = { ...json["metadata"], labels: { checked: "yes" } };
  expect((await server.put(`${pizzas}/x`, { ...json, metadata })).json["message"]).toContain("label.example.com");
  putNamespace(peer, "default", { labels: { team: "b" } });
  await expect
    .poll(async () => (await server.patch(`${pizzas}/x`, "merge-patch", {})).json["message"])
    .toContain("team.example.com");
});

test("the labels of a namespace that the cache does not contain are read from the cluster", async () => {
  hooks.on("/review", () => ({ allowed: false }));
  const webhook = hook("w.example.com", hooks.url("/review"), { namespaceSelector: { matchLabels: { new: "yes" } } });
  putWebhooks(peer, "validating", "w", webhook);
  const server = await start();
  await server.post(pizzas, pizza("x", "tomato"));
  peer.intercept = ({ query }) => query.has("watch");
  await peer.disconnect();
  await peer.listen();
  putNamespace(peer, "new", { labels: { new: "yes" } });
  const inNew = `${group}/v1beta1/namespaces/new/pizzas`;
  expect((await server.post(inNew, pizza("x", "tomato"))).json["message"]).toContain("w.example.com");
});

test.each([
  ["Exact", undefined],
  ["Equivalent", "v1alpha1"],
])("with match policy %s, a webhook for v1alpha1 is called for v1beta1 in version %s", async (matchPolicy, version) => {
  hooks.on("/review");
  const rules = [{ operations: ["CREATE"], apiGroups: ["*"], apiVersions: ["v1alpha1"], resources: ["pizzas"] }];
  putWebhooks(peer, "validating", "w", hook("w.example.com", hooks.url("/review"), { rules, matchPolicy }));
  await (await start()).post(pizzas, pizza("x", "tomato"));
  const request = hooks.calls[0]?.review["request"];
  expect(request?.["kind"]?.["version"]).toBe(version);
  if (version === undefined) return;
  expect(request?.["resource"]).toMatchObject({ version, resource: "pizzas" });
  expect(request?.["requestResource"]).toMatchObject({ version: "v1beta1" });
  expect(request?.["object"]).toMatchObject({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    spec: { toppings: ["tomato"] },
  });
});

test("a webhook acts soon after its creation, and not after its deletion", async () => {
  hooks.on("/deny", () => ({ allowed: false }));
  const server = await start();
  const status = async () => (await server.post(`${pizzas}?dryRun=All`, pizza("x", "tomato"))).status;
  expect(await status()).toBe(201);
  putWebhooks(peer, "validating", "w", hook("deny.example.com", hooks.url("/deny")));
  await expect.poll(status).toBe(400);
  peer.objects.remove("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/w");
  await expect.poll(status).toBe(201);
});

test("metrics count calls, refusals and ignored failures with Kubernetes' names", async () => {
  hooks.on("/deny", () => ({ allowed: false, status: { code: 403 } }));
  putWebhooks(
    peer,
    "validating",
    "w",
    hook("deny.example.com", hooks.url("/deny")),
    hook("broken.example.com", hooks.url("/missing"), { failurePolicy: "Ignore" }),
  );
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  await (await start({ metrics })).post(pizzas, pizza("x", "tomato"));
  const text = await metrics.text();
  const lines = text.split("\n").filter((line) => line.startsWith("apiserver_admission_webhook_"));
  const counts = lines.filter((line) => !line.includes("duration"));
  expect(counts.sort()).toEqual([
    'apiserver_admission_webhook_fail_open_count{name="broken.example.com",type="validating"} 1',
    'apiserver_admission_webhook_rejection_count{name="deny.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="403"} 1',
    'apiserver_admission_webhook_request_total{name="broken.example.com",type="validating",operation="CREATE",code="404",rejected="false"} 1',
    'apiserver_admission_webhook_request_total{name="deny.example.com",type="validating",operation="CREATE",code="403",rejected="true"} 1',
  ]);
  expect(lines.some((line) => line.startsWith("apiserver_admission_webhook_admission_duration_seconds_count"))).toBe(
    true,
  );
});
