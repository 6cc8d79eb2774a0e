import { resourceOfKind, SharedInformer, StatusError, untypedResource, type ObjectFormat } from "@apimachinery/client";
import { protobufFormat } from "@apimachinery/client/protobuf";
import { Scheme } from "@apimachinery/runtime";
import { encodeWatchEvent } from "@apimachinery/runtime/protobuf";
import { expect, test } from "vitest";
import { ResourceFormat } from "../../client/rest/resource-format.js";
import { AddToScheme, Kinds } from "../shop/v1/zz_generated.register.js";
import type { Order } from "../shop/v1/types.js";
import { Kinds as PizzaKinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { PizzaServer } from "./pizza-server.js";
import { eventually } from "../eventually.js";

/** @file A client with the format protobuf, over HTTPS. */

const scheme = new Scheme("client");
AddToScheme(scheme);

const shop = { install: AddToScheme, groupName: "shop.example.com", kinds: { Order: {} } };
const server = await PizzaServer.start({ groups: [shop] });

/** Returns the format, and the kinds that it has encoded and decoded. */
function recorded(): { readonly format: ObjectFormat; readonly kinds: string[] } {
  const format = protobufFormat(scheme);
  const kinds: string[] = [];
  return {
    kinds,
    format: {
      ...format,
      encode: (object) => {
        kinds.push(`sent ${object.kind}`);
        return format.encode(object);
      },
      decode: (data) => {
        const object = format.decode(data);
        kinds.push(object.kind);
        return object;
      },
      decodeEvent: (data) => {
        const event = format.decodeEvent(data);
        kinds.push(`${event.type} ${event.object.kind}`);
        return event;
      },
    },
  };
}

const order = (name: string): Order => ({
  apiVersion: "shop.example.com/v1",
  kind: "Order",
  metadata: { name },
  spec: { customer: "Ada", count: 2, price: "1500m", labels: { b: "2", a: "1" }, parts: [{ name: "p" }] },
  status: {},
});

test("objects, lists and deletions are protobuf, and equal to those in JSON", async () => {
  const { format, kinds } = recorded();
  const orders = server.client({ format }).resource(Kinds.Order).namespace("shop");
  const inJSON = server.client().resource(Kinds.Order).namespace("shop");
  const created = await orders.create(order("a"));
  expect(created).toEqual(await inJSON.get("a"));
  await orders.update({ ...created, spec: { ...created.spec, note: "soon" } });
  const updated = await orders.get("a");
  await orders.update({ ...updated, status: { phase: "sent" } }, { subresource: "status" });
  const patched = await orders.patch("a", { type: "merge", body: { spec: { count: 3 } } });
  expect(patched).toMatchObject({ spec: { count: 3, note: "soon" }, status: { phase: "sent" } });
  expect(await orders.list()).toEqual(await inJSON.list());
  await orders.apply({ metadata: { name: "a" }, spec: { count: 3 } }, { fieldManager: "tests" });
  expect(await orders.delete("a")).toMatchObject({ kind: "Status", status: "Success" });
  await orders.deleteCollection();
  const writes = ["sent Order", "Order", "sent Order", "Order", "Order", "sent Order", "Order"];
  expect(kinds).toEqual([...writes, "Order", "OrderList", "Order", "Status"]);
});

test("errors are protobuf", async () => {
  const { format, kinds } = recorded();
  const error: unknown = await server
    .client({ format })
    .resource(Kinds.Order)
    .namespace("shop")
    .get("absent")
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StatusError);
  expect(error).toMatchObject({ message: 'orders.shop.example.com "absent" not found', code: 404 });
  expect(kinds).toEqual(["Status"]);
});

test("responses without managedFields are protobuf", async () => {
  const { format, kinds } = recorded();
  const orders = server.client({ format, dropManagedFields: true }).resource(Kinds.Order).namespace("dropped");
  await orders.create(order("a"));
  expect((await orders.get("a")).metadata.managedFields).toBeUndefined();
  expect(kinds).toEqual(["sent Order", "Order", "Order"]);
});

test("an informer lists and watches in protobuf", async () => {
  const { format, kinds } = recorded();
  const orders = server.client({ format }).resource(Kinds.Order).namespace("watched");
  await orders.create(order("a"));
  const informer = new SharedInformer(orders);
  const seen: string[] = [];
  informer.addEventHandler({
    onAdd: ({ metadata }) => void seen.push(`added ${metadata.name}`),
    onUpdate: (_, { spec }) => void seen.push(`count ${spec.count}`),
    onDelete: () => void seen.push("deleted"),
  });
  const stop = new AbortController();
  const ended = informer.run(stop.signal);
  await eventually(() => {
    expect(seen).toEqual(["added a"]);
  });
  await orders.patch("a", { type: "merge", body: { spec: { count: 5 } } });
  await orders.delete("a");
  await eventually(() => {
    expect(seen).toEqual(["added a", "count 5", "deleted"]);
  });
  stop.abort();
  await ended;
  expect(kinds).toContain("MODIFIED Order");
  expect(kinds).toContain("DELETED Order");
});

test("an ERROR event of a watch is a StatusError, and a damaged one is an error", () => {
  const format = protobufFormat(scheme);
  const decoder = () => new ResourceFormat(resourceOfKind(Kinds.Order), format).events(format.mediaType, 1000);
  const status = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Failure", reason: "Expired", code: 410 };
  const framed = (data: Uint8Array) => Buffer.concat([Buffer.from([0, 0, 0, data.length]), data]);
  const added = framed(encodeWatchEvent("ADDED", format.encode(order("a"))));
  const expired = framed(encodeWatchEvent("ERROR", format.encode(status)));
  const read = decoder().push(Buffer.concat([added, expired]));
  expect(read.events).toMatchObject([{ type: "ADDED", object: { metadata: { name: "a" } } }]);
  expect(read.failure).toMatchObject({ name: "StatusError", code: 410 });
  expect(decoder().push(framed(Buffer.from("junk"))).failure?.message).toMatch(
    /^unable to decode an event from the watch stream: proto: /,
  );
});

test("kinds without protobuf stay JSON", async () => {
  const { format, kinds } = recorded();
  const client = server.client({ format });
  await client.resource(PizzaKinds.Topping).create({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: { name: "basil" },
    spec: { cost: 1 },
  });
  expect(kinds).toEqual([]);
});

test("a kind that the server refuses in protobuf is sent as JSON", async () => {
  const { format, kinds } = recorded();
  const gvk = { group: "restaurant.programming-kubernetes.info", version: "v1alpha1", kind: "Topping" };
  // The client believes that toppings have protobuf.
  const wrong: ObjectFormat = { ...format, has: () => true, encode: () => Buffer.from("k8s\0") };
  const toppings = server.client({ format: wrong }).resourceOf(untypedResource(gvk, "toppings"));
  const topping = (name: string) => ({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    metadata: { name },
    spec: { cost: 1 },
  });
  expect(await toppings.create(topping("olive"))).toMatchObject({ metadata: { name: "olive" } });
  await toppings.create(topping("caper"));
  expect(kinds).toEqual([]);
});
