import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { InProcessServer, pizzas, toppings } from "../harness.js";

async function withPizzas(...names: readonly string[]): Promise<InProcessServer> {
  const server = new InProcessServer();
  for (const name of names) await server.post(pizzas, { metadata: { name, labels: { name } } });
  return server;
}

describe("forms of a response", () => {
  const table =
    "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";

  test("a table has the columns of the kind", async () => {
    const server = await withPizzas("a");
    const { json } = await server.get(pizzas, { accept: table });
    expect(json).toMatchObject({
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion: "2" },
      columnDefinitions: ["Name", "First topping", "Toppings", "Cost", "Age"].map((name) => ({ name })),
      rows: [
        {
          cells: ["a", "salami", expect.stringContaining('"salami"'), null, expect.stringMatching(/^\d+s$/)],
          object: { kind: "PartialObjectMetadata", metadata: { name: "a" } },
        },
      ],
    });
    const one = await server.get(`${pizzas}/a?includeObject=None`, { accept: table });
    expect(one.json["rows"]).toMatchObject([
      { cells: ["a", "salami", expect.any(String), null, expect.any(String)], object: null },
    ]);
  });

  test("a client can request only the metadata", async () => {
    const server = await withPizzas("a");
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    const { json } = await server.get(pizzas, { accept });
    expect(json).toMatchObject({
      kind: "PartialObjectMetadataList",
      items: [{ kind: "PartialObjectMetadata", metadata: { name: "a" } }],
    });
    expect(json["items"]?.["0"]).not.toHaveProperty("spec");
    expect((await server.get(`${pizzas}/a`, { accept })).status).toBe(406);
  });

  test("YAML responses have sorted keys", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "a" }, spec: { cost: 1.5 } });
    const { text, headers } = await server.get(`${toppings}/a`, { accept: "application/yaml" });
    expect(headers["content-type"]).toBe("application/yaml");
    expect(text).toMatch(
      /^apiVersion: .*\nkind: Topping\nmetadata:\n {2}creationTimestamp: .*\n {2}managedFields:\n {2}- apiVersion: .*\n {4}fieldsType: FieldsV1\n {4}fieldsV1:\n[\s\S]* {2}name: a\n[\s\S]*spec:\n {2}cost: 1.5\n$/,
    );
  });

  test("the server indents JSON for browsers and command lines", async () => {
    const server = await withPizzas("a");
    expect((await server.get(`${pizzas}/a?pretty=true`)).text).toMatch(/^{\n {2}"kind": "Pizza",\n.*[^\n]$/s);
    expect((await server.get(`${pizzas}/a`, { "user-agent": "curl/8" })).text).toMatch(/^{\n {2}"kind"/);
    expect((await server.get(`${pizzas}/a`)).text).toMatch(/^{"kind":"Pizza",.*}\n$/);
  });

  test("the server compresses large responses if the client accepts that", async () => {
    const server = new InProcessServer();
    const annotations = { large: "x".repeat(200_000) };
    await server.post(toppings, { metadata: { name: "a", annotations }, spec: { cost: 1 } });
    const plain = await server.get(`${toppings}/a`);
    expect([plain.headers["content-encoding"], plain.text.length > 200_000]).toEqual([undefined, true]);
    const { headers, body } = await server.response("GET", `${toppings}/a`, {
      headers: { "accept-encoding": "deflate, gzip;q=1.0" },
    });
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(body as Buffer).toString()).toBe(plain.text);
    expect(
      (await server.get(`${toppings}/a`, { "accept-encoding": "gzip;q=0" })).headers["content-encoding"],
    ).toBeUndefined();
    expect(
      (await server.get(toppings.replace("/toppings", "/pizzas"), { "accept-encoding": "gzip" })).headers[
        "content-encoding"
      ],
    ).toBeUndefined();
  });

  test.each([
    "application/*",
    "text/html",
    "application/vnd.kubernetes.protobuf",
    "application/json;as=Nope;v=v1;g=meta.k8s.io",
  ])("the media type %s is not acceptable", async (accept) => {
    const { status, json } = await (await withPizzas("a")).get(pizzas, { accept });
    expect([status, json["reason"]]).toEqual([406, "NotAcceptable"]);
  });
});
