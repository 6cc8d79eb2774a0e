import { describe, expect, test } from "vitest";
import { defaultRunConfig } from "../../apiserver/request/run-config.js";
import { InProcessServer, toppings, type Reply } from "./harness.js";

const host = "server.example:8443";
const own = `https://${host}`;
const partner = "https://partner.example";
const evil = "https://evil.example";
const server = () =>
  new InProcessServer({ config: { run: { ...defaultRunConfig, corsOrigins: [/^https:\/\/partner\.example$/] } } });
const topping = { metadata: { name: "a" }, spec: { cost: 1 } };

const refusal = ({ status, json }: Reply) => [status, json["reason"]];
const forbidden = [403, "Forbidden"];

describe("requests of foreign web pages", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    [
      "a fetch without a preflight request",
      { origin: evil, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    ],
    ["a browser without fetch metadata", { origin: evil }],
    ["a page of the same site", { origin: "https://other.server.example", "sec-fetch-site": "same-site" }],
    ["a page without an origin", { origin: "null" }],
    ["the same name with another port", { origin: "https://server.example" }],
    ["the same name over plain HTTP", { origin: `http://${host}` }],
    ["an invalid origin", { origin: "garbage" }],
    ["a picture", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    [
      "a form that is a navigation",
      { origin: evil, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    ],
  ])("%s is refused, and creates nothing", async (_, headers) => {
    const one = server();
    expect(refusal(await one.post(toppings, topping, { host, ...headers }))).toEqual(forbidden);
    expect(refusal(await one.get(toppings, { host, ...headers }))).toEqual(forbidden);
    expect((await one.get(`${toppings}/a`)).status).toBe(404);
  });

  test("the server refuses a preflight request of a foreign page", async () => {
    const { status, headers } = await server().send("OPTIONS", toppings, {
      headers: { host, origin: evil, "access-control-request-method": "PUT" },
    });
    expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  test("a long origin is shortened in the message", async () => {
    const { status, text } = await server().get(toppings, { host, origin: "x".repeat(60_000) });
    expect([status, text.length < 4096]).toEqual([403, true]);
  });
});

describe("requests that are accepted", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["of a client that is not a browser", {}],
    ["of a page of the server", { origin: own, "sec-fetch-site": "same-origin" }],
    ["of a page of the server, in a browser without fetch metadata", { origin: own }],
    ["of a page of the server, over HTTP/2", { origin: own, host: "", ":authority": host }],
    [
      "of a page behind a proxy that changes the host",
      { origin: "https://public.example", "sec-fetch-site": "same-origin" },
    ],
    ["of an allowed page", { origin: partner, "sec-fetch-site": "cross-site" }],
    ["of the user", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }],
  ])("the server accepts a request %s", async (_, headers) => {
    const one = server();
    // A body without a Content-Type is JSON, as in Kubernetes.
    expect((await one.post(toppings, topping, { host, ...headers })).status).toBe(201);
    expect((await one.get(`${toppings}/a`, { host, ...headers })).status).toBe(200);
  });

  test("a link on another page can read, but not write", async () => {
    const one = server();
    const headers = {
      host,
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await one.get(toppings, headers)).status).toBe(200);
    expect(refusal(await one.post(toppings, topping, headers))).toEqual(forbidden);
  });
});

test("an origin can omit the default port", async () => {
  expect((await server().get(toppings, { host: "server.example:443", origin: "https://server.example" })).status).toBe(
    200,
  );
});

test("the Vary header contains Origin in addition to other headers", async () => {
  const one = server();
  for (const origin of [partner, own])
    expect((await one.get(toppings, { host, origin })).headers["vary"]).toBe("Origin");
  expect((await one.get(toppings)).headers["vary"]).toBe("Origin");
  expect((await one.send("OPTIONS", toppings, { headers: { origin: partner } })).headers["vary"]).toBe("Origin");
  const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  expect((await one.get("/apis", { accept })).headers["vary"]).toEqual(["Origin", "Accept"]);
});

test("messages contain at most 1 KiB of each part of a request", async () => {
  const one = new InProcessServer({ user: null });
  const long = "<".repeat(60 * 1024);
  for (const uri of [
    `/${long}`,
    `/apis/${long}/v1/${long}/${long}/${long}`,
    `${toppings}/${long}`,
    `/api/v1/namespaces/${long}/pods`,
  ]) {
    const { status, text } = await one.get(uri);
    expect(status).toBe(403);
    expect(text.length, uri.slice(0, 40)).toBeLessThan(64 * 1024);
  }
  expect((await one.get(`/${long}`)).text.length).toBeLessThan(16 * 1024);
  expect((await new InProcessServer().get(`${toppings}/${long}`)).text.length).toBeLessThan(16 * 1024);
  const { status, text } = await one.get(`/apis/g/v1/watch?x=${long}`);
  expect([status, text.length < 16 * 1024]).toEqual([500, true]);
});
