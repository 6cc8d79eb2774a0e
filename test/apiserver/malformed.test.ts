import { once } from "node:events";
import { connect as connectTCP } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pizzas } from "./harness.js";
import { SocketServer, ask, get } from "./sockets.js";

let server: SocketServer;
beforeAll(async () => {
  server = await SocketServer.create();
  await server.start();
});
afterAll(() => server.stop());

/**
 * Writes the text of a request to a new connection. Returns all data that the server sends until it
 * closes the connection.
 */
async function raw(text: string, isTLS = true): Promise<string> {
  const port = Number(new URL(server.url).port);
  const socket = isTLS
    ? connect({ port, host: "127.0.0.1", ALPNProtocols: ["http/1.1"], ...server.credentials() })
    : connectTCP(port, "127.0.0.1");
  socket.setEncoding("latin1").write(text);
  let response = "";
  socket.on("data", (chunk: string) => (response += chunk));
  await once(socket, "close");
  return response;
}

const host = "Host: x\r\nConnection: close\r\n";

describe("HTTP/1.1", () => {
  test("a request with plain HTTP gets an explanation", async () => {
    expect(await raw("GET /apis HTTP/1.1\r\nHost: x\r\n\r\n", false)).toBe(
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
    );
  });

  test.each(["/apis/%zz", "/apis/%ff", "**", "healthz"])("the target %s is a 400", async (target) => {
    const response = await raw(`OPTIONS ${target} HTTP/1.1\r\n${host}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    // The HTTP parser itself refuses `healthz`, so the response is not a Status.
    if (target !== "healthz") expect(response).toContain('"reason":"BadRequest"');
  });

  test("HTTP/1.1 requires a Host header, HTTP/1.0 does not", async () => {
    expect(await raw("GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 [^]*missing required Host header\n$/,
    );
    expect(await raw("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/ok$/);
  });

  test("OPTIONS * succeeds for all clients, GET * does not", async () => {
    expect(await raw(`OPTIONS * HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 200 [^]*content-length: 0\r\n/);
    expect(await raw(`GET * HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("the server refuses two Host headers and an unknown HTTP version", async () => {
    expect(await raw("GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 [^]*400 Bad Request: too many Host headers\n$/,
    );
    expect(await raw("GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 505 [^]*unsupported protocol version\n$/,
    );
  });

  test("the server accepts a target in the form for proxies", async () => {
    expect(await raw(`GET https://x/healthz?verbose HTTP/1.1\r\n${host}\r\n`)).toContain("healthz check passed");
  });

  test("the server refuses a body whose declared length is too long at once", async () => {
    const response = await raw(`POST ${pizzas} HTTP/1.1\r\n${host}Content-Length: 3145729\r\n\r\n`);
    expect(response).toContain("Request entity too large: limit is 3145728");
  });

  test.each([
    ["two lengths", `POST ${pizzas} HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      "a length and chunks",
      `POST ${pizzas} HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ["an invalid chunk", `POST ${pizzas} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ["a NUL in a header", `GET /healthz HTTP/1.1\r\n${host}X: a\x00b\r\n\r\n`],
    ["an invalid protocol", "\x00\x01\r\n\r\n"],
    [
      "chunks in another coding",
      `POST ${pizzas} HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    ["lines without CR", "GET /healthz HTTP/1.1\nHost: x\n\n"],
    ["a CR in a header", `GET /healthz HTTP/1.1\r\n${host}X: a\rb\r\n\r\n`],
    ["a folded header", `GET /healthz HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
    ["a blank before the colon", `GET /healthz HTTP/1.1\r\n${host}X : a\r\n\r\n`],
  ])("a request with %s is a 400", async (_, text) => {
    expect(await raw(text)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`GET /healthz HTTP/1.1\r\n${host}\r\n`)).toMatch(/ok$/);
  });

  test.each([
    ["without a host", "GET /healthz HTTP/1.1\r\n"],
    ["with two Host headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nhost: y\r\n"],
    ["of an unknown version", "GET /healthz HTTP/2.0\r\nHost: x\r\n"],
  ])("the server refuses a request %s, with the same response if it is an upgrade", async (_, head) => {
    const plain = await raw(`${head}Connection: close\r\n\r\n`);
    const upgrade = await raw(`${head}Connection: Upgrade\r\nUpgrade: x\r\n\r\n`);
    const outline = (text: string) => [text.split("\r\n")[0], text.split("\r\n\r\n")[1]];
    expect(plain).toMatch(/^HTTP\/1\.1 (400|505) /);
    expect(outline(upgrade)).toEqual(outline(plain));
  });

  test("a chunked body can have trailers", async () => {
    expect(
      await raw(`POST ${pizzas} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: 1\r\n\r\n`),
    ).toContain("name or generateName is required");
  });
});

describe("HTTP/2", () => {
  test("an invalid target is a 400 Status, and the server serves other requests of the connection", async () => {
    const session = server.connect();
    const { status, text } = await get(session, "/apis/%zz");
    expect([status, text]).toEqual([400, expect.stringContaining('"reason":"BadRequest"')]);
    expect((await get(session, "/healthz")).status).toBe(200);
  });

  test("the server handles many headers and unknown methods", async () => {
    const session = server.connect();
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${String(index)}`, "y"]));
    expect((await get(session, "/healthz", many)).status).toBe(200);
    const [stream, headers] = await ask(session, pizzas, { ":method": "FOO" });
    expect(headers[":status"]).toBe(405);
    stream.close();
  });
});

describe("bodies with endless nesting are refused", () => {
  const depth = 100_000;
  test.each([
    [
      "JSON",
      "application/json",
      `{"x":${"[".repeat(depth)}${"]".repeat(depth)}}`,
      "json parse error: invalid character '[' exceeded max depth",
    ],
    ["brackets of YAML", "application/yaml", `x: ${"[".repeat(depth)}`, "yaml: line 1: exceeded max depth of 250"],
    ["lists of YAML", "application/yaml", "- ".repeat(depth), "yaml: line 1: exceeded max depth of 250"],
    ["keys of YAML", "application/yaml", "? ".repeat(depth), "yaml: line 1: exceeded max depth of 250"],
    [
      "lines of YAML",
      "application/yaml",
      Array.from({ length: 300 }, (_, index) => `${" ".repeat(index)}a:\n`).join(""),
      "yaml: line 251: exceeded max depth of 250",
    ],
  ])("the server refuses deep nesting in %s", async (_, type, body, message) => {
    const session = server.connect();
    const [stream, headers] = await ask(session, pizzas, { "content-type": type }, body);
    let text = "";
    for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
    expect([headers[":status"], text]).toEqual([400, expect.stringContaining(message)]);
  });
});
