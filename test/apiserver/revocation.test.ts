import { once } from "node:events";
import type { ClientHttp2Stream } from "node:http2";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createAuthority, issueClient, type KeyPair } from "../../apiserver/certificates/authority.js";
import { toppings } from "./harness.js";
import { ended, get } from "./listening.js";
import { SocketServer, ask, get as getHTTP2 } from "./sockets.js";

let server: SocketServer;
let users: KeyPair;
let eve: KeyPair;
beforeEach(async () => {
  server = await SocketServer.create();
  users = await createAuthority("users");
  eve = await issueClient(users, "eve", ["system:masters"]);
  await server.start(users);
});
afterEach(() => server.stop());

const topping = (name: string) => JSON.stringify({ metadata: { name }, spec: { cost: 1 } });
const create = async (name: string) => {
  const [stream, headers] = await ask(server.connect(), toppings, {}, topping(name));
  stream.resume();
  expect(headers[":status"]).toBe(201);
};

/** HTTP/1.1 connection that collects all received bytes. */
class Raw {
  text = "";
  readonly socket: TLSSocket;

  constructor({ certificate, key }: KeyPair) {
    this.socket = connect({
      port: Number(new URL(server.url).port),
      host: "127.0.0.1",
      ...server.credentials(),
      cert: certificate,
      key,
    });
    this.socket
      .on("error", () => undefined)
      .setEncoding("latin1")
      .on("data", (chunk: string) => (this.text += chunk));
  }

  async has(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) await once(this.socket, "data");
  }
}

const post = (body: string) => `POST ${toppings} HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
const watch = `${toppings}?watch=1&timeoutSeconds=2147483`;

test("over HTTP/1.1 the server ends watches of a removed authority, and connections after their requests", async () => {
  const [watching, writing, idle, kept] = [
    new Raw(eve),
    new Raw(eve),
    new Raw(eve),
    new Raw(await server.issue("admin", ["system:masters"])),
  ];
  watching.socket.write(get(watch));
  kept.socket.write(get(watch));
  idle.socket.write(get("/version"));
  const body = topping("begun");
  writing.socket.write(post(body) + body.slice(0, 10));
  await Promise.all([watching.has(/200 OK/), kept.has(/200 OK/), idle.has(/gitVersion/)]);
  await getHTTP2(server.connect(), "/healthz");
  server.trust();
  await Promise.all([ended(watching.socket), ended(idle.socket)]);
  // The first write ends the pending request and adds a second request. The third request, an
  // upgrade to a websocket, is in a separate segment.
  writing.socket.write(body.slice(10) + get(watch));
  writing.socket.write(
    get(
      watch,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
      `Origin: ${server.url}`,
    ),
  );
  await ended(writing.socket);
  await create("later");
  await kept.has(/"later"/);
  expect(writing.text).toMatch(/^HTTP\/1\.1 201 [^]*HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/i);
  expect(writing.text).not.toMatch(/HTTP\/1\.1 (200|101)/);
  for (const { text } of [watching, writing, idle]) expect(text).not.toContain("later");
});

test("the server refuses a websocket of a removed authority", async () => {
  server.trust();
  const refused = new WebSocket(`${server.url.replace("https", "wss")}${watch}`, {
    ...server.credentials(),
    cert: eve.certificate,
    key: eve.key,
    origin: server.url,
  });
  const [, response] = (await once(
    refused.on("error", () => undefined),
    "unexpected-response",
  )) as [unknown, { readonly statusCode: number }];
  expect(response.statusCode).toBe(401);
});

test("the server ends a websocket of a removed authority", async () => {
  const socket = new WebSocket(`${server.url.replace("https", "wss")}${watch}`, {
    ...server.credentials(),
    cert: eve.certificate,
    key: eve.key,
    origin: server.url,
  });
  let seen = "";
  socket.on("message", (data: Buffer) => (seen += data.toString()));
  await once(socket, "open");
  server.trust();
  await once(socket, "close");
  await create("later");
  expect(seen).toBe("");
});

test("over HTTP/2 the server ends watches of a removed authority, and serves no more requests", async () => {
  const session = server.connect(eve);
  const other = server.connect(await server.issue("admin", ["system:masters"]));
  const reader = async (stream: ClientHttp2Stream) => {
    let text = "";
    for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
    return text;
  };
  const [stream] = await ask(session, watch);
  const [kept] = await ask(other, watch);
  const writing = session.request({ ":method": "POST", ":path": toppings });
  const body = topping("begun");
  writing.write(body.slice(0, 10));
  await getHTTP2(session, "/healthz");
  const event = once(kept.setEncoding("utf8"), "data");
  server.trust();
  expect(await reader(stream)).toBe("");
  const response = once(writing, "response");
  writing.end(body.slice(10));
  expect(((await response) as [Record<string, unknown>])[0][":status"]).toBe(201);
  writing.resume();
  const closed = session.destroyed ? undefined : once(session, "close");
  await expect(getHTTP2(session, toppings)).rejects.toThrow();
  await closed;
  expect(String(await event)).toContain('"begun"');
  expect(other.closed).toBe(false);
});

test("the server closes connections without a certificate after their requests", async () => {
  const session = server.connect(false);
  expect((await getHTTP2(session, "/healthz")).status).toBe(200);
  if (!session.closed) await once(session, "goaway");
});

test("the removal of one authority does not affect connections of the others", async () => {
  const [raw, session] = [new Raw(eve), server.connect(eve)];
  raw.socket.write(get(watch));
  await raw.has(/200 OK/);
  expect((await getHTTP2(session, toppings)).status).toBe(200);
  server.trust(users, await createAuthority("more users"));
  await create("later");
  await raw.has(/"later"/);
  expect((await getHTTP2(session, toppings)).status).toBe(200);
  raw.socket.destroy();
});
