import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WebhookClientConfig } from "../../../apiserver/admission/webhook/webhook-configuration.js";
import { pizza, pizzas, textOf, type InProcessServer } from "../harness.js";
import { ClusterPeer } from "./cluster-peer.js";
import { inCluster, putNamespace, resetPeer } from "./in-cluster.js";
import { hook, patching, putWebhooks, WebhookServer, type WebhookCall } from "./webhook-server.js";

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

type Attack = (call: WebhookCall, response: ServerResponse) => object | undefined;

/** Responds with a body of its own. */
function raw(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Attack {
  return (_call, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    return undefined;
  };
}

function review(call: WebhookCall, response: object, more: object = {}): string {
  const uid = call.review["request"]?.["uid"];
  return JSON.stringify({ ...call.review, request: undefined, response: { uid, ...response }, ...more });
}

/** Responds with a review of its own. */
function lying(response: object, more: object = {}): Attack {
  return (call, reply) => raw(review(call, response, more))(call, reply);
}

const tenMegabytes = 10_000_000;

/**
 * Attacks, and the end of the message that follows `failed calling webhook "bad.example.com": `.
 */
const attacks: readonly (readonly [string, Attack, string])[] = [
  ["hangs", () => undefined, 'failed to call webhook: Post "URL?timeout=1s": context deadline exceeded'],
  [
    "sends its body slowly",
    (_call, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => {
        clearInterval(timer);
      });
      return undefined;
    },
    'failed to call webhook: Post "URL?timeout=1s": context deadline exceeded',
  ],
  [
    "redirects",
    raw("", { location: "https://169.254.169.254/" }, 307),
    "failed to call webhook: the server responded with the status code 307 but did not return more information",
  ],
  [
    "responds with 10 MB",
    (call, response) => raw(review(call, { allowed: true, warnings: ["a".repeat(tenMegabytes)] }))(call, response),
    "failed to call webhook: unexpected error when reading response body. Please retry. Original error: the response of the server is longer than 8388608 bytes (the client's maxResponseBytes)",
  ],
  [
    "responds with 10 MB that are small when compressed",
    raw(gzipSync(Buffer.alloc(tenMegabytes, " ")), { "content-encoding": "gzip" }),
    "failed to call webhook: unexpected error when reading response body. Please retry. Original error: the response of the server is longer than 8388608 bytes (the client's maxResponseBytes)",
  ],
  [
    "fails with 10 MB",
    raw(Buffer.alloc(tenMegabytes, "a"), { "content-type": "text/plain" }, 500),
    "failed to call webhook: unexpected error when reading response body. Please retry. Original error: the response of the server is longer than 8388608 bytes (the client's maxResponseBytes)",
  ],
  [
    "responds with garbage",
    raw("webhook invalid response"),
    "failed to call webhook: couldn't get version/kind; json parse error: invalid character 'w' looking for beginning of value",
  ],
  [
    "responds with deeply nested JSON",
    raw(`{"response":${"[".repeat(100_000)}`),
    "failed to call webhook: couldn't get version/kind; json parse error: ",
  ],
  ["responds with nothing", raw(""), "failed to call webhook: 0-length response with status code: 200"],
  [
    "closes the connection",
    (_call, response) => {
      response.destroy();
      return undefined;
    },
    'failed to call webhook: Post "URL?timeout=30s": other side closed',
  ],
  [
    "fails",
    raw("broken", { "content-type": "text/plain" }, 500),
    'failed to call webhook: an error on the server ("broken") has prevented the request from succeeding',
  ],
  [
    "responds with another type",
    lying({ allowed: "yes" }),
    "failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool",
  ],
  [
    "responds with a uid of another request",
    (_call, response) => {
      const other = {
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid: "7", allowed: true },
      };
      return raw(JSON.stringify(other))(_call, response);
    },
    'received invalid webhook response: expected response.uid="UID", got "7"',
  ],
  [
    "responds without kind and apiVersion",
    lying({ allowed: true }, { kind: undefined, apiVersion: undefined }),
    "received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=",
  ],
  [
    "responds in another version",
    lying({ allowed: true }, { apiVersion: "admission.k8s.io/v1beta1" }),
    "failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion",
  ],
  [
    "responds with another kind",
    lying({ allowed: true }, { kind: "Pod", apiVersion: "v1" }),
    'failed to call webhook: no kind "Pod" is registered for version "v1"',
  ],
  [
    "responds without a response",
    lying({}, { response: undefined }),
    "received invalid webhook response: webhook response was absent",
  ],
];

/** Attacks of a validating webhook, in addition. */
const validatingAttacks: typeof attacks = [
  [
    "patches",
    (call, response) => lying(patching({ op: "add", path: "/a", value: 1 }))(call, response),
    "received invalid webhook response: validating webhook may not return response.patch",
  ],
  [
    "names a patch type",
    lying({ allowed: true, patchType: "JSONPatch" }),
    "received invalid webhook response: validating webhook may not return response.patchType",
  ],
];

function nestedValue(depth: number): unknown {
  return JSON.parse(`${'{"x":'.repeat(depth)}1${"}".repeat(depth)}`);
}

/** Attacks of a mutating webhook, in addition. */
const mutatingAttacks: typeof attacks = [
  [
    "sends a patch with a value that is nested too deeply",
    (call, response) =>
      lying(patching({ op: "add", path: "/metadata/labels", value: nestedValue(3000) }))(call, response),
    "received undecodable patch in webhook response: invalid character '{' exceeded max depth",
  ],
  [
    "sends a patch without its type",
    lying({ allowed: true, patch: "W10=" }),
    "received invalid webhook response: webhook returned response.patch but not response.patchType",
  ],
  [
    "sends a patch type without a patch",
    lying({ allowed: true, patchType: "JSONPatch" }),
    "received invalid webhook response: webhook returned response.patchType but not response.patch",
  ],
  [
    "sends an empty patch type",
    lying({ allowed: true, patch: "W10=", patchType: "" }),
    'received invalid webhook response: webhook returned invalid response.patchType of ""',
  ],
  [
    "sends an unknown patch type",
    lying({ ...patching({ op: "add", path: "/a", value: 1 }), patchType: "Magic" }),
    'unsupported patch type "Magic"',
  ],
  [
    "sends a patch that is not base64",
    lying({ allowed: true, patch: "!", patchType: "JSONPatch" }),
    "failed to call webhook: illegal base64 data at input byte 0",
  ],
];

/**
 * Creates a pizza with and without side effects, and returns the response.
 * @param timeoutSeconds one second only for webhooks that never respond
 */
async function attacked(
  type: "mutating" | "validating",
  clientConfig: WebhookClientConfig,
  failurePolicy: string,
  timeoutSeconds: 1 | 30 = 30,
) {
  putWebhooks(peer, type, "w", hook("bad.example.com", clientConfig, { timeoutSeconds, failurePolicy }));
  const logged: string[] = [];
  const server: InProcessServer = await inCluster(peer, {
    resolveService: hooks.resolve,
    log: (message) => logged.push(message),
  });
  const { status, json } = await server.post(pizzas, pizza("x", "tomato"));
  const stored = (await server.get(`${pizzas}/x`)).status;
  return { status, message: textOf(json["message"]), stored, logged };
}

describe.each([
  ["mutating", [...attacks, ...mutatingAttacks]],
  ["validating", [...attacks, ...validatingAttacks]],
] as const)("a %s webhook", (type, all) => {
  test.each(all)("that %s ends the request, and nothing is stored", async (_what, attack, message) => {
    hooks.on("/attack", attack);
    const timeout = message.endsWith("context deadline exceeded") ? 1 : 30;
    const result = await attacked(type, hooks.url("/attack"), "Fail", timeout);
    const uid = textOf(hooks.calls[0]?.review["request"]?.["uid"]);
    const expected = message.replace("URL", `${hooks.origin}/attack`).replace("UID", uid);
    expect(result).toMatchObject({
      status: 500,
      message: expect.stringContaining(
        `Internal error occurred: failed calling webhook "bad.example.com": ${expected}`,
      ) as string,
      stored: 404,
    });
  });

  test("that never completes the TLS handshake ends the request", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    const sockets: Socket[] = [];
    silent.on("connection", (socket) => sockets.push(socket));
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const result = await attacked(type, { url: `https://127.0.0.1:${port}/a` }, "Fail", 1);
    for (const socket of sockets) socket.destroy();
    silent.close();
    expect(result).toMatchObject({ status: 500, stored: 404 });
    expect(result.message).toContain(`Post "https://127.0.0.1:${port}/a?timeout=1s": context deadline exceeded`);
  });

  test("that fails is ignored and logged with the failure policy Ignore", async () => {
    hooks.on("/attack", raw("garbage"));
    const result = await attacked(type, hooks.url("/attack"), "Ignore");
    expect(result).toMatchObject({ status: 201, stored: 200 });
    expect(result.logged).toEqual(["Failed calling webhook, failing open bad.example.com"]);
  });

  test("without a server ends the request", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const result = await attacked(type, { url: `https://127.0.0.1:${port}/a` }, "Fail");
    expect(result.status).toBe(500);
    expect(result.message).toContain(
      `failed calling webhook "bad.example.com": failed to call webhook: Post "https://127.0.0.1:${port}/a?timeout=30s": connect ECONNREFUSED`,
    );
  });

  test("with a certificate of an untrusted authority, or of another name, ends the request", async () => {
    hooks.on("/attack");
    const other = await WebhookServer.start(["example.com"]);
    other.on("/attack");
    const reasons = [];
    try {
      for (const config of [
        { ...hooks.url("/attack"), caBundle: other.caBundle },
        { url: hooks.url("/attack").url ?? "" },
        other.url("/attack"),
      ]) {
        const { status, message, stored } = await attacked(type, config, "Fail");
        expect([status, stored]).toEqual([500, 404]);
        reasons.push(/\?timeout=30s": (.*)$/.exec(message)?.[1]);
      }
    } finally {
      await other.close();
    }
    expect(reasons).toEqual([
      "unable to verify the first certificate",
      "unable to verify the first certificate",
      expect.stringContaining("does not match certificate's altnames") as string,
    ]);
    expect([...hooks.calls, ...other.calls]).toEqual([]);
  });

  test.each([
    [
      {},
      'could not get REST client: failed calling webhook "bad.example.com": webhook configuration must have either service or URL',
    ],
    [
      { url: "::" },
      'could not get REST client: failed calling webhook "bad.example.com": Unparsable URL: parse "::": invalid URL',
    ],
    [
      { url: "https://127.0.0.1", caBundle: "YQ==" },
      "could not get REST client: unable to load root certificates: unable to parse bytes as PEM block",
    ],
    [{ service: { name: "none", namespace: "x" } }, "could not get REST client: no service x/none"],
  ])("with the configuration %o ends the request", async (config, message) => {
    expect(await attacked(type, config, "Fail")).toMatchObject({
      status: 500,
      message: `Internal error occurred: failed calling webhook "bad.example.com": ${message}`,
      stored: 404,
    });
  });
});

test("a patch that copies too much is refused", async () => {
  const grow = Array.from({ length: 40 }, (_item, index) => ({ op: "copy", from: "/spec", path: `/spec/a${index}` }));
  hooks.on("/attack", () => patching(...grow));
  expect(await attacked("mutating", hooks.url("/attack"), "Fail")).toMatchObject({
    status: 500,
    message: expect.stringMatching(
      /^Internal error occurred: Unable to complete the copy, .* is \d+, exceeding the limit 3145728$/,
    ) as string,
  });
});

test("a hanging webhook does not outlive the time limit of the request", async () => {
  hooks.on("/attack", () => undefined);
  putWebhooks(peer, "mutating", "w", hook("bad.example.com", hooks.url("/attack"), { timeoutSeconds: 30 }));
  const server = await inCluster(peer);
  // On a busy machine, the time of a request can end before the call of the webhook.
  do expect((await server.post(`${pizzas}?timeout=1s`, pizza("x", "tomato"))).status).toBe(504);
  while (hooks.calls.length === 0);
  expect(hooks.calls[0]?.url).toBe("/attack?timeout=1s");
  expect((await server.get(`${pizzas}/x`)).status).toBe(404);
});
