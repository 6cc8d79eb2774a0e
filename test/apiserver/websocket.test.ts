import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { toppings, type Json } from "./harness.js";
import { SocketServer, ask } from "./sockets.js";

let server: SocketServer;
const sockets: WebSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await server.stop();
});

async function started(): Promise<SocketServer> {
  server = await SocketServer.create();
  await server.start();
  return server;
}

function open(path: string, { origin = server.url, isAdministrator = true } = {}): WebSocket {
  const headers = origin === "" ? {} : { origin };
  const socket = new WebSocket(server.url.replace("https", "wss") + path, {
    ...server.credentials(isAdministrator),
    headers,
  });
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

/** Returns status and body of the response with which the server refuses a websocket. */
async function refused(socket: WebSocket): Promise<readonly [number | undefined, string]> {
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  return [response.statusCode, text];
}

describe("watches over websockets", () => {
  test("a websocket sends a text message for each event, and ends with the code 1000", async () => {
    await started();
    const socket = open(`${toppings}?watch=1`);
    const first = once(socket, "message");
    await once(socket, "open");
    await ask(server.connect(), toppings, {}, JSON.stringify({ metadata: { name: "a" }, spec: { cost: 1 } }));
    const [data, isBinary] = (await first) as [Buffer, boolean];
    const event = JSON.parse(data.toString()) as Json;
    expect([isBinary, event["type"], event["object"]?.["metadata"]?.["name"]]).toEqual([false, "ADDED", "a"]);
    expect(data.toString().endsWith("}\n")).toBe(true);
    const [[code]] = (await Promise.all([once(socket, "close"), server.server.stop()])) as [[number], unknown];
    expect(code).toBe(1000);
  });

  test("when the client closes the websocket, the server ends the watch", async () => {
    await started();
    const socket = open(`${toppings}?watch=1`);
    await once(socket, "open");
    socket.close();
    await once(socket, "close");
    const [stream] = await ask(server.connect(), "/metrics");
    let text = "";
    for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
    expect(text).toMatch(/apiserver_longrunning_requests\{verb="WATCH".*\} 0/);
  });

  test.each([undefined, ""])("the server refuses a websocket without an origin: %j", async (origin) => {
    await started();
    const headers = origin === undefined ? {} : { origin };
    const socket = new WebSocket(`${server.url.replace("https", "wss")}${toppings}?watch=1`, {
      ...server.credentials(),
      headers,
    });
    sockets.push(socket);
    const [status] = await refused(socket.on("error", () => undefined));
    expect(status).toBe(403);
  });

  test.each(["https://evil.example", "null", "garbage"])(
    "the server refuses a websocket from the origin %s",
    async (origin) => {
      await started();
      expect(await refused(open(`${toppings}?watch=1`, { origin }))).toEqual([
        403,
        expect.stringContaining(`web pages of \\"${origin}\\" may not use this server`),
      ]);
    },
  );

  test("the server accepts websockets from its own pages and from origins that CORS allows", async () => {
    server = await SocketServer.create({ corsOrigins: [/^https:\/\/kitchen\.example$/] });
    await server.start();
    for (const origin of [server.url, "https://kitchen.example"])
      await once(open(`${toppings}?watch=1`, { origin }), "open");
  });

  test("a long message of the client ends the websocket", async () => {
    await started();
    const socket = open(`${toppings}?watch=1`);
    await once(socket, "open");
    socket.send("x".repeat(1024));
    socket.send("x".repeat(2048));
    await once(socket, "close");
    expect(socket.readyState).toBe(WebSocket.CLOSED);
  });

  test("the server refuses the websocket of a client without permission", async () => {
    await started();
    const [status, text] = await refused(open(`${toppings}?watch=1`, { isAdministrator: false }));
    expect([status, (JSON.parse(text) as Json)["reason"]]).toEqual([403, "Forbidden"]);
  });
});

test("a websocket request that is not a watch gets a normal response", async () => {
  await started();
  const [status, text] = await refused(open(toppings));
  expect([status, (JSON.parse(text) as Json)["kind"]]).toEqual([200, "ToppingList"]);
});
