import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RESTClient, clientConfigOf, loadKubeconfig } from "@apimachinery/client";
import { ServerMetrics, versionInfo, type Authorizer, type User } from "@apimachinery/apiserver";
import { byReview, type ByReviewConfig } from "../../../apiserver/authorization/review/by-review.js";
import { alwaysAllowPaths } from "../../../apiserver/authorization/always-allow-paths.js";
import { privilegedGroup } from "../../../apiserver/options/authorizers.js";
import { ClusterPeer, type PeerRequest } from "../cluster/cluster-peer.js";
import { InProcessServer, group, pizza, pizzas } from "../harness.js";

const bob: User = {
  name: "bob",
  uid: "7",
  groups: ["cooks"],
  extra: { scopes: ["read", "write"], "example.com/b": ["1"] },
};
const reviewPath = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
const fast = { initial: 1, factor: 1, jitter: 0, attempts: 5 };

let peer: ClusterPeer;
const clients: RESTClient[] = [];

beforeAll(async () => {
  peer = await ClusterPeer.start();
});
beforeEach(() => {
  peer.requests.length = 0;
  peer.accessReview = () => ({ allowed: true });
  peer.intercept = () => false;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await peer.close();
});

async function clientOf(timeout = 10_000): Promise<RESTClient> {
  const { config } = await clientConfigOf(await loadKubeconfig([peer.kubeconfig()]));
  const client = new RESTClient({ ...config, timeout });
  clients.push(client);
  return client;
}

interface Options extends Partial<ByReviewConfig> {
  readonly user?: User;
  readonly timeout?: number;
}

async function serverOf({ user = bob, timeout, ...own }: Options = {}) {
  const metrics = new ServerMetrics(versionInfo("1", "0", "v1.0.0"));
  const review: Authorizer = byReview({
    client: await clientOf(timeout),
    authorizedTTL: 10_000,
    unauthorizedTTL: 10_000,
    backoff: fast,
    onReview: (code, seconds) => {
      metrics.authorization.reviewed(code, seconds);
    },
    ...own,
  });
  return new InProcessServer({
    user,
    config: { metrics, authorizers: [privilegedGroup, alwaysAllowPaths(["/healthz"]), review] },
  });
}

const specs = () => peer.requests.map(({ body }) => (body as { readonly spec: unknown }).spec);
/** Responds with this text to all reviews. */
const responds = (text: string, status = 201, headers: Readonly<Record<string, string>> = {}) => {
  peer.intercept = (_: PeerRequest, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
    return true;
  };
};
const review = (status: object) =>
  JSON.stringify({ kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1", status });

describe("the question of a review", () => {
  const user = {
    user: "bob",
    uid: "7",
    groups: ["cooks", "system:authenticated"],
    extra: { "example.com/b": ["1"], scopes: ["read", "write"] },
  };
  const resource = {
    namespace: "default",
    group: "restaurant.programming-kubernetes.info",
    version: "v1beta1",
    resource: "pizzas",
  };

  test("it has the user and the attributes of the resource", async () => {
    const server = await serverOf();
    await server.post(pizzas, pizza("a"));
    await server.get(`${pizzas}/a`);
    await server.put(`${pizzas}/a/status`, {});
    expect(specs()).toEqual([
      { ...user, resourceAttributes: { ...resource, verb: "create" } },
      { ...user, resourceAttributes: { ...resource, verb: "get", name: "a" } },
      { ...user, resourceAttributes: { ...resource, verb: "update", name: "a", subresource: "status" } },
    ]);
    const [{ method, path, query, user: sender, body } = fail()] = peer.requests;
    expect([method, path, query.toString(), sender]).toEqual([
      "POST",
      reviewPath,
      "timeout=10s",
      "system:serviceaccount:pizza:apiserver",
    ]);
    expect(body).toMatchObject({ kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1" });
  });

  test("it has path and verb of a request without a resource, and no empty fields of the user", async () => {
    const server = await serverOf({ user: { name: "eve", groups: [], extra: {} } });
    await server.get("/version");
    expect(specs()).toEqual([
      { user: "eve", groups: ["system:authenticated"], nonResourceAttributes: { path: "/version", verb: "get" } },
    ]);
  });

  test("it has the requirements of selectors, as far as a review can express them", async () => {
    const server = await serverOf();
    const selectors = new URLSearchParams({
      labelSelector: "a=1,b!=2,c in (3,4),d notin (5),e,!f,g>6",
      fieldSelector: "metadata.namespace=default,metadata.name!=x",
    });
    await server.get(`${pizzas}?${selectors.toString()}`);
    await server.get(`${pizzas}?labelSelector=g%3E6&fieldSelector=x`);
    await server.get(`${pizzas}?labelSelector=%3D`);
    const requirement = (key: string, operator: string, ...values: readonly string[]) => ({
      key,
      operator,
      ...(values.length === 0 ? {} : { values }),
    });
    expect(specs().map((spec) => (spec as { readonly resourceAttributes: object }).resourceAttributes)).toEqual([
      {
        ...resource,
        verb: "list",
        fieldSelector: {
          requirements: [
            requirement("metadata.name", "NotIn", "x"),
            requirement("metadata.namespace", "In", "default"),
          ],
        },
        labelSelector: {
          requirements: [
            requirement("a", "In", "1"),
            requirement("b", "NotIn", "2"),
            requirement("c", "In", "3", "4"),
            requirement("d", "NotIn", "5"),
            requirement("e", "Exists"),
            requirement("f", "DoesNotExist"),
          ],
        },
      },
      { ...resource, verb: "list" },
    ]);
  });

  test("administrators and open paths need no review, even without a cluster", async () => {
    const server = await serverOf({ user: { name: "root", groups: ["system:masters"], extra: {} } });
    expect((await server.get(pizzas)).status).toBe(200);
    const anyone = await serverOf();
    expect((await anyone.get("/healthz")).status).toBe(200);
    expect(peer.requests).toEqual([]);
  });
});

describe("the answer of a review", () => {
  const listed =
    'User "bob" cannot list resource "pizzas" in API group "restaurant.programming-kubernetes.info" in the namespace "default"';

  test("only an allowed review allows a request; the refusal has the reason of the review", async () => {
    const status = async (answer: object) => {
      peer.accessReview = () => answer;
      const { status: code, json } = await (await serverOf()).get(pizzas);
      return [code, json["message"]];
    };
    const refused = `pizzas.restaurant.programming-kubernetes.info is forbidden: ${listed}`;
    expect((await status({ allowed: true }))[0]).toBe(200);
    expect((await status({ allowed: true, evaluationError: "role not found" }))[0]).toBe(200);
    expect(await status({ allowed: false })).toEqual([403, refused]);
    expect(await status({})).toEqual([403, refused]);
    expect(await status({ allowed: false, reason: "no role" })).toEqual([403, `${refused}: no role`]);
    expect(await status({ allowed: false, denied: true, reason: "banned" })).toEqual([403, `${refused}: banned`]);
  });

  test.each([
    ["a lie", review({ allowed: true, denied: true }), "both allow and deny response"],
    ["no JSON", "yes, of course", "Unexpected token"],
    ["an empty body", "", "Unexpected end of JSON"],
    ["a list", "[]", "it is not a JSON object"],
    ["true", "true", "it is not a JSON object"],
    ["another kind", '{"kind":"Pod","apiVersion":"v1","status":{"allowed":true}}', 'kind \\"Pod\\" of \\"v1\\"'],
    ["a text for a boolean", review({ allowed: "true" }), "status.allowed is not a boolean"],
    ["a number for a boolean", review({ allowed: 1 }), "status.allowed is not a boolean"],
    ["an object as the reason", review({ allowed: true, reason: {} }), "status.reason is not a string"],
    ["a long text", `"${"a".repeat(2 * 1024 * 1024)}"`, "longer than 1048576 bytes"],
  ])("%s is a 500 and allows nothing", async (_, text, message) => {
    responds(text);
    const server = await serverOf();
    const reply = await server.get(pizzas);
    expect(reply.status).toBe(500);
    expect(reply.text).toContain(message.replaceAll("\\", ""));
    expect(reply.text).toMatch(new RegExp(`^Internal Server Error: "${pizzas}": `));
  });

  test("a redirect is not followed", async () => {
    responds(review({ allowed: true }), 302, { location: `${peer.url}${reviewPath}` });
    const { status } = await (await serverOf()).get(pizzas);
    expect([status, peer.requests.length]).toEqual([500, 1]);
  });

  test("a refusal of the review itself is a 500 with its message", async () => {
    const message = 'subjectaccessreviews.authorization.k8s.io is forbidden: User "x" cannot create';
    responds(JSON.stringify({ kind: "Status", status: "Failure", reason: "Forbidden", code: 403, message }), 403);
    const reply = await (await serverOf()).get(pizzas);
    expect([reply.status, reply.text]).toEqual([500, `Internal Server Error: "${pizzas}": ${message}\n`]);
    expect(peer.requests.length).toBe(1);
  });

  test("a cluster that does not listen is a 500 with Go's message", async () => {
    const away = await ClusterPeer.start();
    const { config } = await clientConfigOf(await loadKubeconfig([away.kubeconfig()]));
    await away.close();
    const client = new RESTClient(config);
    clients.push(client);
    const { status, text, headers } = await (await serverOf({ client })).get(`${group}/v1beta1/pizzas`);
    const address = away.url.replace("https://", "");
    expect([status, headers["content-type"], text]).toEqual([
      500,
      "text/plain; charset=utf-8",
      `Internal Server Error: "${group}/v1beta1/pizzas": Post "${away.url}${reviewPath}?timeout=10s": dial tcp ${address}: connect: connection refused\n`,
    ]);
  });

  test("a cluster that never responds is a 500 after the timeout", async () => {
    peer.intercept = () => true;
    const { status, text } = await (await serverOf({ timeout: 1000 })).get(pizzas);
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${pizzas}": Post "${peer.url}${reviewPath}?timeout=10s": context deadline exceeded (Client.Timeout exceeded while awaiting headers)\n`,
    ]);
    expect(peer.requests.length).toBe(1);
  });
});

describe("retries", () => {
  const failing = (times: number, status: number) => {
    let left = times;
    peer.intercept = (_, response) => {
      if (left-- <= 0) return false;
      response.writeHead(status).end("busy");
      return true;
    };
  };
  const outcome = async () => {
    const { status } = await (await serverOf()).get(pizzas);
    return [status, peer.requests.length];
  };

  test.each([500, 504, 429])("after %d the server asks again", async (code) => {
    failing(2, code);
    expect(await outcome()).toEqual([200, 3]);
  });

  test("the server asks five times at most", async () => {
    failing(100, 500);
    expect(await outcome()).toEqual([500, 5]);
  });

  test("after a broken connection the server asks again", async () => {
    let isFirst = true;
    peer.intercept = (_, response) => {
      if (!isFirst) return false;
      isFirst = false;
      response.socket?.destroy();
      return true;
    };
    expect(await outcome()).toEqual([200, 2]);
  });

  test.each([400, 401, 403, 404, 422])("after %d the server does not ask again", async (code) => {
    failing(1, code);
    expect(await outcome()).toEqual([500, 1]);
  });
});

describe("the caches", () => {
  /** Server with a clock that the test sets, and the number of reviews after each request. */
  async function cached(own: Options = {}) {
    const clock = { time: 0 };
    const server = await serverOf({ now: () => clock.time, ...own });
    const count = async (uri: string) => {
      await server.get(uri);
      return peer.requests.length;
    };
    return { clock, server, count };
  }

  test("an allowed review is reused for its time, for equal questions only", async () => {
    const { clock, count } = await cached({ authorizedTTL: 3000, unauthorizedTTL: 1 });
    expect([await count(`${pizzas}/a`), await count(`${pizzas}/a`), await count(`${pizzas}/b`)]).toEqual([1, 1, 2]);
    clock.time = 2999;
    expect(await count(`${pizzas}/a`)).toBe(2);
    clock.time = 3000;
    expect(await count(`${pizzas}/a`)).toBe(3);
  });

  test("a review that does not allow is reused for the other time", async () => {
    peer.accessReview = () => ({ allowed: false });
    const { clock, count } = await cached({ authorizedTTL: 1, unauthorizedTTL: 3000 });
    expect([await count(pizzas), await count(pizzas)]).toEqual([1, 1]);
    clock.time = 3000;
    peer.accessReview = () => ({ allowed: true });
    expect(await count(pizzas)).toBe(2);
    clock.time = 3001;
    expect(await count(pizzas)).toBe(3);
  });

  test("a time of zero reuses nothing", async () => {
    const { count } = await cached({ authorizedTTL: 0, unauthorizedTTL: 0 });
    expect([await count(pizzas), await count(pizzas)]).toEqual([1, 2]);
  });

  test("attributes of 10,000 bytes are not cached", async () => {
    const { count } = await cached();
    const about = "default" + "get" + "restaurant.programming-kubernetes.info" + "v1beta1" + "pizzas";
    const long = (bytes: number) => {
      const left = bytes - about.length - pizzas.length - 1;
      // The name is in the path and is an attribute itself.
      return `${pizzas}/${"a".repeat(Math.floor(left / 2))}`;
    };
    expect([await count(long(10_002)), await count(long(10_002))]).toEqual([1, 2]);
    expect([await count(long(9_998)), await count(long(9_998))]).toEqual([3, 3]);
  });

  test("equal requests at the same time share one review", async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    peer.accessReview = async () => {
      await gate;
      return { allowed: true };
    };
    const server = await serverOf();
    const replies = Promise.all(Array.from({ length: 20 }, () => server.get(pizzas)));
    await expect.poll(() => peer.requests.length).toBe(1);
    open();
    expect((await replies).map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(peer.requests.length).toBe(1);
  });

  test("a failed review is not cached, and requests that shared it all fail", async () => {
    const server = await serverOf();
    responds("", 403);
    const [a, b] = await Promise.all([server.get(pizzas), server.get(pizzas)]);
    expect([a.status, b.status]).toEqual([500, 500]);
    peer.intercept = () => false;
    expect((await server.get(pizzas)).status).toBe(200);
  });
});

test("metrics count the reviews by status code", async () => {
  const server = await serverOf({ user: { name: "root", groups: [], extra: {} } });
  await server.get(pizzas);
  responds("", 403);
  await server.get("/version");
  peer.intercept = (_, response) => {
    response.socket?.destroy();
    return true;
  };
  await server.get("/nope");
  peer.intercept = () => false;
  const { text } = await server.get("/metrics");
  expect(text).toMatch(/apiserver_delegated_authz_request_total\{code="201"\} 2\n/);
  expect(text).toMatch(/apiserver_delegated_authz_request_total\{code="403"\} 1\n/);
  expect(text).toMatch(/apiserver_delegated_authz_request_total\{code="<error>"\} \d\n/);
  expect(text).toMatch(/apiserver_delegated_authz_request_duration_seconds_count\{code="403"\} 1\n/);
});

function fail(): never {
  throw new Error("no request");
}
