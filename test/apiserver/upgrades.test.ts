import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import type { Handler, Response, Sink } from "../../apiserver/http/types.js";
import { ended, get, Listening } from "./listening.js";

let listening: Listening | undefined;
afterEach(() => listening?.close());

/** Resolves with the sink that the listener passes to a stream. */
let sinks: Sink[] = [];
const stream: Response = {
  status: 200,
  headers: {},
  body: (sink) => {
    sinks.push(sink);
    sink.write("event\n");
  },
};

async function serving(handler: Handler): Promise<Listening> {
  sinks = [];
  return (listening = await Listening.with({}, handler));
}

const webSocket = (key = "dGhlIHNhbXBsZSBub25jZQ==", version = "13") => [
  "Connection: Upgrade",
  "Upgrade: websocket",
  `Sec-WebSocket-Key: ${key}`,
  `Sec-WebSocket-Version: ${version}`,
];
const h2c = ["Connection: Upgrade", "Upgrade: h2c"];

/** Sends bytes, and returns the response after the server has closed its side. */
async function answer(server: Listening, text: string): Promise<string> {
  const socket = await server.socket();
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  socket.write(text);
  await ended(socket);
  socket.destroy();
  return received;
}

describe("an upgrade that the server refuses", () => {
  test.each([
    ["a websocket with a wrong key", get("/", ...webSocket("key")), "missing or invalid Sec-WebSocket-Key"],
    ["a websocket of another version", get("/", ...webSocket(undefined, "7")), "Sec-WebSocket-Version"],
    ["a websocket with a body", `${get("/", ...webSocket(), "Content-Length: 5")}hello`, "a request with a body"],
    [
      "another protocol with a body",
      `${get("/", ...h2c, "Transfer-Encoding: chunked").replace("GET", "POST")}0\r\n\r\n`,
      "a request with a body",
    ],
    ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", "the server is not a proxy"],
  ])("%s gets a 400 with the reason, before the handler begins a stream", async (_, text, reason) => {
    let calls = 0;
    const server = await serving(() => {
      calls++;
      return Promise.resolve(stream);
    });
    const received = await answer(server, text);
    expect(received).toMatch(/^HTTP\/1\.1 400 [^]*connection: close\r\n/i);
    expect(received).toContain(reason);
    expect([calls, sinks]).toEqual([0, []]);
  });
});

describe("an upgrade to a protocol that the server does not have", () => {
  test.each([
    ["h2c", get("/", ...h2c)],
    ["a websocket over HTTP/1.0", get("/", ...webSocket()).replace("HTTP/1.1", "HTTP/1.0")],
  ])("%s: the request gets its complete response over HTTP", async (_, text) => {
    const body = "x".repeat(8 * 1024 * 1024);
    const received = await answer(await serving(() => Promise.resolve({ status: 200, headers: {}, body })), text);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received.slice(received.indexOf("\r\n\r\n") + 4) === body).toBe(true);
  });

  test("a stream is sent over HTTP until the client closes its side", async () => {
    const server = await serving(() => Promise.resolve(stream));
    const socket = await server.socket();
    let received = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
    socket.write(get("/", ...h2c));
    while (!received.includes("event")) await once(socket, "data");
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const [sink] = sinks;
    expect(sink?.closed.aborted).toBe(false);
    socket.end();
    if (sink?.closed.aborted === false) await once(sink.closed, "abort");
  });
});

describe("a connection that is closed before the response", () => {
  test.each([
    ["a websocket", (server: Listening) => sendOver(server, webSocket())],
    ["a stream over HTTP/1.1", (server: Listening) => sendOver(server, [])],
    [
      "a stream over HTTP/2",
      (server: Listening) => {
        server
          .session()
          .request({ ":path": "/" })
          .on("error", () => undefined);
        return Promise.resolve();
      },
    ],
  ])("%s: the writer of the stream gets a closed sink, so that its end is recorded", async (_, send) => {
    let respond: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const server = await serving(async () => {
      const response = new Promise<Response>((resolve) => {
        respond = () => {
          resolve(stream);
        };
      });
      begin();
      return response;
    });
    await send(server);
    await begun;
    server.listener.destroyConnections();
    respond();
    await expect.poll(() => sinks.map(({ closed }) => closed.aborted)).toEqual([true]);
  });
});

async function sendOver(server: Listening, headers: readonly string[]): Promise<void> {
  (await server.socket()).write(get("/", ...headers));
}
