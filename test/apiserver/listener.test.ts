import { once } from "node:events";
import { request } from "node:https";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { BrokenRequests } from "../../apiserver/http/broken-requests.js";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import type { Handler } from "../../apiserver/http/exchange.js";
import { Listener } from "../../apiserver/http/listener.js";

test("an answer that can't be sent cuts off its request, and nobody else's", async () => {
  const authority = await createAuthority("ca");
  const { certificate, key } = await issueServing(authority, ["127.0.0.1"]);
  const handler: Handler = ({ path }) => Promise.resolve({ status: 200, headers: { "x-path": path === "/bad" ? "a\nb" : "fine" }, body: "ok" });
  const listener = await Listener.listen({ tls: { pair: { certificate, key }, named: [], clientCA: "" }, bindAddress: "127.0.0.1", port: 0 }, handler);
  const get = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ port: listener.port, host: "127.0.0.1", path, ca: authority.certificate, agent: false }, (response) => {
        response.resume().on("end", () => {
          resolve(response.statusCode);
        });
      });
      sent.on("error", reject).end();
    });
  await expect(get("/bad")).rejects.toThrow();
  expect(await get("/good")).toBe(200);
  await listener.close();
});

test.each([
  ["ERR_TLS_HANDSHAKE_TIMEOUT", undefined],
  ["ECONNRESET", undefined],
  ["HPE_INVALID_METHOD", /^HTTP\/1\.1 400 /],
  ["HPE_HEADER_OVERFLOW", /^HTTP\/1\.1 431 /],
  ["ERR_HTTP_REQUEST_TIMEOUT", /^HTTP\/1\.1 408 /],
])("a connection that fails by %s is closed", async (code, told) => {
  const socket = new PassThrough();
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(socket, "close");
  new BrokenRequests().refuse(Object.assign(new Error(code), { code }), socket);
  await closed;
  expect(text).toMatch(told ?? /^$/);
});
