import { cborToJSON, jsonToCBOR } from "@apimachinery/runtime/cbor";
import { expect, test } from "vitest";
import { InProcessServer, pizza, pizzas, type Json, type Sent } from "./harness.js";
import { eventually } from "../eventually.js";

/** @file Requests and responses in CBOR (KEP-4222). test/peers has a client of Go. */

const kind = { apiVersion: "restaurant.programming-kubernetes.info/v1beta1", kind: "Pizza" };
const accept = { accept: "application/cbor" };

async function send(server: InProcessServer, method: string, uri: string, sent: Sent = {}) {
  const response = await server.response(method, uri, { ...sent, headers: { ...accept, ...sent.headers } });
  if (typeof response.body === "function") throw new Error("a stream");
  const type = response.headers["content-type"];
  const text = type === "application/cbor" ? cborToJSON(Buffer.from(response.body)) : response.body.toString();
  return { status: response.status, type, body: JSON.parse(text) as Json };
}

const cborBody = (value: unknown, type = "application/cbor"): Sent => ({
  bytes: Buffer.from(jsonToCBOR(value)),
  headers: { "content-type": type },
});

test("objects, lists, Tables, metadata and errors are CBOR if the client accepts it first", async () => {
  const server = new InProcessServer();
  const created = await send(server, "POST", pizzas, cborBody(pizza("a", "salami")));
  expect(created).toMatchObject({ status: 201, type: "application/cbor", body: { metadata: { name: "a" } } });
  const inJSON = (await server.get(`${pizzas}/a`)).json;
  expect(await send(server, "GET", `${pizzas}/a`)).toMatchObject({ status: 200, body: inJSON });
  expect((await send(server, "GET", pizzas)).body).toEqual((await server.get(pizzas)).json);
  const table = "application/cbor;as=Table;v=v1;g=meta.k8s.io,application/json";
  expect((await send(server, "GET", pizzas, { headers: { accept: table } })).body).toMatchObject({ kind: "Table" });
  const metadata = "application/cbor;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  const partial = await send(server, "GET", `${pizzas}/a`, { headers: { accept: metadata } });
  expect(partial.body).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a" } });
  const missing = await send(server, "GET", `${pizzas}/b`);
  expect(missing).toMatchObject({
    status: 404,
    type: "application/cbor",
    body: { kind: "Status", reason: "NotFound" },
  });
});

test.each(["", "PartialObjectMetadata", "PartialObjectMetadataList", "Table"])(
  "the value of a response in CBOR is that of JSON: %s",
  async (as) => {
    const server = new InProcessServer();
    for (const name of ["a", "b"]) await server.post(pizzas, pizza(name, "salami"));
    const form = as === "" ? "" : `;as=${as};g=meta.k8s.io;v=v1`;
    for (const uri of [pizzas, `${pizzas}/a`, `${pizzas}?includeObject=Object`, `${pizzas}/c`]) {
      const { status, body } = await send(server, "GET", uri, { headers: { accept: `application/cbor${form}` } });
      const inJSON = await server.get(uri, { accept: `application/json${form}` });
      expect({ status, body }).toEqual({ status: inJSON.status, body: inJSON.json });
    }
  },
);

test("a client that accepts anything gets JSON", async () => {
  const server = new InProcessServer();
  for (const any of ["*/*", "application/*", "application/json;q=0.9,application/cbor;q=0.5"])
    expect((await server.get(pizzas, { accept: any })).headers["content-type"]).toBe("application/json");
});

test("updates, server-side apply and options of deletions can be CBOR", async () => {
  const server = new InProcessServer();
  const applied = await send(
    server,
    "PATCH",
    `${pizzas}/a?fieldManager=cook`,
    cborBody({ ...kind, ...pizza("a", "salami") }, "application/apply-patch+cbor"),
  );
  expect(applied).toMatchObject({ status: 201, body: { metadata: { managedFields: [{ manager: "cook" }] } } });
  const changed = { ...applied.body, metadata: { ...applied.body["metadata"], labels: { size: "xl" } } };
  const updated = await send(server, "PUT", `${pizzas}/a`, cborBody(changed));
  expect(updated).toMatchObject({ status: 200, body: { metadata: { labels: { size: "xl" } } } });
  const uid = { preconditions: { uid: "another" } };
  const kept = await send(
    server,
    "DELETE",
    `${pizzas}/a`,
    cborBody({ apiVersion: "v1", kind: "DeleteOptions", ...uid }),
  );
  expect(kept.body).toMatchObject({ code: 409, reason: "Conflict" });
  expect((await send(server, "DELETE", `${pizzas}/a`, cborBody({}))).status).toBe(200);
});

test.each([
  ["a body that is not CBOR", Buffer.from("{}"), "unable to determine group/version/kind: unexpected EOF ({})"],
  ["a body that ends early", Buffer.from(jsonToCBOR(pizza("a"))).subarray(0, 30), "unexpected EOF (d9d9f7"],
  ["an unknown field", Buffer.from(jsonToCBOR({ ...pizza("a"), colour: "red" })), 'unknown field "colour"'],
])("refuses %s", async (_, bytes, message) => {
  const server = new InProcessServer();
  const sent = { bytes, headers: { "content-type": "application/cbor" } };
  const { body } = await send(server, "POST", `${pizzas}?fieldValidation=Strict`, sent);
  expect(body).toMatchObject({ code: 400, reason: "BadRequest" });
  expect(body["message"]).toContain(message);
});

test("an applied configuration that is not CBOR is refused", async () => {
  const sent = { bytes: Buffer.from("{}"), headers: { "content-type": "application/apply-patch+cbor" } };
  const { body } = await send(new InProcessServer(), "PATCH", `${pizzas}/a?fieldManager=cook`, sent);
  expect(body).toMatchObject({ code: 400, message: "error decoding patch: unexpected EOF" });
});

test("a watch is a sequence of CBOR documents", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a", "salami"));
  const { headers, body } = await server.response("GET", `${pizzas}?watch=1&timeoutSeconds=1`, { headers: accept });
  expect(headers["content-type"]).toBe("application/cbor-seq");
  if (typeof body !== "function") throw new Error("not a stream");
  const chunks: Buffer[] = [];
  body({
    write: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
    onDrain: () => undefined,
    end: () => undefined,
    stop: () => undefined,
    closed: new AbortController().signal,
  });
  await eventually(() => {
    expect(chunks).not.toEqual([]);
  });
  const event = JSON.parse(cborToJSON(chunks[0] ?? Buffer.alloc(0))) as Json;
  expect(event).toMatchObject({ type: "ADDED", object: { kind: "Pizza", metadata: { name: "a" } } });
});
