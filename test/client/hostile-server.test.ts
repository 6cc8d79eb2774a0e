import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { reasonOf, ResponseTooLargeError, RESTClient, untypedResource, type ClientConfig } from "@apimachinery/client";
import { afterEach, expect, test } from "vitest";

const servers: Server[] = [];
const clients: RESTClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function clientOf(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  config: Partial<ClientConfig> = {},
): Promise<RESTClient> {
  const server = createServer(respond);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new RESTClient({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...config });
  clients.push(client);
  return client;
}

const things = untypedResource({ group: "g", version: "v1", kind: "Thing" }, "things");

test.each([
  [".. in a subresource", things, { subresource: "../../../secrets" }, 'invalid subresource ".."'],
  [". in a subresource", things, { subresource: "proxy/." }, 'invalid subresource "."'],
  ["an escape in a subresource", things, { subresource: "%2e%2e" }, 'invalid subresource "%2e%2e"'],
  [
    "a path as group",
    untypedResource({ group: "../../x", version: "v1", kind: "X" }, "xs"),
    {},
    'invalid group "../../x"',
  ],
  [".. as version", untypedResource({ group: "g", version: "..", kind: "X" }, "xs"), {}, 'invalid version ".."'],
  [
    "a path as plural",
    untypedResource({ group: "g", version: "v1", kind: "X" }, "../y"),
    {},
    'invalid resource "../y"',
  ],
  ["an empty plural", untypedResource({ group: "g", version: "v1", kind: "X" }, ""), {}, "resource may not be empty"],
])("the client refuses %s before it sends a request", async (_what, type, options, message) => {
  let count = 0;
  const client = await clientOf((_request, response) => {
    count++;
    response.end("{}");
  });
  const resource = client.resourceOf(type).namespace("n");
  expect(() => resource.get("a", options)).toThrow(message);
  expect(count).toBe(0);
});

test("the path after a subresource stays, with its special characters escaped", async () => {
  const paths: string[] = [];
  const client = await clientOf((request, response) => {
    paths.push(request.url ?? "");
    response.end("{}");
  });
  await client.resourceOf(things).namespace("n").subresourceText("GET", "a", "proxy/x y/é/");
  expect(paths).toEqual(["/apis/g/v1/namespaces/n/things/a/proxy/x%20y/%C3%A9/"]);
});

test.each([
  ["compressed", gzipSync(" ".repeat(3000)), { "content-encoding": "gzip" }],
  ["plain", Buffer.from(" ".repeat(3000)), {}],
])("a %s response above maxResponseBytes fails with an error that names the limit", async (_how, body, headers) => {
  const client = await clientOf((_request, response) => response.writeHead(200, headers).end(body), {
    maxResponseBytes: 2000,
  });
  const failure: unknown = await client
    .resourceOf(things)
    .list()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ResponseTooLargeError);
  expect((failure as Error).message).toBe(
    "the response of the server is longer than 2000 bytes (the client's maxResponseBytes)",
  );
});

test("a large compressed response is not decompressed beyond the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  const client = await clientOf(
    (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    { maxResponseBytes: 100_000 },
  );
  const before = process.memoryUsage().rss;
  await expect(client.text({ method: "GET", path: "/x" })).rejects.toThrow(ResponseTooLargeError);
  expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
});

test("an event above maxResponseBytes ends the watch with an error; smaller events before it arrive", async () => {
  const event = (size: number) =>
    `${JSON.stringify({ type: "ADDED", object: { metadata: { name: "x".repeat(size) } } })}\n`;
  const client = await clientOf(
    (_request, response) => void response.end(event(1500) + event(1500) + event(1_000_000)),
    { maxResponseBytes: 2000 },
  );
  const watch = await client.resourceOf(things).watch();
  let events = 0;
  const reading = async () => {
    for await (const { type } of watch) events += type === "ADDED" ? 1 : 0;
  };
  await expect(reading()).rejects.toThrow(ResponseTooLargeError);
  expect(events).toBeLessThanOrEqual(2);
});

test.each(["999999", "99999999999"])(
  "after Retry-After: %s the client waits for maxRetryAfter at most",
  async (seconds) => {
    let count = 0;
    const client = await clientOf(
      (_request, response) => {
        if (count++ === 0) response.writeHead(503, { "retry-after": seconds }).end("busy");
        else response.end("fine");
      },
      { maxRetryAfter: 0.01 },
    );
    expect(await client.text({ method: "GET", path: "/x" })).toBe("fine");
    expect(count).toBe(2);
  },
);

test.each([301, 302, 307, 308, 304, 207])(
  "a response with the code %i fails, and the client does not follow it",
  async (code) => {
    const paths: string[] = [];
    const client = await clientOf(
      (request, response) => {
        paths.push(request.url ?? "");
        response.writeHead(code, { location: "/elsewhere" }).end();
      },
      { auth: { token: "secret" } },
    );
    const failure: unknown = await client
      .resourceOf(things)
      .get("a")
      .catch((error: unknown) => error);
    expect(reasonOf(failure)).toBeUndefined();
    expect((failure as Error).message).toBe(
      `the server responded with the status code ${code} but did not return more information (get things.g a)`,
    );
    expect(paths).toEqual(["/apis/g/v1/things/a"]);
  },
);

test("invalid limits in the configuration are refused", () => {
  expect(() => new RESTClient({ server: "https://localhost", maxResponseBytes: 0 })).toThrow(
    "maxResponseBytes is 0: it must be at least 1",
  );
  expect(() => new RESTClient({ server: "https://localhost", maxRetryAfter: -1 })).toThrow(
    "maxRetryAfter is -1: it must be a number of seconds of at least 0",
  );
});
