import { once } from "node:events";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toppings } from "./harness.js";
import { SocketServer } from "./sockets.js";

let server: SocketServer;
beforeAll(async () => {
  server = await SocketServer.create();
  await server.start();
});
afterAll(() => server.stop());

/** Sends parts of a request in separate writes and reads until the server closes the connection. */
async function received(parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect({
    port: Number(new URL(server.url).port),
    host: "127.0.0.1",
    ALPNProtocols: ["http/1.1"],
    ...server.credentials(),
  });
  let text = "";
  socket
    .on("error", () => undefined)
    .setEncoding("latin1")
    .on("data", (chunk: string) => (text += chunk));
  await once(socket, "secureConnect");
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return text;
}

async function statusOf(parts: readonly (string | Buffer)[]): Promise<string> {
  return (await received(parts)).slice(9, 12) || "no response";
}

async function statuses(count: number, parts: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (let index = 0; index < count; index++) all.push(await statusOf(parts));
  return [...new Set(all)];
}

const head = (method: string, type: string, length: number, line = "X: y") =>
  `${method} ${toppings}${method === "PATCH" ? "/a" : ""} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${line}\r\nContent-Length: ${String(length)}\r\n\r\n`;

describe("a client that sends a body after malformed headers receives the response", () => {
  const body = '{"metadata":{"name":"x"}}';
  test.each(["X Y: 1", "X: a\0b", " folded: 1"])("the client receives the response to the header %j", async (line) => {
    const bad = head("POST", "application/json", body.length, line);
    expect(await statuses(30, [bad + body])).toEqual(["400"]);
    expect(await statuses(30, [bad, body])).toEqual(["400"]);
  });
});

describe("the client receives a response that the server sends before the end of the body", () => {
  const large = Buffer.alloc(4 * 1024 * 1024, 0x20);
  test.each([
    ["a declared length that is too long", "413", [head("POST", "application/json", large.length), large]],
    [
      "a chunked body that is too long",
      "413",
      [
        head("POST", "application/json", 0).replace("Content-Length: 0", "Transfer-Encoding: chunked"),
        `${large.length.toString(16)}\r\n`,
        large,
        "\r\n0\r\n\r\n",
      ],
    ],
    ["an unsupported type", "415", [head("PATCH", "application/unknown", large.length), large]],
  ])("the client receives the response to %s", async (_, status, parts) => {
    expect(await statuses(20, parts)).toEqual([status]);
  });

  test("the server ignores a request after the last response of a connection", async () => {
    const body = Buffer.alloc(3 * 1024 * 1024 + 1, 0x20);
    const created = '{"metadata":{"name":"smuggled"},"spec":{"cost":1}}';
    const second = head("POST", "application/json", created.length) + created;
    expect(
      await statuses(3, [head("POST", "application/json", body.length), Buffer.concat([body, Buffer.from(second)])]),
    ).toEqual(["413"]);
    expect(await statusOf([`GET ${toppings}/smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`])).toBe("404");
  });
});

describe("a response to a request whose body the server does not read", () => {
  const dropped = 256 * 1024;
  const missing = (length: number) => `POST /missing HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(length)}\r\n\r\n`;
  const last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  const statusesIn = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status);

  test("leaves the connection open for the next request after a body of at most 256 KiB", async () => {
    const text = await received([missing(dropped), Buffer.alloc(dropped, 0x20), last]);
    expect(statusesIn(text)).toEqual(["404", "200"]);
  });

  test("is the last one after a longer body", async () => {
    const text = await received([missing(dropped + 1), Buffer.alloc(dropped + 1, 0x20), last]);
    expect([statusesIn(text), /^connection: close\r$/im.test(text)]).toEqual([["404"], true]);
  });
});
