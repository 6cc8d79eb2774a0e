import { once } from "node:events";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Handler, Sink } from "../../apiserver/http/types.js";
import { ended, get, Listening } from "./listening.js";
import { eventually } from "../eventually.js";

const upgrade = get(
  "/upgrade",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
  "Origin: https://x",
);
const large = "x".repeat(8 * 1024 * 1024);
const refusal = "an upgrade is not supported before the previous request on the connection has its response";

let listening: Listening;
let release: () => void;
let paths: string[];
let sink: Sink | undefined;
let gone: Promise<void>;

const handler: Handler = async ({ path, afterwards }) => {
  paths.push(path);
  if (path === "/slow")
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  if (path !== "/watch") return { status: 200, headers: {}, body: path === "/large" ? large : `body of ${path}` };
  gone = new Promise((resolve) => afterwards?.(resolve));
  return {
    status: 200,
    headers: {},
    body: (opened) => {
      sink = opened;
    },
  };
};

beforeEach(async () => {
  paths = [];
  listening = await Listening.with({ linger: 50 }, handler);
});
afterEach(() => listening.close());

/** Sends the requests in one write. `text` returns all bytes that the server has sent. */
async function send(
  ...requests: readonly string[]
): Promise<{ readonly socket: TLSSocket; readonly text: () => string }> {
  const socket = await listening.socket();
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  socket.write(requests.join(""));
  return { socket, text: () => text };
}

const statuses = (text: string): readonly string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];
describe("an upgrade that follows a request without a response", () => {
  test("the server refuses the upgrade after the response, and does not call the handler", async () => {
    const { socket, text } = await send(get("/slow"), upgrade);
    await eventually(() => paths.length > 0);
    release();
    await ended(socket);
    expect(statuses(text())).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(text()).toContain(refusal);
    expect(paths).toEqual(["/slow"]);
  });

  test("the server refuses the upgrade after all responses, including large ones", async () => {
    const { socket, text } = await send(get("/slow"), get("/large"), get("/c"), upgrade, "bytes of the websocket");
    await eventually(() => paths.length === 3);
    release();
    await ended(socket);
    expect(statuses(text())).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
    expect([text().includes(large), text().includes("body of /c"), text().includes(refusal)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(paths).toEqual(["/slow", "/large", "/c"]);
  });

  test("the server refuses the upgrade after the end of a stream, whose events arrive before", async () => {
    const { socket, text } = await send(get("/watch"), upgrade);
    await eventually(() => sink !== undefined);
    sink?.write("event\n");
    await eventually(() => text().includes("event\n"));
    sink?.end();
    await ended(socket);
    expect(statuses(text())).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  test("when the client leaves, the server drops the upgrade and ends the stream before it", async () => {
    const { socket } = await send(get("/watch"), upgrade);
    await eventually(() => paths.length > 0);
    socket.destroy();
    await gone;
    expect(paths).toEqual(["/watch"]);
  });

  test("an upgrade after the last response of the connection gets no response", async () => {
    const { socket, text } = await send(get("/slow", "Connection: close"), upgrade);
    await eventually(() => paths.length > 0);
    release();
    await ended(socket);
    expect(statuses(text())).toEqual(["HTTP/1.1 200"]);
  });
});

test.each(["X Y: 1\r\n\r\n", get("/b", "X Y: 1")])(
  "a request that is followed by invalid bytes gets its response: %j",
  async (bytes) => {
    const { socket, text } = await send(get("/slow"), get("/large"), bytes);
    await eventually(() => paths.length === 2);
    release();
    await ended(socket);
    expect(statuses(text())).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(text()).toContain(large);
  },
);

test("the server serves an upgrade after a response", async () => {
  const { socket, text } = await send(get("/a"));
  await eventually(() => text().includes("body of /a"));
  socket.write(upgrade);
  await once(socket, "data");
  await ended(socket);
  expect(text()).toContain("body of /upgrade");
});
