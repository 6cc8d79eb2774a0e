import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import { request } from "node:https";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { InProcessServer, pizzas, toppings } from "./harness.js";
import { HeaderBlock, requestHTTP2 } from "./raw-http2.js";
import { SocketServer, get, type Reply } from "./sockets.js";

let server: SocketServer;
beforeAll(async () => {
  server = await SocketServer.create();
  await server.start();
});
afterAll(() => server.stop());

/**
 * Sends a request over a new HTTP/1.1 connection.
 * @returns all bytes that the server sends
 */
async function requestHTTP1(text: string): Promise<string> {
  const socket = connect({
    host: "127.0.0.1",
    port: Number(new URL(server.url).port),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: false,
  });
  socket.on("error", () => undefined);
  socket.setEncoding("latin1").write(text);
  let response = "";
  socket.on("data", (chunk: string) => (response += chunk));
  await once(socket, "close");
  return response;
}

const limit = requestLimits.headerBytes;
const costOf = (...headers: readonly string[]) =>
  headers.reduce((sum, text) => sum + text.length, (headers.length / 2) * requestLimits.bytesPerHeader);

describe("a target and headers of 64 KiB", () => {
  const healthz = (version: 1 | 2, target: string, bytes: number) => {
    const others =
      version === 1 ? ["Host", "x", "Connection", "close"] : [":method", "GET", ":scheme", "https", ":authority", "x"];
    const fixed =
      version === 1
        ? target.length + costOf(...others, "x-fill", "")
        : costOf(...others, ":path", target, "x-fill", "");
    const fill = "y".repeat(Math.max(bytes - fixed, 0));
    if (version === 2) return requestHTTP2(server.url, new HeaderBlock().get(target).literal("x-fill", fill));
    return requestHTTP1(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Fill: ${fill}\r\n\r\n`);
  };
  const status = (code: number, message: string) =>
    expect.stringMatching(
      new RegExp(`"kind":"Status".*"message":"${message}: the limit is 65536 bytes in total.*"code":${String(code)}`),
    ) as string;
  const tooLarge = status(431, "the request line and the headers of the request are too large");
  const tooLong = status(414, "the path and the query of the request are too long");

  describe.each([1, 2] as const)("HTTP/%i", (version) => {
    test("a request of exactly the limit succeeds", async () => {
      expect(await healthz(version, "/healthz", limit)).toMatch(/ok$/);
    });

    test("one byte above the limit is a 431 Status", async () => {
      expect(await healthz(version, "/healthz", limit + 1)).toEqual(tooLarge);
    });

    test("one byte above the limit is a 414 Status if the target is larger than the headers", async () => {
      expect(await healthz(version, `/healthz?exclude=${"x".repeat(40_000)}`, limit)).toMatch(/ok$/);
      expect(await healthz(version, `/healthz?exclude=${"x".repeat(40_000)}`, limit + 1)).toEqual(tooLong);
    });
  });

  test("HTTP/1.1: headers that exceed the parser's limit are a 431 Status too", async () => {
    const response = await requestHTTP1(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(1_100_000)}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\nContent-Type: application\/json\r\n/);
    expect(response).toEqual(tooLarge);
  });

  test("HTTP/1.1: the client receives a 414 and a 431 before the connection closes", async () => {
    expect(await requestHTTP1(`GET /${"x".repeat(70_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 414 .*\r\ncontent-type: application\/json\r\n/,
    );
    expect(
      await requestHTTP1(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${"x".repeat(70_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 .*\r\ncontent-type: application\/json\r\n/);
  });

  test("HTTP/1.1: an upgrade has the same limit", async () => {
    const upgrade = (length: number) =>
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\nX: ${"x".repeat(length)}\r\n\r\n`;
    expect(await requestHTTP1(upgrade(60_000))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await requestHTTP1(upgrade(70_000))).toEqual(tooLarge);
  });

  test("HTTP/2: a header that single bytes repeat is a 431 Status", async () => {
    const block = new HeaderBlock()
      .get("/version")
      .indexed("accept", "a/b,".repeat(990))
      .repeat(1980)
      .literal("accept", "x/y");
    expect(block.bytes().length).toBeLessThan(6200);
    expect(await requestHTTP2(server.url, block)).toEqual(tooLarge);
  });

  test("the server refuses more headers than Node keeps", async () => {
    const short = Array.from(
      { length: requestLimits.headers + 10 },
      (_, index) => `${"abcdefghij"[index % 10] ?? ""}:\r\n`,
    ).join("");
    expect(await requestHTTP1(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${short}\r\n`)).toEqual(
      tooLarge,
    );
  });
});

describe("requests that cost much time before authentication", () => {
  const exclude = Array.from({ length: 150_000 }, (_, index) => `exclude=${index.toString(36)}`).join("&");
  const extra = Array.from(
    { length: 1900 },
    (_, index) =>
      `Impersonate-Extra-%${(index % 256).toString(16).padStart(2, "0")}${String(index)}: ${"a, ".repeat(150)}\r\n`,
  ).join("");
  test.each([
    ["many impersonated values", `/version`, `Impersonate-User: x\r\n${extra}`],
    ["a path of < characters", `/${"<".repeat(1_024_000)}`, "User-Agent: curl/8\r\n"],
    ["a path of escapes", `/${"%3C".repeat(341_333)}`, ""],
    ["a field selector", `${toppings}?fieldSelector=${"b,a=".repeat(256_000)}`, ""],
    ["a timeout of digits", `${toppings}?timeout=${"9".repeat(1_024_000)}s`, ""],
    ["a timeout of units", `${toppings}?timeout=${"1ns".repeat(341_333)}`, ""],
    ["excluded health checks", `/healthz?verbose&${exclude}`, ""],
    ["a query of many keys", `/version?${"a&".repeat(512_000)}`, ""],
  ])("a request with %s is a 431", async (_, target, headers) => {
    expect(await requestHTTP1(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)).toMatch(/^(HTTP\/1\.1 431 |$)/);
  });

  test("both HTTP versions accept a timeout of 64 characters; one of 65 is a 400", async () => {
    const digits = (count: number) => `${"0".repeat(count - 2)}1s`;
    const { timeoutCharacters } = requestLimits;
    expect((await new InProcessServer().get(`${pizzas}?timeout=${digits(timeoutCharacters)}`)).status).toBe(200);
    const path = `${pizzas}?timeout=${digits(timeoutCharacters + 1)}`;
    const message = "invalid timeout specified in the request URL - must have at most 64 characters";
    expect((await new InProcessServer().get(path)).json).toMatchObject({ code: 400, message });
    expect(await requestHTTP1(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain(message);
    expect(await requestHTTP2(server.url, new HeaderBlock().get(path))).toContain(message);
  });

  test("authorizers do not receive the name in a long field selector", async () => {
    const asked: string[] = [];
    const user = { name: "bob", groups: [], extra: {} };
    const limited = new InProcessServer({
      user,
      config: { authorizers: [({ info }) => (asked.push(info.name), "no opinion")] },
    });
    const selector = (length: number) => encodeURIComponent("metadata.name=a".padEnd(length, ","));
    await limited.get(`${pizzas}?fieldSelector=${selector(requestLimits.nameSelectorCharacters)}`);
    await limited.get(`${pizzas}?fieldSelector=${selector(requestLimits.nameSelectorCharacters + 1)}`);
    expect(asked).toEqual(["a", ""]);
  });
});

/** Sends a request as the administrator over HTTP/1.1. */
function administratorHTTP1(path: string, headers: OutgoingHttpHeaders): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { ...server.credentials(), headers, agent: false }, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => (text += chunk))
        .on("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
    });
    sent.on("error", reject).end();
  });
}

describe.each([
  ["HTTP/1.1", administratorHTTP1],
  ["HTTP/2", (path: string, headers: OutgoingHttpHeaders) => get(server.connect(), path, headers)],
] as const)("limits of an authenticated request over %s", (_, send) => {
  const many = (count: number, separator: string) =>
    Array.from({ length: count }, (_value, index) => `a${String(index)}`).join(separator);
  const statusOf = async (path: string, headers: OutgoingHttpHeaders = {}) => (await send(path, headers)).status;

  test("the server limits the requirements of a selector", async () => {
    const { selectorRequirements } = requestLimits;
    expect(await statusOf(`${toppings}?labelSelector=${many(selectorRequirements, ",")}`)).toBe(200);
    expect(await statusOf(`${toppings}?labelSelector=${many(selectorRequirements + 1, ",")}`)).toBe(400);
  });

  test("the server limits the impersonated parts", async () => {
    const { impersonatedParts } = requestLimits;
    const impersonate = (count: number) =>
      statusOf("/healthz", { "impersonate-user": "eve", "impersonate-group": many(count, ",").split(",") });
    expect([await impersonate(impersonatedParts), await impersonate(impersonatedParts + 1)]).toEqual([200, 400]);
  });

  test("the server limits the clauses of Accept", async () => {
    const accept = (count: number) => statusOf(toppings, { accept: `${"a/b,".repeat(count)}application/json` });
    expect([
      await accept(requestLimits.acceptCharacters / 4 - 4),
      await accept(requestLimits.acceptCharacters / 4),
    ]).toEqual([200, 406]);
  });

  test("the server shortens an Audit-Id", async () => {
    expect((await send("/healthz", { "audit-id": "x".repeat(65) })).headers["audit-id"]).toBe("x".repeat(64));
  });
});

describe("Audit-Id", () => {
  test("the server cuts an Audit-Id at 64 characters, in the response and in the log", async () => {
    const logged: unknown[] = [];
    const limited = new InProcessServer({
      config: { requestLog: (_level, _message, values) => void logged.push(values?.["audit-ID"]) },
    });
    const { headers } = await limited.get("/healthz", { "audit-id": "x".repeat(65) });
    expect([headers["audit-id"], logged]).toEqual(["x".repeat(64), ["x".repeat(64)]]);
  });
});
