import { once } from "node:events";
import { connect, createServer, type ClientHttp2Session, type Http2Server } from "node:http2";
import { connect as connectTCP, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { closeWhenIdle } from "../../apiserver/http/connections.js";

const idle = 150;
let server: Http2Server;
let session: ClientHttp2Session;

/**
 * Starts a server. For `/watch` it sends only the start of a stream, for other paths complete
 * responses.
 */
async function open(): Promise<void> {
  server = createServer();
  server.on("session", (opened) => {
    closeWhenIdle(opened, { idle, goodbye: 5_000, probe: 20 }, () => {
      opened.destroy();
    });
  });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    stream.respond();
    if (headers[":path"] !== "/watch") stream.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

afterEach(() => {
  session.destroy();
  server.close();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("a client without requests receives a GOAWAY, with and without PINGs", async () => {
  await open();
  const gone = once(session, "goaway");
  await once(session, "connect");
  const pings = setInterval(() => session.ping(() => undefined), idle / 4);
  const [code] = (await gone) as [number];
  clearInterval(pings);
  expect(code).toBe(0);
  if (!session.closed) await once(session, "close");
  expect(session.closed).toBe(true);
});

test("the server closes the connection of a client that sends no bytes", async () => {
  await open();
  const socket = connectTCP((server.address() as AddressInfo).port, "127.0.0.1");
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBeGreaterThan(0);
});

test("an open request keeps the connection; the idle time starts at the end of the request", async () => {
  await open();
  let hasGone = false;
  session.once("goaway", () => (hasGone = true));
  // The request is sent with the first bytes of the connection, which is never idle before it.
  const watch = session.request({ ":path": "/watch" });
  await once(watch, "response");
  const get = session.request({ ":path": "/" }).resume();
  await once(get, "end");
  await pause(2 * idle);
  expect(hasGone).toBe(false);
  watch.close();
  await once(session, "goaway");
});
