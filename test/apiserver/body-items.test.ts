import { namespaceGroup, newAPIGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { authorizationGroup } from "../../apiserver/groups/authorization/authorization-group.js";
import { cborHead, cborList, cborMap, cborText, protobufField, protobufObject, repeated } from "../fuzz/binary.js";
import { InProcessServer, textOf, toppings } from "./harness.js";
import { AddToScheme } from "../shop/v1/zz_generated.register.js";

/** @file Limits of bodies that are small in bytes and large as objects. */

const noRules = { resourceRules: [], nonResourceRules: [], errors: [], isIncomplete: false };
const server = new InProcessServer({
  groups: [
    (storage) => newAPIGroup(namespaceGroup, { scheme: new Scheme("core"), storage, keyPrefix: "/registry" }),
    (storage) =>
      newAPIGroup(
        { install: AddToScheme, groupName: "shop.example.com", kinds: { Order: {} } },
        { scheme: new Scheme("shop"), storage, keyPrefix: "/registry/shop" },
      ),
    () => authorizationGroup(new Scheme("authorization"), () => noRules),
  ],
});
const cbor = { "content-type": "application/cbor" };
const protobuf = { "content-type": "application/vnd.kubernetes.protobuf" };
const limit = 262_144;

function topping(unknown: Buffer): Buffer {
  const metadata = cborMap({ name: cborText("a") });
  return cborMap({ metadata, spec: cborMap({ cost: cborHead(0, 1) }), x: unknown });
}

describe("a body in CBOR", () => {
  const create = (unknown: Buffer) =>
    server.send("POST", `${toppings}?dryRun=All`, { bytes: topping(unknown), headers: cbor });
  // Three maps, six strings, and the list itself.
  const others = 10;

  test.each<[string, Buffer, number]>([
    ["lists", cborHead(4, 0), 1],
    ["maps", cborHead(5, 0), 1],
    ["strings", cborHead(2, 0), 1],
    ["tags", Buffer.from("d640", "hex"), 2],
    ["strings in chunks", Buffer.from("5f40ff", "hex"), 2],
  ])("may have %s up to the limit of items", async (_, unit, items) => {
    const most = Math.floor((limit - others) / items);
    expect(await create(cborList(most, unit))).toMatchObject({ status: 201 });
    const { status, json } = await create(cborList(most + others, unit));
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("cbor: the document has more than 262144 items");
  });

  test("may have more numbers, because they are cheap", async () => {
    expect(await create(cborList(1_000_000, cborHead(0, 1)))).toMatchObject({ status: 201 });
  });

  test("may not have tags of tags without end", async () => {
    const { status, json } = await create(Buffer.alloc(200_000, 0xd6));
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("cbor: exceeded max nested level 10000");
  });
});

describe("a body in protobuf", () => {
  const create = (...metadata: readonly Buffer[]) =>
    server.send("POST", "/api/v1/namespaces?dryRun=All", {
      bytes: protobufObject("v1", "Namespace", protobufField(1, Buffer.concat([protobufField(1, "a"), ...metadata]))),
      headers: protobuf,
    });

  test.each<[string, Buffer]>([
    ["managed fields", protobufField(17, "")],
    ["unknown fields", protobufField(99, "")],
  ])("may have %s up to the limit of items", async (_, unit) => {
    expect(await create(repeated(limit - 100, unit))).toMatchObject({ status: 201 });
    const { status, json } = await create(repeated(limit, unit));
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("proto: the document has more than 262144 items");
  });

  const order = (raw: Buffer | string) =>
    server.send("POST", "/apis/shop.example.com/v1/namespaces/default/orders?dryRun=All", {
      bytes: protobufObject(
        "shop.example.com/v1",
        "Order",
        Buffer.concat([
          protobufField(1, protobufField(1, "a")),
          protobufField(2, protobufField(10, protobufField(1, raw))),
        ]),
      ),
      headers: protobuf,
    });

  test("shares the limit with the objects that are embedded in it", async () => {
    const embedded = protobufObject("v1", "Status", repeated(limit, protobufField(99, "")));
    const { status, json } = await order(embedded);
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("proto: the document has more than 262144 items");
  });

  test("may not have a raw value that is nested too deeply", async () => {
    const { status, json } = await order(`{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("exceeded max depth");
  });

  test("may not have objects in objects without end", async () => {
    let embedded = protobufObject("shop.example.com/v1", "Order", Buffer.alloc(0));
    for (let depth = 0; depth < 1000; depth++)
      embedded = protobufObject(
        "shop.example.com/v1",
        "Order",
        protobufField(2, protobufField(10, protobufField(1, embedded))),
      );
    const { status, json } = await order(embedded);
    expect(status).toBe(400);
    expect(textOf(json["message"])).toContain("proto: exceeded max depth");
  });
});

describe("a review of access", () => {
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const review = (resourceAttributes: object) => server.post(path, { spec: { resourceAttributes } });
  const requirement = { key: "a", operator: "Exists" };

  test("has at most 64 KiB", async () => {
    expect(await review({ verb: "get", name: "a".repeat(60_000) })).toMatchObject({ status: 201 });
    expect(await review({ verb: "get", name: "a".repeat(70_000) })).toMatchObject({
      status: 413,
      json: { message: "Request entity too large: limit is 65536" },
    });
  });

  test("has at most 1,000 requirements", async () => {
    const of = (length: number) => ({ labelSelector: { requirements: Array.from({ length }, () => requirement) } });
    expect(await review(of(1000))).toMatchObject({ status: 201 });
    const { status, json } = await review(of(1001));
    expect(status).toBe(422);
    expect(textOf(json["message"])).toContain(
      "spec.resourceAttributes.labelSelector.requirements: Too many: 1001: must have at most 1000 items",
    );
  });

  test("is small in protobuf, and its answer is small too", async () => {
    const selector = (count: number) => repeated(count, protobufField(2, ""));
    const bytes = (count: number) =>
      protobufObject(
        "authorization.k8s.io/v1",
        "SelfSubjectAccessReview",
        protobufField(2, protobufField(1, protobufField(9, selector(count)))),
      );
    expect(await server.send("POST", path, { bytes: bytes(30_000), headers: protobuf })).toMatchObject({ status: 422 });
    const { status, text } = await server.send("POST", path, { bytes: bytes(1000), headers: protobuf });
    expect(status).toBe(201);
    expect(text.length).toBeLessThan(64 * 1024);
  });

  test("has a selector of at most 64 KiB, also if CBOR writes it with fewer bytes", async () => {
    const hexadecimal = Buffer.concat([Buffer.from("d7", "hex"), cborText("a".repeat(40_000))]);
    const resourceAttributes = cborMap({ fieldSelector: cborMap({ rawSelector: hexadecimal }) });
    const bytes = cborMap({ spec: cborMap({ resourceAttributes }) });
    const { status, json } = await server.send("POST", path, { bytes, headers: cbor });
    expect(status).toBe(422);
    expect(textOf(json["message"])).toContain("spec.resourceAttributes.fieldSelector.rawSelector: Too long");
  });
});
