import { once } from "node:events";
import { connect as connectTCP } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import type { Handler } from "../../apiserver/http/types.js";
import { ended, get, Listening } from "./listening.js";
import { SocketServer } from "./sockets.js";
import { toppings } from "./harness.js";

/** A farewell that is longer than any test: what ends it early is an event. */
const untilAllHaveLeft = 3_600_000;

const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function listening(farewell: number, handler: Handler): Promise<Listening> {
  const server = await Listening.with({ farewell }, handler);
  opened.push({ stop: () => server.close() });
  return server;
}

const ok: Handler = () => Promise.resolve({ status: 200, headers: {}, body: "served" });

/** Resolves when the server refuses new TCP connections. */
async function refusesConnections(port: number): Promise<void> {
  const connects = () =>
    new Promise<boolean>((resolve) => {
      const socket = connectTCP(port, "127.0.0.1");
      const settle = (result: boolean) => {
        socket.destroy();
        resolve(result);
      };
      socket.once("error", () => {
        settle(false);
      });
      socket.once("connect", () => {
        settle(true);
      });
    });
  while (await connects());
}

/** Collects the bytes of an HTTP/1.1 connection. */
class Client {
  text = "";
  constructor(readonly socket: TLSSocket) {
    socket.setEncoding("latin1").on("data", (chunk: string) => (this.text += chunk));
  }

  async has(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) await once(this.socket, "data");
  }
}

describe("a server that stops", () => {
  test("over HTTP/1.1 it serves a request that arrives after the stop has begun, with Connection: close", async () => {
    const server = await SocketServer.create({}, {}, { farewell: untilAllHaveLeft });
    await server.start();
    const port = Number(new URL(server.url).port);
    const clients = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = new Client(await server.socket());
        client.socket.write(get(toppings));
        await client.has(/ToppingList/);
        expect(client.text).not.toMatch(/Connection: close/i);
        client.text = "";
        return client;
      }),
    );
    const stopped = server.server.stop();
    await refusesConnections(port);
    for (const { socket } of clients) socket.write(get(toppings));
    await Promise.all(clients.map(({ socket }) => ended(socket)));
    for (const { text } of clients)
      expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*ToppingList/i);
    await stopped;
  });

  test("over HTTP/2 it sends a GOAWAY, so that the client knows that a later request was not executed", async () => {
    const server = await listening(untilAllHaveLeft, ok);
    const session = server.session();
    await once(session, "connect");
    const goaway = once(session, "goaway");
    const left = server.listener.leave();
    expect((await goaway)[0]).toBe(0);
    await left;
  });

  test("connections without requests are closed after the farewell", async () => {
    const server = await listening(0, ok);
    const client = new Client(await server.socket());
    client.socket.write(get("/"));
    await client.has(/served/);
    await server.listener.leave();
    const closed = server.listener.close();
    await ended(client.socket);
    client.socket.destroy();
    await closed;
  });

  test.each([
    ["in their order", [0, 1]],
    ["in the reverse order", [1, 0]],
  ])("of pipelined requests that finish %s, each gets its response", async (_, order) => {
    const begun: (() => void)[] = [];
    const server = await listening(untilAllHaveLeft, async ({ path }) => {
      await new Promise<void>((resolve) => begun.push(resolve));
      return { status: 200, headers: {}, body: `served ${path}` };
    });
    const client = new Client(await server.socket());
    client.socket.write(get("/first") + get("/second"));
    await expect.poll(() => begun.length).toBe(2);
    const left = server.listener.leave();
    for (const index of order) {
      begun[index]?.();
      await new Promise(setImmediate);
    }
    await ended(client.socket);
    expect(client.text.match(/served \/(first|second)|^Connection: close/gim)).toEqual([
      "served /first",
      "Connection: close",
      "served /second",
    ]);
    client.socket.destroy();
    await left;
  });
});
