import { RESTClient } from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import { maxBodyItems } from "../../apiserver/endpoints/read-body.js";
import { cborHead, cborKeys, cborList, cborMap, cborText, protobufField, protobufObject, repeated } from "./binary.js";
import { fractionOfLimit } from "./cpu-limit.js";
import { send, type RawRequest } from "./exchange.js";
import { metadataCases } from "./hostile-metadata.js";
import { Target } from "./target.js";

const group = "/apis/restaurant.programming-kubernetes.info";
const toppings = `${group}/v1alpha1/toppings`;
const pizza = `${group}/v1beta1/namespaces/default/pizzas/plain`;
const longName = "a".repeat(253);
const table = "as=Table;v=v1;g=meta.k8s.io";
const mebi = 1024 * 1024;

let target: Target;
let isMeasured = false;

beforeAll(async () => {
  target = await Target.start("--storage-backend=memory");
  isMeasured = target.mainThreadTime() !== undefined;
  await create(toppings, { metadata: { name: "cheese", labels: { app: "x" } }, spec: { cost: 1 } });
  await create(toppings, { metadata: { name: longName }, spec: { cost: 1 } });
  await create(`${group}/v1beta1/namespaces/default/pizzas`, {
    metadata: { name: "plain" },
    spec: { toppings: [{ name: "cheese", quantity: 1 }] },
  });
  // The tests with long lists need objects with a total size of 2.5 MB.
  const annotations = keyed(100, (index) => [`key-${index}`, "x".repeat(15)]);
  const { ca, cert, key } = target.credentials;
  const tls = { ca: String(ca), certificate: String(cert), key: String(key) };
  const client = new RESTClient({ server: `https://127.0.0.1:${target.port}`, tls });
  const pizzas = client.resource(Kinds.Pizza).namespace("lists");
  for (let index = 0; index < 900; index++)
    await pizzas.create({
      apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
      kind: "Pizza",
      metadata: { name: `p${index}`, annotations },
      spec: { toppings: [{ name: "cheese", quantity: 1 }] },
      status: {},
    });
  await client.close();
});
afterAll(() => target.stop());

async function create(path: string, object: object): Promise<void> {
  const response = await send(
    target,
    request({
      method: "POST",
      target: path,
      body: JSON.stringify(object),
      headers: { "content-type": "application/json" },
    }),
  );
  expect(response?.status, response?.body).toBe(201);
}

function request(part: Partial<RawRequest>): RawRequest {
  return { method: "GET", target: "/version", headers: {}, isAnonymous: false, version: "1.1", ...part };
}

function anonymous(path: string, headers: Readonly<Record<string, string>> = {}): Partial<RawRequest> {
  return { target: path, headers, isAnonymous: true };
}

function post(body: string, headers: Readonly<Record<string, string>> = {}): Partial<RawRequest> {
  return {
    method: "POST",
    target: `${toppings}?dryRun=All`,
    headers: { "content-type": "application/json", ...headers },
    body,
  };
}

function topping(part: object): string {
  return JSON.stringify({ metadata: { name: "x" }, spec: { cost: 1 }, ...part });
}

function patch(type: string, body: unknown, path = `${pizza}?dryRun=All`): Partial<RawRequest> {
  return {
    method: "PATCH",
    target: path,
    headers: { "content-type": `application/${type}-patch+json` },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function yaml(body: string): Partial<RawRequest> {
  return { method: "POST", target: `${toppings}?dryRun=All`, headers: { "content-type": "application/yaml" }, body };
}

/**
 * Returns a patch of a pizza in v1beta1, where each topping has a quantity. In v1alpha1, the stored
 * version, the list contains each topping as often as its quantity.
 */
function listed(counted: readonly object[]): Partial<RawRequest> {
  return patch("merge", { spec: { toppings: counted } });
}

function binary(body: Buffer): Partial<RawRequest> {
  return { ...post(""), headers: { "content-type": "application/cbor" }, body };
}

const access = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** Returns a review of access whose selector has empty requirements, which have two bytes each. */
function review(requirements: number): Partial<RawRequest> {
  const selector = protobufField(9, repeated(requirements, protobufField(2, "")));
  return reviewOf(protobufField(2, protobufField(1, selector)));
}

function reviewOf(message: Buffer): Partial<RawRequest> {
  const body = protobufObject("authorization.k8s.io/v1", "SelfSubjectAccessReview", message);
  return { method: "POST", target: access, headers: { "content-type": "application/vnd.kubernetes.protobuf" }, body };
}

function accessOf(labelSelector: object): Partial<RawRequest> {
  return { ...post(JSON.stringify({ spec: { resourceAttributes: { labelSelector } } })), target: access };
}

function managed(fieldsV1: object): object {
  const apiVersion = `${group.slice(6)}/v1alpha1`;
  return { manager: "m", operation: "Update", apiVersion, fieldsType: "FieldsV1", fieldsV1 };
}

/** Returns a text string of CBOR. */
function cborTextOf(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

/** Returns a request for a list of 2.5 MB. */
function list(headers: Readonly<Record<string, string>>, query = ""): Partial<RawRequest> {
  return { target: `${group}/v1beta1/namespaces/lists/pizzas${query}`, headers };
}

function nested(depth: number, pad: string): unknown {
  return JSON.parse(`${`{"pad":${pad},"x":`.repeat(depth)}1${"}".repeat(depth)}`);
}

function numbered<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function keyed<T>(length: number, make: (index: number) => readonly [string, T]): Record<string, T> {
  return Object.fromEntries(numbered(length, make));
}

/**
 * Requests that are, or once were, expensive for the server. Their bodies have at most 3 MiB. Their
 * targets and headers are as long as the server allows.
 */
const cases: Readonly<Record<string, () => Partial<RawRequest>>> = {
  ...metadataCases,
  "an anonymous path of < of 1 MB": () => anonymous(`/${"<".repeat(1_024_000)}`),
  "an anonymous path of < of 60 KB, pretty": () => anonymous(`/${"<".repeat(60_000)}`, { "user-agent": "curl/8" }),
  "an anonymous path of < of 60 KB, as YAML": () => anonymous(`/${"<".repeat(60_000)}`, { accept: "application/yaml" }),
  "an anonymous path of escapes": () => anonymous(`/${"%3C".repeat(20_000)}`),
  "an anonymous field selector": () => anonymous(`${toppings}?fieldSelector=${"b,a=".repeat(15_000)}`),
  "an anonymous timeout of digits": () => anonymous(`${toppings}?timeout=${"9".repeat(60_000)}s`),
  "an anonymous timeout of many parts": () => anonymous(`${toppings}?timeout=${"1ns".repeat(20_000)}`),
  "an anonymous query of many names": () => anonymous(`/version?${"a&".repeat(30_000)}`),
  "many excluded health checks": () =>
    anonymous(`/healthz?verbose${numbered(5000, (index) => `&exclude=${index}`).join("")}`),
  "many extra keys of impersonation": () => ({
    target: "/version",
    isAnonymous: true,
    headers: {
      "impersonate-user": "x",
      ...Object.fromEntries(numbered(900, (index) => [`impersonate-extra-k${index}`, "a, ".repeat(15)] as const)),
    },
  }),
  "an Accept header of many types": () => anonymous("/version", { accept: "a/b,".repeat(15_000) }),
  "a label selector that repeats itself": () => ({ target: `${toppings}?labelSelector=${"!a,".repeat(20_000)}!a` }),
  "a field selector that repeats itself": () => ({
    target: `${toppings}?fieldSelector=${"metadata.name!=z,".repeat(3500)}metadata.name!=z`,
  }),
  "200,000 unknown fields": () => post(topping({ spec: { cost: 1, ...keyed(200_000, (index) => [`k${index}`, 0]) } })),
  "a name of line ends, the error as YAML": () =>
    post(topping({ metadata: { name: "a\n".repeat(900_000) } }), { accept: "application/yaml" }),
  "a number with 2,900,000 digits": () =>
    post(`{"metadata":{"name":"x","generation":${"1".repeat(2_900_000)}},"spec":{"cost":1}}`),
  "a cost with 2,900,000 digits": () => post(`{"metadata":{"name":"x"},"spec":{"cost":${"1".repeat(2_900_000)}}}`),
  "a duplicate key, 200,000 times": () =>
    post(`{"metadata":{"name":"x"},"spec":{${'"cost":1,'.repeat(200_000)}"cost":1}}`),
  "an object of depth 250": () => post(`{"x":${'{"x":'.repeat(249)}1${"}".repeat(250)}`),
  "a list of 1,500,000 numbers": () => post(topping({ x: `[${"1,".repeat(1_400_000)}1]` })),
  "a text of broken escapes": () => post(`{"metadata":{"name":"${"\\ud800".repeat(500_000)}"}}`),
  "a JSON patch that inserts and moves in a long list": () =>
    patch("json", [
      { op: "add", path: "/spec/toppings", value: numbered(80_000, () => ({ name: "cheese", quantity: 1 })) },
      ...numbered(2000, () => ({ op: "add", path: "/spec/toppings/0", value: { name: "cheese", quantity: 1 } })),
      ...numbered(2000, () => ({ op: "move", from: "/spec/toppings/0", path: "/spec/toppings/40000" })),
    ]),
  "a JSON patch that tests a large object": () =>
    patch("json", [
      { op: "add", path: "/metadata/annotations", value: keyed(20_000, (index) => [`a${index}`, "x"]) },
      ...numbered(5000, () => ({ op: "test", path: "/metadata/annotations", value: {} })),
    ]),
  "a JSON patch that copies itself": () =>
    patch("json", [
      { op: "add", path: "/metadata/annotations", value: { a: "x".repeat(1000) } },
      ...numbered(20_000, (index) => ({
        op: "copy",
        from: "/metadata/annotations/a",
        path: `/metadata/annotations/b${index}`,
      })),
    ]),
  "a strategic merge patch with an empty order": () =>
    patch("strategic-merge", {
      metadata: { "$setElementOrder/finalizers": [], finalizers: numbered(150_000, (index) => `a/x${index}`) },
    }),
  "a strategic merge patch with a reversed order": () =>
    patch("strategic-merge", {
      metadata: {
        "$setElementOrder/finalizers": numbered(80_000, (index) => `a/x${80_000 - index}`),
        finalizers: numbered(80_000, (index) => `a/x${index}`),
      },
    }),
  "a strategic merge patch that deletes from a long list": () =>
    patch("strategic-merge", {
      metadata: {
        "$deleteFromPrimitiveList/finalizers": numbered(100_000, (index) => `a/x${index}`),
        finalizers: numbered(50_000, (index) => `a/y${index}`),
      },
    }),
  "a strategic merge patch of owner references": () =>
    patch("strategic-merge", {
      metadata: {
        ownerReferences: numbered(20_000, (index) => ({
          apiVersion: "v1",
          kind: "K",
          name: `n${index}`,
          uid: `u${index}`,
        })),
      },
    }),
  "a merge patch of 100,000 annotations": () =>
    patch("merge", { metadata: { annotations: keyed(100_000, (index) => [`a${index}`, "x"]) } }),
  "a strategic merge patch of a map of 100,000 labels": () =>
    patch("strategic-merge", { metadata: { labels: keyed(100_000, (index) => [`a${index}`, "x"]) } }),
  "a strategic merge patch of maps of directives": () =>
    patch("strategic-merge", { metadata: { annotations: keyed(100_000, (index) => [`$retainKeys/a${index}`, []]) } }),
  "a strategic merge patch that retains 100,000 keys": () =>
    patch("strategic-merge", {
      metadata: {
        annotations: {
          $retainKeys: numbered(100_000, (index) => `a${index}`),
          ...keyed(40_000, (index) => [`a${index}`, "x"]),
        },
      },
    }),
  "an object of depth 250 and of width 100": () =>
    post(topping({ x: nested(250, JSON.stringify(numbered(100, (index) => ({ [`k${index}`]: index })))) })),
  "a merge patch of depth 250 and of width 100": () =>
    patch(
      "merge",
      JSON.stringify({ spec: nested(250, JSON.stringify(numbered(100, (index) => ({ [`k${index}`]: index })))) }),
    ),
  "a pizza of toppings with long names that are listed one by one": () =>
    listed([{ name: longName, quantity: 16_500 }]),
  "a pizza of toppings with long names that are too many to be listed": () =>
    listed([{ name: longName, quantity: 100_000 }]),
  "a pizza of toppings with short names that are listed one by one": () =>
    listed([{ name: "cheese", quantity: 100_000 }]),
  "a list of 900 objects in another version than the stored one": () => list({}),
  "a list of 900 objects, pretty": () => list({ "user-agent": "curl/8" }),
  "a list of 900 objects as a table": () => list({ accept: `application/json;${table}` }),
  "a list of 900 objects as a table that contains them": () =>
    list({ accept: `application/json;${table}` }, "?includeObject=Object"),
  "a list of 900 objects as a table in YAML": () => list({ accept: `application/yaml;${table}` }),
  "a list of 900 objects as YAML": () => list({ accept: "application/yaml" }),
  "a list of 900 objects as CBOR": () => list({ accept: "application/cbor" }),
  "a list of 900 objects as a table in CBOR that contains them": () =>
    list({ accept: `application/cbor;${table}` }, "?includeObject=Object"),
  "CBOR of 130,000 unknown fields": () =>
    binary(cborMap({ metadata: cborMap({ name: cborText("x") }), spec: cborKeys(130_000, cborHead(0, 1)) })),
  "CBOR of a duplicate key, 130,000 times": () =>
    binary(Buffer.concat([cborHead(5, 130_000), repeated(130_000, cborMap({ a: cborText("") }).subarray(1))])),
  "CBOR of 260,000 strings that are not UTF-8": () =>
    binary(cborMap({ x: cborList(260_000, Buffer.from("48ffffffffffffffff", "hex")) })),
  "CBOR of depth 10,000 without lengths": () =>
    binary(Buffer.concat([Buffer.alloc(9999, 0x9f), cborHead(0, 1), Buffer.alloc(9999, 0xff)])),
  "CBOR of 3,000,000 empty lists": () => binary(cborMap({ x: cborList(3_000_000, cborHead(4, 0)) })),
  "CBOR of as many empty lists as the server reads": () =>
    binary(cborMap({ x: cborList(maxBodyItems - 100, cborHead(4, 0)) })),
  "CBOR of 3,000,000 numbers": () => binary(cborMap({ x: cborList(3_000_000, cborHead(0, 1)) })),
  "CBOR of a string in 1,500,000 chunks": () =>
    binary(
      cborMap({ x: Buffer.concat([Buffer.from([0x5f]), repeated(1_500_000, cborText("a")), Buffer.from([0xff])]) }),
    ),
  "CBOR of a time with a fraction of 2,900,000 zeros": () =>
    binary(
      cborMap({
        x: Buffer.concat([Buffer.from([0xc0]), cborTextOf(`2030-01-01T00:00:00.${"0".repeat(2_900_000)}1Z`)]),
      }),
    ),
  "managed fields of a number with 2,900,000 digits": () =>
    post(topping({ metadata: { name: "x", managedFields: [managed({ [`v:${"1".repeat(2_900_000)}e`]: {} })] } })),
  "CBOR of 100,000 labels": () =>
    binary(cborMap({ metadata: cborMap({ name: cborText("x"), labels: cborKeys(100_000, cborText("")) }) })),
  "a review of access with 1,500,000 empty requirements in protobuf": () => review(1_500_000),
  "a review of access with 1,000 empty requirements in protobuf": () => review(1000),
  "a review of access with 80,000 labels in protobuf": () =>
    reviewOf(
      protobufField(1, Buffer.concat(numbered(80_000, (index) => protobufField(11, protobufField(1, `k${index}`))))),
    ),
  "a review of access with 260,000 finalizers in protobuf": () =>
    reviewOf(protobufField(1, repeated(260_000, protobufField(14, "a")))),
  "a review of access with a selector of 3 MB": () => accessOf({ rawSelector: "!a,".repeat(1_000_000) }),
  "a review of access with a selector of 60 KB": () => accessOf({ rawSelector: "!a,".repeat(20_000) }),
  "YAML of 4 KB with escapes that are wrong": () => yaml(`"${"\\q".repeat(2000)}"`),
  "YAML of 16 KB with escapes that are wrong": () => yaml(`"${"\\q".repeat(8000)}"`),
  "YAML of brackets": () => yaml("]\n".repeat(8000)),
  "YAML of anchors with one name": () => yaml(`metadata: {name: y}\nx:\n${"a: &a [*a]\n".repeat(2800)}`),
  "YAML of many small maps": () => yaml(`metadata: {name: x}\nspec: {cost: 1}\na:\n${"- a: b\n".repeat(100_000)}`),
};

test.each(Object.keys(cases))("%s: the request does not block other requests", async (name) => {
  const made = request(cases[name]?.() ?? {});
  expect(Buffer.byteLength(made.body ?? ""), "bytes of the body").toBeLessThanOrEqual(3 * mebi);
  let fraction = Infinity;
  for (let tries = 5; tries > 0 && fraction >= 1; tries--) {
    const before = target.mainThreadTime() ?? 0;
    const response = await send(target, made);
    expect(target.ended).toBeUndefined();
    expect(response, "a response before the timeout").toBeDefined();
    expect(response?.status).toBeLessThan(500);
    fraction = Math.min(fraction, fractionOfLimit((target.mainThreadTime() ?? 0) - before));
  }
  // Only Linux reports the CPU time of one thread. On other systems the test checks only the
  // responses.
  if (isMeasured) expect(fraction, "CPU time of the server's main thread divided by the limit").toBeLessThan(1);
});
