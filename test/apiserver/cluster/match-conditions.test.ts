import { ServerMetrics, versionInfo, type Authorizer } from "@apimachinery/apiserver";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Webhook } from "../../../apiserver/admission/webhook/webhook-configuration.js";
import { pizza, pizzas, toppings, type InProcessServer, type Reply } from "../harness.js";
import { ClusterPeer } from "./cluster-peer.js";
import { inCluster, putNamespace, resetPeer } from "./in-cluster.js";
import { hook, patching, putWebhooks, WebhookServer } from "./webhook-server.js";

let peer: ClusterPeer;
let hooks: WebhookServer;

beforeAll(async () => {
  peer = await ClusterPeer.start();
  hooks = await WebhookServer.start();
  for (let index = 0; index < 5; index++) hooks.on(`/review/${index}`);
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

function start(more: Parameters<typeof inCluster>[1] = {}): Promise<InProcessServer> {
  return inCluster(peer, { resolveService: hooks.resolve, ...more });
}

function conditions(...expressions: readonly string[]): Pick<Webhook, "matchConditions"> {
  return { matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })) };
}

function put(type: "mutating" | "validating", ...webhooks: readonly Partial<Webhook>[]): void {
  const all = webhooks.map((webhook, index) => hook(`w${index}.example.com`, hooks.url(`/review/${index}`), webhook));
  putWebhooks(peer, type, type, ...all);
}

/** Returns the indexes of the webhooks that were called. */
function called(): readonly (string | undefined)[] {
  return hooks.calls.map(({ url }) => /^.review.(\d)/.exec(url)?.[1]).toSorted();
}

describe.each(["mutating", "validating"] as const)("a %s webhook with match conditions", (type) => {
  test("is called if all of them are true", async () => {
    put(
      type,
      conditions("object.metadata.name == 'x'", "request.operation == 'CREATE' && oldObject == null"),
      conditions("object.metadata.name == 'x'", "request.userInfo.username == 'guest'"),
      conditions("object.spec.toppings.exists(t, t.name == 'tomato' && t.quantity == 1)"),
      conditions("namespaceObject != null"),
    );
    expect((await (await start()).post(pizzas, pizza("x", "tomato"))).status).toBe(201);
    expect(called()).toEqual(["0", "2"]);
  });

  test("is not called if one of them is false, also if others have errors", async () => {
    put(type, conditions("object.spec.missing == 1", "1 / 0 == 1", "false"));
    expect((await (await start()).post(pizzas, pizza("x", "tomato"))).status).toBe(201);
    expect(called()).toEqual([]);
  });

  test.each([
    [
      "an error",
      ["true", "object.spec.missing == 1"],
      "expression 'object.spec.missing == 1' resulted in error: no such key: missing",
    ],
    ["another type", ["request.name"], "compilation error: must evaluate to bool but got string"],
    [
      "several errors",
      ["1 / 0 == 1", "object.spec.missing == 1"],
      "[expression '1 / 0 == 1' resulted in error: division by zero, expression 'object.spec.missing == 1' resulted in error: no such key: missing]",
    ],
    [
      "an undeclared name",
      ["params.x"],
      "compilation error: compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
    ],
  ])("refuses the request for %s, and is skipped if its failures are ignored", async (_, expressions, message) => {
    put(type, { ...conditions(...expressions), failurePolicy: "Ignore" });
    const server = await start();
    expect((await server.post(pizzas, pizza("x", "tomato"))).status).toBe(201);
    put(type, conditions(...expressions));
    await expect
      .poll(async () => (await server.post(`${pizzas}?dryRun=All`, pizza("y", "tomato"))).json)
      .toMatchObject({
        code: 403,
        reason: "Forbidden",
        message: `pizzas.restaurant.programming-kubernetes.info "y" is forbidden: ${message}`,
      });
    expect(called()).toEqual([]);
  });

  test("has a limit of costs for each condition, and for all of them", async () => {
    const long = `[${"1,".repeat(400)}]`;
    const loops = `${long}.all(a, ${long}.all(b, ${long}.all(c, a + b + c > 0)))`;
    put(type, conditions(loops));
    const server = await start();
    const refused = (): Promise<Reply> => server.post(`${pizzas}?dryRun=All`, pizza("x", "tomato"));
    expect((await refused()).json["message"]).toContain("operation cancelled: actual cost limit exceeded");
    put(type, conditions(loops, `${loops} || true`, `${loops} && true`));
    await expect
      .poll(async () => (await refused()).json["message"])
      .toContain("validation failed due to running out of cost budget, no further validation rules will be run");
  });

  test("asks the authorizers of the server, also about other users", async () => {
    const asked: string[] = [];
    const authorizer: Authorizer = async ({ user, info }) => {
      await Promise.resolve();
      asked.push(`${user.name} ${info.verb} ${info.isResourceRequest ? `${info.resource} ${info.name}` : info.path}`);
      return { decision: info.verb === "drop" ? "deny" : "allow", reason: `because of ${info.verb}` };
    };
    put(
      type,
      conditions("authorizer.requestResource.check('keep').allowed()"),
      conditions("authorizer.requestResource.check('drop').reason() != 'because of drop'"),
      conditions(
        "authorizer.serviceAccount('default', 'cook').path('/menu').check('get').allowed() && authorizer.group('').resource('secrets').name('x').check('drop').allowed()",
      ),
    );
    const server = await start({
      authorizers: [authorizer],
      user: { name: "jane", groups: ["system:masters"], extra: {} },
    });
    expect((await server.post(pizzas, pizza("x", "tomato"))).status).toBe(201);
    expect(called()).toEqual(["0"]);
    expect(asked).toEqual([
      "jane keep pizzas x",
      "jane drop pizzas x",
      "system:serviceaccount:default:cook get /menu",
      "jane drop secrets x",
    ]);
  });

  test("knows the object in the version of the webhook, and both objects of an update", async () => {
    const rules = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["v1alpha1"], resources: ["pizzas"] }];
    put(
      type,
      { rules, ...conditions("object.spec.toppings == ['tomato'] && request.kind.version == 'v1alpha1'") },
      { rules, ...conditions("request.resource.version == 'v1beta1' && request.requestKind.version == 'v1beta1'") },
      { rules, ...conditions("object.spec.toppings != oldObject.spec.toppings") },
    );
    const server = await start();
    await server.post(pizzas, pizza("x", "tomato")).then(({ json }) => {
      expect(json["code"]).toBe(403);
    });
    put(type, { rules, ...conditions("oldObject == null || object.spec.toppings != oldObject.spec.toppings") });
    await expect.poll(async () => (await server.post(pizzas, pizza("x", "tomato"))).status).toBe(201);
    hooks.calls.length = 0;
    const path = `${pizzas}/x`;
    const stored = (await server.get(path)).json;
    expect(
      (await server.put(path, { ...stored, metadata: { ...stored["metadata"], labels: { a: "b" } } })).status,
    ).toBe(200);
    expect(called()).toEqual([]);
    const changed = { ...(await server.get(path)).json, spec: { toppings: [{ name: "ham", quantity: 1 }] } };
    expect((await server.put(path, changed)).status).toBe(200);
    expect(called()).toEqual(["0"]);
  });

  test("has doubles where the type of the object has them", async () => {
    const rules = [{ operations: ["CREATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["toppings"] }];
    put(type, { rules, ...conditions("object.spec.cost / 2.0 == 1.5 && type(object.metadata) == map") });
    const topping = { metadata: { name: "ham" }, spec: { cost: 3 } };
    expect((await (await start()).post(toppings, topping)).json).toMatchObject({ spec: { cost: 3 } });
    expect(called()).toEqual(["0"]);
  });
});

test("the conditions of a mutating webhook see the changes of the webhooks before it", async () => {
  hooks.on("/label", () => patching({ op: "add", path: "/metadata/labels", value: { seen: "yes" } }));
  putWebhooks(
    peer,
    "mutating",
    "a",
    hook("first.example.com", hooks.url("/label")),
    hook("second.example.com", hooks.url("/review/2"), conditions("object.metadata.labels.seen == 'yes'")),
  );
  expect((await (await start()).post(pizzas, pizza("x", "tomato"))).status).toBe(201);
  expect(called()).toContain("2");
});

test("metrics count exclusions and errors, and measure evaluations, with Kubernetes' names", async () => {
  put("validating", conditions("false"), { ...conditions("1 / 0 == 1"), failurePolicy: "Ignore" }, conditions("true"));
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  await (await start({ metrics })).post(pizzas, pizza("x", "tomato"));
  const lines = (await metrics.text()).split("\n");
  const about = (name: string) =>
    lines.filter((line) => line.startsWith(`apiserver_admission_match_condition_${name}`)).toSorted();
  const labels = (index: number) =>
    `{name="w${index}.example.com",kind="webhook",type="validating",operation="CREATE"}`;
  expect(about("exclusions_total")).toEqual(
    [0, 1].map((index) => `apiserver_admission_match_condition_exclusions_total${labels(index)} 1`),
  );
  expect(about("evaluation_errors_total")).toEqual([
    `apiserver_admission_match_condition_evaluation_errors_total${labels(1)} 1`,
  ]);
  expect(about("evaluation_seconds_count")).toHaveLength(3);
});
