import { once } from "node:events";
import type { TLSSocket } from "node:tls";
import { connect as connectTCP } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sink } from "../../apiserver/http/types.js";
import { closedByServer, get, Listening, pause } from "./listening.js";
import { eventually } from "../eventually.js";

let listening: Listening;
const requested: string[] = [];
beforeAll(async () => {
  // Longer than a handshake on a busy machine, because clients connect at the same time.
  const short = {
    headers: 1_500,
    check: 100,
    idle: 1_500,
    goodbye: 300,
    response: 1_500,
    linger: 300,
    lingerAtMost: 1_000,
  };
  listening = await Listening.with(short, ({ path, readBody }) => {
    requested.push(path);
    if (path === "/watch")
      return Promise.resolve({
        status: 200,
        headers: {},
        body: (sink: Sink) => {
          sink.write("{}\n");
        },
      });
    return path === "/body"
      ? readBody(100).then(() => ({ status: 200, headers: {}, body: "" }))
      : Promise.resolve({ status: 200, headers: {}, body: "ok" });
  });
});
afterAll(() => listening.close());

const frame = (type: number, flags: number, stream: number, payload = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const literal = (name: string, value: string) =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);
const block = Buffer.concat([
  literal(":method", "GET"),
  literal(":scheme", "https"),
  literal(":authority", "x"),
  literal(":path", "/healthz"),
]);
const preface = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, 0)]);
const ping = frame(6, 0, 0, Buffer.alloc(8));

async function raw(protocol: string, text: string | Buffer): Promise<TLSSocket> {
  const socket = await listening.socket(protocol);
  socket.resume().write(text);
  return socket;
}

const upgrade = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
];

describe("an HTTP/2 connection that Node no longer reads", () => {
  const broken: readonly [string, Buffer][] = [
    ["endless headers", Buffer.concat([preface, frame(1, 1, 1, block)])],
    ["a protocol error", Buffer.concat([preface, frame(0, 0, 0, Buffer.alloc(10))])],
    [
      "a response, then a protocol error",
      Buffer.concat([preface, frame(1, 5, 1, block), frame(0, 0, 0, Buffer.alloc(10))]),
    ],
    ["a header block that cannot be decoded", Buffer.concat([preface, frame(1, 5, 1, Buffer.alloc(6, 0xff))])],
  ];
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

  test.each(broken)("after %s the server closes its side soon after the client has closed", async (_what, bytes) => {
    const patient = await Listening.with({ idle: 60_000, goodbye: 60_000, probe: 100, response: 200 }, () =>
      Promise.resolve({ status: 200, headers: {}, body: "ok" }),
    );
    try {
      const before = sockets();
      for (let count = 0; count < 5; count++) {
        const socket = await patient.socket("h2");
        socket.resume().write(bytes);
        await pause(50);
        socket.destroy();
      }
      await eventually(() => sockets() <= before);
    } finally {
      await patient.close();
    }
  });

  test("a client that responds to PINGs keeps its connection", async () => {
    const patient = await Listening.with({ idle: 60_000, goodbye: 60_000, probe: 400 }, () =>
      Promise.resolve({ status: 200, headers: {}, body: "ok" }),
    );
    const session = patient.session();
    try {
      await once(session, "connect");
      let pings = 0;
      session.on("ping", () => pings++);
      await eventually(() => pings === 3);
      expect([session.closed, session.destroyed]).toEqual([false, false]);
    } finally {
      session.destroy();
      await patient.close();
    }
  });
});

describe.concurrent("the server closes a connection that its client keeps open", () => {
  test.each<[string, string, string | Buffer, string | Buffer]>([
    ["during endless HTTP/2 headers", "h2", Buffer.concat([preface, frame(1, 1, 1, block)]), ping],
    ["after an HTTP/2 response", "h2", Buffer.concat([preface, frame(1, 5, 1, block)]), ping],
    ["without HTTP/2 requests", "h2", preface, ping],
    ["after a refused upgrade", "http/1.1", get("/healthz", ...upgrade), "x"],
    ["after an upgrade of a stream without an origin", "http/1.1", get("/watch", ...upgrade), "x"],
    ["after an upgrade to another protocol", "http/1.1", get("/healthz", "Connection: Upgrade", "Upgrade: x"), "x"],
    ["after an upgrade by another method", "http/1.1", get("/healthz", ...upgrade).replace("GET", "POST"), "x"],
    ["after a malformed request", "http/1.1", "GET / HTTP/1.1\r\nX Y: 1\r\n\r\n", "x"],
    ["after the last response", "http/1.1", get("/healthz", "Connection: close"), "x"],
    [
      "after a response before the end of the body",
      "http/1.1",
      "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n",
      "x",
    ],
    ["during an endless request line", "http/1.1", "GET /health", "z"],
    ["during endless headers", "http/1.1", "GET /healthz HTTP/1.1\r\n", "x"],
    [
      "during an endless body over HTTP/2, after its response",
      "h2",
      Buffer.concat([preface, frame(1, 4, 1, block)]),
      ping,
    ],
  ])("the server closes the connection %s", async (_, protocol, text, poke) => {
    await closedByServer(await raw(protocol, text), poke);
  });

  test("the server closes a TLS connection without requests", async () => {
    await once((await listening.socket()).resume(), "end");
  });

  test("the server closes silent TCP connections and unfinished handshakes", async () => {
    for (const text of ["", "\x16\x03\x01\x02"]) {
      const socket = connectTCP({ port: listening.listener.port, host: "127.0.0.1", allowHalfOpen: true })
        .on("error", () => undefined)
        .resume();
      socket.write(text, "latin1");
      await once(socket, "end");
      socket.destroy();
    }
  });

  test("the server closes a connection with plain HTTP", async () => {
    const socket = connectTCP({ port: listening.listener.port, host: "127.0.0.1", allowHalfOpen: true })
      .on("error", () => undefined)
      .resume();
    await closedByServer(socket, "GET / HTTP/1.1\r\n");
  });
});

describe.concurrent("a connection with a watch stays open", () => {
  test("a watch over HTTP/2 keeps its connection", async () => {
    const session = listening.session();
    let hasGone = false;
    session.once("goaway", () => (hasGone = true));
    const watch = session.request({ ":path": "/watch" });
    await once(watch, "data");
    await pause(3_000);
    expect([hasGone, watch.destroyed]).toEqual([false, false]);
  });

  test("a watch over HTTP/1.1 keeps its connection", async () => {
    const socket = await raw("http/1.1", get("/watch"));
    await once(socket, "data");
    await pause(3_000);
    expect([socket.readableEnded, socket.destroyed]).toEqual([false, false]);
  });
});

test.concurrent("the server ignores requests after the last response of a connection", async () => {
  const socket = await raw("http/1.1", get("/last", "Connection: close"));
  await once(socket, "end");
  socket.write(get("/last"));
  await closedByServer(socket, "x");
  expect(requested.filter((path) => path === "/last")).toHaveLength(1);
});
