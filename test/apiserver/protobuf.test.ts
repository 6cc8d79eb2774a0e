import {
  eventGroup,
  leaseGroup,
  MemoryStorage,
  namespaceGroup,
  newAPIGroups,
  secretGroup,
  newAPIGroup,
  type APIGroupInfo,
  type Storage,
} from "@apimachinery/apiserver";
import { Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { expect, test } from "vitest";
import { AddToScheme } from "../shop/v1/zz_generated.register.js";
import type { OrderList } from "../shop/v1/types.js";
import { InProcessServer, pizza, pizzas, type Json, type Sent } from "./harness.js";
import { eventually } from "../eventually.js";

/** @file Requests, responses, watches and stored objects in protobuf. */

const type = "application/vnd.kubernetes.protobuf";
const accept = { accept: type };
const orders = "/apis/shop.example.com/v1/namespaces/default/orders";
const scheme = new Scheme("client");
AddToScheme(scheme);

const shop =
  (storageMediaType: string) =>
  (storage: Storage): APIGroupInfo =>
    newAPIGroup(
      { install: AddToScheme, groupName: "shop.example.com", kinds: { Order: {} } },
      { scheme: new Scheme("shop"), storage, keyPrefix: "/registry/shop", storageMediaType },
    );

function newServer(storageMediaType = "application/json", storage: Storage = new MemoryStorage()): InProcessServer {
  return new InProcessServer({ storage, groups: [shop(storageMediaType)] });
}

const order = {
  apiVersion: "shop.example.com/v1",
  kind: "Order",
  metadata: { name: "a" },
  spec: {
    customer: "Ada",
    count: 2,
    port: "http",
    price: "1500m",
    until: "2030-01-02T03:04:05Z",
    image: "AQID",
    labels: { b: "2", a: "1" },
    parts: [{ name: "p", parts: [{ name: "q" }] }],
    extra: { any: [1, null, { deep: true }] },
  },
  status: {},
};

const body = (object: object): Sent => ({
  bytes: Buffer.from(encodeProtobuf(scheme, object as RuntimeObject)),
  headers: { "content-type": type },
});

async function send(server: InProcessServer, method: string, uri: string, sent: Sent = {}) {
  const response = await server.response(method, uri, { ...sent, headers: { ...accept, ...sent.headers } });
  if (typeof response.body === "function") throw new Error("a stream");
  const media = response.headers["content-type"];
  const data = Buffer.from(response.body);
  const decoded = media === type ? decodeProtobuf(scheme, data) : (JSON.parse(data.toString("utf8")) as Json);
  return { status: response.status, media, body: decoded };
}

test("objects, lists and metadata are protobuf if the client accepts it first", async () => {
  const server = newServer();
  const created = await send(server, "POST", orders, body(order));
  expect(created).toMatchObject({ status: 201, media: type, body: { spec: order.spec } });
  expect((await send(server, "GET", `${orders}/a`)).body).toEqual((await server.get(`${orders}/a`)).json);
  const list = await send(server, "GET", orders);
  expect(list).toMatchObject({ media: type, body: { kind: "OrderList", items: [{ spec: order.spec }] } });
  const changed = { ...created.body, spec: { ...order.spec, count: 3, note: "soon" } };
  const updated = await send(server, "PUT", `${orders}/a`, body(changed));
  expect(updated).toMatchObject({ status: 200, body: { spec: { count: 3, note: "soon" } } });
});

test("metadata of every kind is protobuf, also of kinds without protobuf", async () => {
  const server = newServer();
  await server.post(orders, order);
  await server.post(pizzas, pizza("a", "salami"));
  for (const uri of [orders, pizzas]) {
    const as = (kind: string) => ({ headers: { accept: `${type};as=${kind};g=meta.k8s.io;v=v1` } });
    const one = await send(server, "GET", `${uri}/a`, as("PartialObjectMetadata"));
    expect(one).toMatchObject({ media: type, body: { kind: "PartialObjectMetadata", metadata: { name: "a" } } });
    const list = await send(server, "GET", uri, as("PartialObjectMetadataList"));
    expect(list).toMatchObject({ media: type, body: { items: [{ metadata: { name: "a" } }] } });
  }
});

test("kinds without protobuf answer as before", async () => {
  const server = newServer();
  expect(await send(server, "GET", pizzas)).toMatchObject({
    status: 406,
    media: "application/json",
    body: { kind: "Status", message: expect.stringContaining("Available representations: application/json") as string },
  });
  const sent = { bytes: Buffer.from("k8s\0"), headers: { "content-type": type } };
  const refused = await server.send("POST", pizzas, sent);
  expect(refused.status).toBe(415);
  expect(refused.text).toContain('accepted media types include: application/json, application/yaml"');
});

test("a wrong Content-Type is an error that lists protobuf for the kinds that have it", async () => {
  const { status, text } = await newServer().send("POST", orders, {
    body: order,
    headers: { "content-type": "text/x" },
  });
  expect(status).toBe(415);
  expect(text).toContain(`accepted media types include: application/json, application/yaml, ${type}"`);
});

test("errors and discovery are protobuf if the client accepts it first", async () => {
  const server = newServer();
  expect(await send(server, "GET", `${orders}/absent`)).toMatchObject({
    status: 404,
    media: type,
    body: { kind: "Status", message: 'orders.shop.example.com "absent" not found', code: 404 },
  });
  for (const path of ["/apis", "/apis/shop.example.com", "/apis/shop.example.com/v1"]) {
    const { media, body: document } = await send(server, "GET", path);
    const { json } = await server.get(path);
    expect(media).toBe(type);
    expect(document).toMatchObject({ ...(json as object), apiVersion: "v1" });
  }
});

test("namespaces, secrets, events and leases are protobuf", async () => {
  const place = { scheme: new Scheme("groups"), storage: new MemoryStorage(), keyPrefix: "/registry/groups" };
  const infos = newAPIGroups([namespaceGroup, secretGroup, eventGroup, leaseGroup], place);
  const server = new InProcessServer({ groups: infos.map((info) => () => info) });
  const object = { apiVersion: "v1", kind: "Namespace", metadata: { name: "kitchen" } };
  const created = await server.response("POST", "/api/v1/namespaces", {
    bytes: Buffer.from(JSON.stringify(object)),
    headers: { ...accept, "content-type": "application/json" },
  });
  const namespace = decodeProtobuf(place.scheme, Buffer.from(created.body as Buffer));
  expect(namespace).toMatchObject({ ...object, spec: { finalizers: ["kubernetes"] } });
  for (const [path, kind] of [
    ["/api/v1/namespaces", "NamespaceList"],
    ["/api/v1/secrets", "SecretList"],
    ["/api/v1/events", "EventList"],
    ["/apis/events.k8s.io/v1/events", "EventList"],
    ["/apis/coordination.k8s.io/v1/leases", "LeaseList"],
  ] as const) {
    const list = await server.response("GET", path, { headers: accept });
    expect(decodeProtobuf(place.scheme, Buffer.from(list.body as Buffer)).kind).toBe(kind);
  }
});

test("options of deletions are protobuf, and errors name the problem of a body", async () => {
  const server = newServer();
  await server.post(orders, order);
  const options = { apiVersion: "shop.example.com/v1", kind: "DeleteOptions", preconditions: { uid: "another" } };
  expect((await send(server, "DELETE", `${orders}/a`, body(options))).body).toMatchObject({ code: 409 });
  expect((await send(server, "DELETE", `${orders}/a`, body({ ...options, preconditions: {} }))).status).toBe(200);
  await server.post(pizzas, pizza("a", "salami"));
  const ofPizza = { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions", preconditions: { uid: "another" } };
  expect((await server.send("DELETE", `${pizzas}/a`, body(ofPizza))).status).toBe(409);
  const faulty = { bytes: Buffer.from("{}"), headers: { "content-type": type } };
  expect((await send(server, "POST", orders, faulty)).body).toMatchObject({
    code: 400,
    message: expect.stringContaining("provided data does not appear to be a protobuf message") as string,
  });
});

test("a watch is frames of events, each with its length", async () => {
  const server = newServer();
  await server.post(orders, order);
  const { headers, body: stream } = await server.response("GET", `${orders}?watch=1&timeoutSeconds=1`, {
    headers: accept,
  });
  expect(headers["content-type"]).toBe(`${type};stream=watch`);
  if (typeof stream !== "function") throw new Error("not a stream");
  const chunks: Buffer[] = [];
  stream({
    write: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
    onDrain: () => undefined,
    end: () => undefined,
    stop: () => undefined,
    closed: new AbortController().signal,
  });
  await eventually(() => {
    expect(chunks).not.toEqual([]);
  });
  const frame = Buffer.concat(chunks);
  const event = frame.subarray(4, 4 + frame.readUInt32BE(0));
  // The event is `type = 1` and `object = 2`; the object is `raw = 1` with an object in its
  // envelope.
  expect(event.subarray(0, 7).toString("latin1")).toBe("\n\u0005ADDED");
  const object = decodeProtobuf(scheme, event.subarray(event.indexOf("k8s\0")));
  expect(object).toMatchObject({ kind: "Order", metadata: { name: "a" }, spec: order.spec });
});

test("watches, responses and lists share the bytes of an object", async () => {
  const server = newServer();
  const pieces = await Promise.all(
    [1, 2].map(async () => {
      const { body: stream } = await server.response("GET", `${orders}?watch=1`, { headers: accept });
      if (typeof stream !== "function") throw new Error("not a stream");
      const written: (string | Buffer)[] = [];
      stream({
        write: (chunk) => written.push(chunk) > 0,
        onDrain: () => undefined,
        end: () => undefined,
        stop: () => undefined,
        closed: new AbortController().signal,
      });
      return written;
    }),
  );
  const created = await server.response("POST", orders, body(order));
  await eventually(() => {
    expect(pieces.map(({ length }) => length)).toEqual([1, 1]);
  });
  expect(pieces[0]?.[0]).toBe(pieces[1]?.[0]);
  const inProtobuf = async (uri: string) => (await server.response("GET", uri, { headers: accept })).body as Buffer;
  const one = await inProtobuf(`${orders}/a`);
  expect(await inProtobuf(`${orders}/a`)).toBe(one);
  expect(created.status).toBe(201);
  const decoded = decodeProtobuf(scheme, one);
  expect(decodeProtobuf(scheme, await inProtobuf(orders))).toMatchObject({ items: [{ spec: order.spec }] });
  expect((pieces[0]?.[0] as Buffer).includes(one)).toBe(true);
  expect(decoded).toMatchObject({ metadata: { name: "a" }, spec: order.spec });
});

test("stored objects are protobuf under --storage-media-type, and are read in both formats", async () => {
  const storage = new MemoryStorage();
  const inJSON = newServer("application/json", storage);
  await inJSON.post(orders, order);
  const inProtobuf = newServer(type, storage);
  await inProtobuf.post(orders, { ...order, metadata: { name: "b" } });
  const stored = await storage.list("/registry/shop/shop.example.com/orders/", {});
  expect(stored.items.map(({ value }) => Buffer.from(value).subarray(0, 3).toString())).toEqual(['{"k', "k8s"]);
  const names = async (server: InProcessServer) => {
    const { items } = decodeProtobuf(
      scheme,
      (await server.response("GET", orders, { headers: accept })).body as Buffer,
    ) as OrderList;
    return items.map(({ metadata }) => metadata.name);
  };
  expect(await names(inJSON)).toEqual(["a", "b"]);
  expect(await names(inProtobuf)).toEqual(["a", "b"]);
  const before = (await inProtobuf.get(`${orders}/b`)).json;
  expect(before).toMatchObject({ spec: order.spec });
  // An update without a change writes nothing.
  expect((await inProtobuf.send("PUT", `${orders}/b`, { body: before })).json).toEqual(before);
});

test("a large integer in an object of an unknown type keeps its digits, and the server refuses it", async () => {
  // The type of a raw object does not have bigints.
  const big = { ...order, spec: { ...order.spec, extra: { id: 9007199254740993n } } } as unknown as RuntimeObject;
  const bytes = encodeProtobuf(scheme, big);
  expect(decodeProtobuf(scheme, bytes)).toMatchObject({ spec: { extra: { id: 9007199254740993n } } });
  const headers = { "content-type": type };
  const { status, json } = await newServer().send("POST", orders, { bytes: Buffer.from(bytes), headers });
  expect([status, json["message"]]).toEqual([
    400,
    expect.stringContaining("spec.extra.id: cannot unmarshal number 9007199254740993: only integers from"),
  ]);
});
