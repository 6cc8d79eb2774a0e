import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { RESTClient } from "@apimachinery/client";
import { expect, test } from "vitest";

test("a timeout ends a request whose server accepts the connection, but never completes the TLS handshake", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new RESTClient({
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeout: 200,
  });
  let isEnded = false;
  const request = client.text({ method: "GET", path: "/" }).finally(() => (isEnded = true));
  await Promise.all([
    expect(request).rejects.toMatchObject({ name: "TimeoutError" }),
    expect.poll(() => isEnded).toBe(true),
  ]);
  // The connection is still open, so the request has not waited for its end.
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false]);
  for (const socket of sockets) socket.destroy();
  server.close();
  await client.close();
});
