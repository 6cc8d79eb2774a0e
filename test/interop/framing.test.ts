import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PizzaServer } from "./pizza-server.js";
import { Wire, openHTTP2, overHTTP1, overHTTP2 } from "./http.js";
import { topping } from "./official-client.js";

/**
 * @file Checks how responses are delimited on the wire, over HTTP/1.1 and HTTP/2, with curl and
 * other simple clients.
 */

const toppings = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
const json = { "content-type": "application/json" };
const labelled = (index: number) =>
  JSON.stringify(topping(`topping-${String(index).padStart(3, "0")}`, 1, { note: "x".repeat(60) }));

let server: PizzaServer;
beforeAll(async () => {
  server = await PizzaServer.start();
  for (let index = 0; index < 40; index++)
    await overHTTP1(server, toppings, { method: "POST", headers: json, body: labelled(index) });
});
afterAll(async () => {
  await server.remove();
});

describe("HTTP/1.1", () => {
  test("a short response has a Content-Length, a long one is chunked", async () => {
    const short = await overHTTP1(server, `${toppings}/topping-000`);
    expect(short.headers["content-length"]).toBe(String(Buffer.byteLength(short.text)));
    expect(short.headers["transfer-encoding"]).toBeUndefined();
    expect(short.text.endsWith("}\n")).toBe(true);
    const long = await overHTTP1(server, toppings);
    expect(
      [long.headers["content-length"], long.headers["transfer-encoding"]].filter((value) => value !== undefined),
    ).toHaveLength(1);
    expect((JSON.parse(long.text) as { items: unknown[] }).items).toHaveLength(40);
  });

  test("one connection serves many requests, one after the other or pipelined", async () => {
    const wire = new Wire(server);
    wire.send("GET /version HTTP/1.1", "Host: x", "", "");
    await wire.until(/"gitVersion"/);
    wire.send("GET /livez HTTP/1.1", "Host: x", "", "", "GET /readyz HTTP/1.1", "Host: x", "", "");
    await wire.until(/\r\n\r\nok[^]*\r\n\r\nok$/);
    expect(wire.received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    wire.send("GET /livez HTTP/1.1", "Host: x", "Connection: close", "", "");
    await wire.closed();
    expect(wire.received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
  });

  test("the server accepts a chunked body and Expect: 100-continue", async () => {
    const wire = new Wire(server);
    const body = JSON.stringify(topping("chunked"));
    wire.send(
      `POST ${toppings} HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      "Connection: close",
      "",
      "",
    );
    for (const part of [body.slice(0, 10), body.slice(10)]) wire.send(part.length.toString(16), part, "");
    wire.send("0", "", "");
    await wire.until(/HTTP\/1\.1 201 Created/);
    wire.end();
    const polite = new Wire(server);
    polite.send(
      `PUT ${toppings}/none HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      "Content-Length: 2",
      "Expect: 100-continue",
      "Connection: close",
      "",
      "",
    );
    await polite.until(/^HTTP\/1\.1 100 Continue/);
    polite.send("{}");
    await polite.until(/HTTP\/1\.1 4\d\d /);
    polite.end();
  });

  test("a watch sends each event as one chunk with one line, and ends with the last chunk", async () => {
    const wire = new Wire(server);
    wire.send(
      `GET ${toppings}?watch=true&timeoutSeconds=1&fieldSelector=metadata.name=topping-001 HTTP/1.1`,
      "Host: x",
      "",
      "",
    );
    await wire.until(/\r\n0\r\n\r\n$/);
    expect(wire.received).toMatch(/transfer-encoding: chunked/i);
    const [, first = ""] = wire.received.split("\r\n\r\n");
    const [size = "", line = ""] = first.split("\r\n");
    expect(parseInt(size, 16)).toBe(Buffer.byteLength(line));
    expect(JSON.parse(line)).toMatchObject({
      type: "ADDED",
      object: { kind: "Topping", metadata: { name: "topping-001" } },
    });
    // The server accepts another request on the same connection.
    wire.send("GET /livez HTTP/1.1", "Host: x", "Connection: close", "", "");
    await wire.until(/\r\n\r\nok$/);
  });

  test("a malformed request gets a response and does not affect other clients", async () => {
    const nonsense = new Wire(server);
    nonsense.send("what is this?", "", "");
    await nonsense.until(/^HTTP\/1\.1 400 Bad Request/);
    await nonsense.closed();
    // This client disconnects before the end of its request body.
    const leaving = new Wire(server);
    leaving.send(
      `POST ${toppings} HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      "Content-Length: 100",
      "",
      '{"kind":',
    );
    leaving.end();
    await leaving.closed();
    expect((await overHTTP1(server, "/livez")).text).toBe("ok");
  });

  test("HEAD, OPTIONS and unknown methods get responses", async () => {
    expect([
      (await overHTTP1(server, `${toppings}/topping-000`, { method: "OPTIONS" })).status,
      (await overHTTP1(server, toppings, { method: "TRACE" })).status,
    ]).toEqual([405, 405]);
    const head = await overHTTP1(server, "/livez", { method: "HEAD" });
    expect(head.text).toBe("");
  });

  test("curl receives indented JSON", async () => {
    const { text } = await overHTTP1(server, `${toppings}/topping-000`, { headers: { "user-agent": "curl/8.0.0" } });
    expect(text.startsWith('{\n  "kind": "Topping",\n')).toBe(true);
  });
});

describe("HTTP/2", () => {
  test("one connection serves many concurrent streams and a watch", async () => {
    const session = openHTTP2(server);
    const watch = overHTTP2(
      session,
      `${toppings}?watch=true&timeoutSeconds=2&resourceVersion=0&labelSelector=stream=yes`,
    );
    const written = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        overHTTP2(session, toppings, {
          method: "POST",
          headers: json,
          body: JSON.stringify(topping(`stream-${index}`, 1, { stream: "yes" })),
        }),
      ),
    );
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]));
    const read = await Promise.all(
      Array.from({ length: 50 }, (_, index) => overHTTP2(session, `${toppings}/stream-${index}`)),
    );
    const parsed = ({ text }: { readonly text: string }): unknown => JSON.parse(text);
    expect(read.map(parsed)).toEqual(written.map(parsed));
    const events = (await watch).text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; object: { metadata: { resourceVersion: string } } });
    expect(events).toHaveLength(50);
    const revisions = events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    session.close();
  });

  test("HTTP/2 responses have the same bodies as HTTP/1.1 responses, without the headers of HTTP/1.1", async () => {
    const session = openHTTP2(server);
    for (const path of [`${toppings}/topping-000`, toppings, `${toppings}/nothing`, "/nowhere"]) {
      const [two, one] = await Promise.all([overHTTP2(session, path), overHTTP1(server, path)]);
      expect({ path, status: two.status, text: two.text }).toEqual({ path, status: one.status, text: one.text });
      expect(two.headers["transfer-encoding"] ?? two.headers.connection).toBeUndefined();
    }
    session.close();
  });

  test("a client that resets the stream of a watch can use its connection for other requests", async () => {
    const session = openHTTP2(server);
    const stream = session.request({ ":path": `${toppings}?watch=true` });
    await new Promise((resolve) => stream.once("data", resolve));
    stream.close();
    expect((await overHTTP2(session, "/livez")).text).toBe("ok");
    session.close();
  });
});
