import { getEventListeners } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import {
  isInternalError,
  isTimeout,
  isTooManyRequests,
  reasonOf,
  RESTClient,
  SharedInformer,
  untypedResource,
  type APIObject,
  type ClientConfig,
  type RESTRequest,
} from "@apimachinery/client";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../eventually.js";

const servers: Server[] = [];
const clients: RESTClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Response = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that sends the given responses, which this project's own server never sends. */
async function serving(
  response: Response,
  config: Partial<ClientConfig> = {},
): Promise<{ readonly client: RESTClient; readonly port: number }> {
  const server = createServer(response);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new RESTClient({ server: `http://127.0.0.1:${port}/prefix/`, ...config });
  clients.push(client);
  return { client, port };
}

const things = untypedResource({ group: "", version: "v1", kind: "Thing" }, "things");
const get: RESTRequest = { method: "GET", path: "/x" };

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("the client repeats a request when the time of Retry-After is over, not earlier", async () => {
  const times: number[] = [];
  const { client } = await serving((_request, response) => {
    times.push(performance.now());
    if (times.length < 3) response.writeHead(times.length === 1 ? 429 : 503, { "retry-after": "1" }).end("busy");
    else response.end("fine");
  });
  expect(await client.text({ method: "POST", path: "/x", body: "{}" })).toBe("fine");
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1900);
  times.length = 0;
  expect(isTooManyRequests(await failureOf(client.text({ ...get, maxRetries: 0 })))).toBe(true);
});

test("an unreachable server and a broken connection cause different errors", async () => {
  const { client, port } = await serving((request) => request.socket.destroy());
  expect(await failureOf(client.text({ method: "POST", path: "/x" }))).toMatchObject({
    name: "ConnectionError",
    isUnsent: false,
  });
  for (const server of ["http://127.0.0.1:1", `https://127.0.0.1:${port}`, "http://no-such-host.invalid"]) {
    const other = new RESTClient({ server });
    clients.push(other);
    const failure = await failureOf(other.text({ ...get, maxRetries: 0 }));
    expect([server, (failure as Error).name, (failure as { isUnsent?: boolean }).isUnsent]).toEqual([
      server,
      "ConnectionError",
      !server.startsWith("https"),
    ]);
    expect((failure as Error).message).toContain(`GET ${server}/x: `);
  }
});

test("after a broken connection the client repeats only GET requests", async () => {
  let count = 0;
  const { client } = await serving((request, response) => {
    if (count++ === 0) request.socket.destroy();
    else response.end("fine");
  });
  expect(await client.text(get)).toBe("fine");
  count = 0;
  expect(await failureOf(client.text({ method: "POST", path: "/x" }))).toMatchObject({
    name: "ConnectionError",
    isUnsent: false,
  });
});

test.each([
  [
    500,
    "text/plain",
    "ouch",
    "InternalError",
    'an error on the server ("ouch") has prevented the request from succeeding (get things x)',
  ],
  [403, "text/html", "the proxy says no", "Forbidden", "the proxy says no (get things x)"],
  [
    404,
    "text/plain",
    "404 page not found",
    "NotFound",
    "the server could not find the requested resource (get things x)",
  ],
  [
    418,
    "text/plain",
    "",
    undefined,
    "the server responded with the status code 418 but did not return more information (get things x)",
  ],
  [
    504,
    "text/plain; charset=utf-8",
    '{"metadata":{},"status":"Failure","message":"Timeout: too slow","reason":"Timeout","details":{},"code":504}\n',
    "Timeout",
    "Timeout: too slow",
  ],
  [409, "application/json", '{"no":"status"}', "Conflict", "the server reported a conflict (get things x)"],
])("the client converts a response with %i %s %s to a StatusError", async (code, type, body, reason, message) => {
  const { client } = await serving((_request, response) =>
    response.writeHead(code, { "content-type": type }).end(body),
  );
  const failure = await failureOf(client.resourceOf(things).get("x"));
  expect([reasonOf(failure), (failure as Error).message]).toEqual([reason, message]);
});

test("the predicates check the code of an error with an unknown reason", async () => {
  const body = JSON.stringify({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason: "Odd",
    code: 500,
  });
  const { client } = await serving((_request, response) =>
    response.writeHead(500, { "content-type": "application/json" }).end(body),
  );
  const failure = await failureOf(client.text(get));
  expect([isInternalError(failure), isTimeout(failure)]).toEqual([true, false]);
});

test("a request has path, query, headers and body, and the client decompresses its response", async () => {
  const seen: IncomingMessage[] = [];
  const response: Response = (request, response) => {
    seen.push(request);
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync('{"kind":"Thing","apiVersion":"v1","metadata":{"name":"x"}}'));
  };
  const impersonate = { user: "bob", groups: ["a", "b"], extra: { "example.com/Key": ["v"] } };
  const { client } = await serving(response, { auth: { token: "secret" }, impersonate, userAgent: "me/1" });
  const object = await client
    .resourceOf(things)
    .namespace("ns")
    .patch("x", { type: "apply", body: {} }, { fieldManager: "me", force: true, dryRun: true, subresource: "status" });
  expect(object.metadata.name).toBe("x");
  expect(seen[0]?.url).toBe("/prefix/api/v1/namespaces/ns/things/x/status?dryRun=All&fieldManager=me&force=true");
  expect(seen[0]?.headersDistinct).toMatchObject({
    "content-type": ["application/apply-patch+yaml"],
    "accept-encoding": ["gzip"],
    authorization: ["Bearer secret"],
    "user-agent": ["me/1"],
    "impersonate-user": ["bob"],
    "impersonate-group": ["a", "b"],
    "impersonate-extra-example.com%2fkey": ["v"],
  });
});

test("names in headers are sent as UTF-8, as client-go does", async () => {
  const seen: IncomingMessage[] = [];
  const response: Response = (request, response) => {
    seen.push(request);
    response.end("fine");
  };
  const impersonate = { user: "jörg", groups: ["Köche 🍕"], extra: { "ö🍕": ["日本"] } };
  const { client } = await serving(response, { impersonate });
  await client.text(get);
  const received = (name: string) => Buffer.from(seen[0]?.headersDistinct[name]?.[0] ?? "", "latin1").toString("utf8");
  expect([received("impersonate-user"), received("impersonate-group")]).toEqual(["jörg", "Köche 🍕"]);
  expect(received("impersonate-extra-%c3%b6%f0%9f%8d%95")).toBe("日本");
});

test("a client with a rate limit waits before it sends", async () => {
  const { client } = await serving((_request, response) => response.end("fine"), { rateLimit: { qps: 50, burst: 1 } });
  const start = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => client.text(get)));
  expect(performance.now() - start).toBeGreaterThan(95);
});

test("a request that takes longer than its timeout fails", async () => {
  const { client } = await serving(() => undefined, { timeout: 50 });
  expect(await failureOf(client.text(get))).toMatchObject({ name: "TimeoutError" });
});

/** Responds like a server of the resource `things`. */
function thingServer(watch: Response, calls: string[]): Response {
  return (request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    if (query.get("watch") !== "true") {
      calls.push(`list ${query.get("resourceVersion") ?? ""}`);
      response.end(
        JSON.stringify({
          kind: "ThingList",
          apiVersion: "v1",
          metadata: { resourceVersion: "7" },
          items: [{ metadata: { name: "a", resourceVersion: "5" } }],
        }),
      );
      return;
    }
    calls.push(`watch ${query.get("resourceVersion") ?? ""}${query.has("sendInitialEvents") ? " initial" : ""}`);
    watch(request, response);
  };
}

function event(type: string, name: string, revision: string): string {
  return `${JSON.stringify({ type, object: { kind: "Thing", apiVersion: "v1", metadata: { name, resourceVersion: revision } } })}\n`;
}

async function following(
  watch: Response,
): Promise<{ readonly calls: string[]; readonly errors: unknown[]; readonly informer: SharedInformer<APIObject> }> {
  const calls: string[] = [];
  const errors: unknown[] = [];
  const { client } = await serving(thingServer(watch, calls));
  const backoff = { initial: 5, max: 20, factor: 2, jitter: 0, resetAfter: 1000 };
  const informer = new SharedInformer(client.resourceOf(things), { backoff, onError: (error) => errors.push(error) });
  void informer.run(stop.signal);
  return { calls, errors, informer };
}

let stop = new AbortController();
afterEach(() => {
  stop.abort();
  stop = new AbortController();
});

test("the reflector lists a server without streamed lists, and requests no further stream", async () => {
  let opened = 0;
  const { calls, informer } = await following((request, response) => {
    if (request.url?.includes("sendInitialEvents") === true) {
      response
        .writeHead(422, { "content-type": "application/json" })
        .end('{"kind":"Status","status":"Failure","reason":"Invalid","code":422}');
    } else if (opened++ === 0) {
      response.write(event("ADDED", "b", "8"));
      response.write(
        `${JSON.stringify({ type: "ERROR", object: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 } })}\n`,
      );
      response.end();
    } else response.write(event("MODIFIED", "a", "9"));
  });
  await eventually(() => {
    expect(informer.indexer.get("a")?.metadata.resourceVersion).toBe("9");
  });
  expect(calls).toEqual(["watch  initial", "list 0", "watch 7", "list 8", "watch 7"]);
  expect(informer.indexer.keys()).toEqual(["a"]);
});

test("after an incomplete event the reflector watches again from the revision before the event", async () => {
  let opened = 0;
  const { calls, errors, informer } = await following((_request, response) => {
    opened++;
    if (opened === 1) response.writeHead(400).end();
    else if (opened === 2) {
      response.write(event("ADDED", "b", "8"));
      response.end(event("ADDED", "c", "9").slice(0, 20));
    } else response.write(event("ADDED", "c", "9"));
  });
  await eventually(() => {
    expect(informer.indexer.keys()).toEqual(["a", "b", "c"]);
  });
  expect(calls).toEqual(["watch  initial", "list 0", "watch 7", "list 8", "watch 8"]);
  expect(errors.map(String)).toEqual(["ConnectionError: watch: the connection ended within an event"]);
});

test("watches that end at once are opened again with a backoff; a list follows an unreadable event", async () => {
  let opened = 0;
  const { calls, errors } = await following((_request, response) => {
    opened++;
    if (opened === 1) response.writeHead(400).end();
    else if (opened < 4) response.end();
    else if (opened === 4) response.end("<html>\n");
    else response.flushHeaders();
  });
  await eventually(() => {
    expect(opened).toBe(5);
  });
  expect(calls.slice(-2)).toEqual(["list 7", "watch 7"]);
  expect(errors.map((error) => String(error).slice(0, 40))).toEqual([
    "ConnectionError: very short watch: it en",
    "ConnectionError: very short watch: it en",
    "Error: unable to decode an event from th",
  ]);
});

test("if every watch fails, the reflector lists the changes", async () => {
  const { calls, informer } = await following((_request, response) => {
    const isFirst = calls.length === 1;
    const body = {
      kind: "Status",
      status: "Failure",
      reason: isFirst ? "BadRequest" : "InternalError",
      code: isFirst ? 400 : 500,
    };
    response.writeHead(body.code, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  // Before each attempt, the reflector checks whether the server knows the revision. After the
  // sixth consecutive failure, it lists the objects again.
  const round = ["list 7", "watch 7"];
  const expected = [
    "watch  initial",
    "list 0",
    "watch 7",
    ...Array.from({ length: 5 }, () => round).flat(),
    "list 7",
    "watch 7",
    "list 7",
  ];
  await eventually(() => {
    expect(calls.length).toBeGreaterThanOrEqual(expected.length);
  });
  expect(calls.slice(0, expected.length)).toEqual(expected);
  expect(informer.hasSynced).toBe(true);
});

test("hundreds of watches leave no listeners on the signal", async () => {
  let opened = 0;
  const { informer } = await following((_request, response) => {
    opened++;
    if (opened === 1) response.writeHead(400).end();
    else if (opened < 300) response.end(event("MODIFIED", "a", String(opened + 10)));
    else response.flushHeaders();
  });
  await eventually(() => {
    expect(opened).toBe(300);
  });
  expect(informer.lastSyncResourceVersion).toBe("309");
  // Only the open watch and its connection listen to the signal. The ended watches have removed
  // their listeners.
  expect(getEventListeners(stop.signal, "abort").length).toBeLessThan(5);
});

test("the reflector lists a server again that has lost revisions", async () => {
  let opened = 0;
  const { calls, informer } = await following((_request, response) => {
    opened++;
    if (opened === 1) response.writeHead(400).end();
    else if (opened === 2) response.write(event("ADDED", "b", "3"));
    else response.flushHeaders();
  });
  await eventually(() => {
    expect(calls).toEqual(["watch  initial", "list 0", "watch 7", "list ", "watch 7"]);
  });
  expect(informer.indexer.keys()).toEqual(["a"]);
});
