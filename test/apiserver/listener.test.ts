import { once } from "node:events";
import { request } from "node:https";
import { connect } from "node:net";
import { Duplex, PassThrough } from "node:stream";
import { connect as connectTLS } from "node:tls";
import { expect, test } from "vitest";
import { BrokenRequests } from "../../apiserver/http/broken-requests.js";
import { createAuthority, issueClient, issueServing } from "../../apiserver/certificates/authority.js";
import type { Handler } from "../../apiserver/http/types.js";
import { TLSListener } from "../../apiserver/http/listener.js";
import { defaultTimeouts } from "../../apiserver/http/timeouts.js";

test("a response that cannot be sent ends only its own request", async () => {
  const authority = await createAuthority("ca");
  const { certificate, key } = await issueServing(authority, ["127.0.0.1"]);
  const handler: Handler = ({ path }) =>
    Promise.resolve({ status: 200, headers: { "x-path": path === "/bad" ? "a\nb" : "fine" }, body: "ok" });
  const listener = await TLSListener.listen(
    { tls: { pair: { certificate, key }, named: [], clientCA: "" }, bindAddress: "127.0.0.1", port: 0 },
    handler,
  );
  const get = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { port: listener.port, host: "127.0.0.1", path, ca: authority.certificate, agent: false },
        (response) => {
          response.resume().on("end", () => {
            resolve(response.statusCode);
          });
        },
      );
      sent.on("error", reject).end();
    });
  await expect(get("/bad")).rejects.toThrow();
  expect(await get("/good")).toBe(200);
  await listener.close();
});

test("a handshake that began under a removed authority does not succeed", async () => {
  const authority = await createAuthority("ca");
  const pair = await issueServing(authority, ["127.0.0.1"]);
  const cook = await issueClient(authority, "cook", []);
  const tls = { pair, named: [], clientCA: authority.certificate };
  const listener = await TLSListener.listen({ tls, bindAddress: "127.0.0.1", port: 0 }, ({ peer }) =>
    Promise.resolve({ status: 200, headers: {}, body: String(peer.certificate?.isTrusted) }),
  );
  const response = async (between: () => Promise<void>) => {
    const socket = connect(listener.port, "127.0.0.1");
    const secure = connectTLS({
      socket: haltingAfter(10, socket, between),
      ca: authority.certificate,
      cert: cook.certificate,
      key: cook.key,
      host: "127.0.0.1",
    });
    let text = "";
    secure.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    secure.on("error", () => undefined).end("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    await once(secure, "close");
    return text.slice(text.lastIndexOf("\n") + 1);
  };
  expect(await response(() => Promise.resolve())).toBe("true");
  const other = await createAuthority("other");
  const begun = response(async () => {
    // This second connection was accepted after the first one and already has its response. The
    // handshake of the first connection has therefore begun.
    await response(() => Promise.resolve());
    listener.renew({ ...tls, clientCA: other.certificate });
  });
  expect(await begun).toBe("");
  expect(await response(() => Promise.resolve())).toBe("false");
  await listener.close();
});

/**
 * Returns a stream that sends `count` bytes of its data to the socket, waits for `between`, and
 * then sends the rest.
 */
function haltingAfter(count: number, socket: Duplex, between: () => Promise<void>): Duplex {
  let isFirst = true;
  const halting = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      if (!isFirst) {
        socket.write(chunk, () => {
          done();
        });
        return;
      }
      isFirst = false;
      socket.write(
        chunk.subarray(0, count),
        () =>
          void between().then(() =>
            socket.write(chunk.subarray(count), () => {
              done();
            }),
          ),
      );
    },
    final: (done) => socket.end(done),
  });
  socket
    .on("data", (chunk) => halting.push(chunk))
    .on("error", () => undefined)
    .on("close", () => {
      halting.push(null);
      halting.destroy();
    });
  return halting;
}

test.each([
  ["ERR_TLS_HANDSHAKE_TIMEOUT", undefined],
  ["ECONNRESET", undefined],
  ["HPE_INVALID_METHOD", /^HTTP\/1\.1 400 /],
  ["HPE_HEADER_OVERFLOW", /^HTTP\/1\.1 431 /],
  ["ERR_HTTP_REQUEST_TIMEOUT", /^HTTP\/1\.1 408 /],
])("the listener closes a connection that fails with %s", async (code, expected) => {
  const socket = new PassThrough();
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(socket, "close");
  new BrokenRequests(defaultTimeouts).refuse(Object.assign(new Error(code), { code }), socket);
  await closed;
  expect(text).toMatch(expected ?? /^$/);
});
