import { namespaceGroup, newAPIGroup, type Storage } from "@apimachinery/apiserver";
import { Scheme, type RuntimeObject } from "@apimachinery/runtime";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { describe, expect, test } from "vitest";
import { nextConditions } from "../../apiserver/groups/core/namespace-conditions.js";
import type { Namespace } from "../../apiserver/groups/core/v1/types.js";
import { InProcessServer } from "./harness.js";

const server = new InProcessServer({
  groups: [
    (storage: Storage) => newAPIGroup(namespaceGroup, { scheme: new Scheme(), storage, keyPrefix: "/registry/test" }),
  ],
});

describe("the legacy group of a server without kinds in it", () => {
  const server = new InProcessServer();

  test("has the version v1 without resources, so that clients map the kind List", async () => {
    expect((await server.get("/api")).json).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
    expect((await server.get("/api/v1")).json).toEqual({ kind: "APIResourceList", groupVersion: "v1", resources: [] });
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    expect((await server.get("/api", { accept })).json).toMatchObject({
      items: [{ metadata: {}, versions: [{ version: "v1", resources: [], freshness: "Current" }] }],
    });
  });

  test("is in no other document", async () => {
    expect((await server.get("/apis")).text).not.toContain('"name":""');
    expect((await server.get("/openapi/v3")).text).not.toContain('"api/v1"');
    expect((await server.get("/api/v1/pods")).status).toBe(404);
  });

  test("the list of custom resource definitions is empty, cannot be watched, and is not in discovery", async () => {
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    expect((await server.get(path)).json).toMatchObject({ kind: "CustomResourceDefinitionList", items: [] });
    expect((await server.get(`${path}?watch=1`)).status).toBe(404);
    expect((await server.get(`${path}/a`)).status).toBe(404);
    expect((await server.post(path, {})).status).toBe(404);
    expect((await server.get("/apis")).text).not.toContain("apiextensions.k8s.io");
  });
});

describe("the legacy group", () => {
  test("has its own discovery at /api, and is not listed at /apis", async () => {
    expect((await server.get("/api")).json).toEqual({
      kind: "APIVersions",
      versions: ["v1"],
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: "localhost:8443" }],
    });
    const { json } = await server.get("/api/v1");
    expect(json).toMatchObject({ kind: "APIResourceList", groupVersion: "v1" });
    expect(json).not.toHaveProperty("apiVersion");
    expect((await server.get("/apis")).text).not.toContain('"name":""');
  });

  test("has aggregated discovery at /api only", async () => {
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const { json } = await server.get("/api", { accept });
    expect(json).toMatchObject({
      kind: "APIGroupDiscoveryList",
      items: [
        { metadata: {}, versions: [{ version: "v1", resources: [{ resource: "namespaces", scope: "Cluster" }] }] },
      ],
    });
    expect((await server.get("/apis", { accept })).text).not.toContain('"resource":"namespaces"');
  });

  test("has OpenAPI documents with the names of Kubernetes", async () => {
    const { json } = await server.get("/openapi/v3");
    expect(Object.keys(json["paths"] ?? {})).toEqual(expect.arrayContaining(["api", "api/v1", "apis"]));
    const document = (await server.get("/openapi/v3/api/v1")).json;
    expect(document["paths"]?.["/api/v1/namespaces"]?.["post"]?.["operationId"]).toBe("createCoreV1Namespace");
    expect(document["paths"]?.["/api/v1/namespaces/{name}/status"]?.["put"]?.["operationId"]).toBe(
      "replaceCoreV1NamespaceStatus",
    );
    expect(document["components"]?.["schemas"]).toHaveProperty("io.k8s.api.core.v1.Namespace");
    expect((await server.get("/openapi/v3/api")).json["paths"]?.["/api/"]?.["get"]?.["operationId"]).toBe(
      "getCoreAPIVersions",
    );
  });

  test("cannot be deleted in one request", async () => {
    expect((await server.delete("/api/v1/namespaces")).status).toBe(405);
    expect((await server.get("/api/v1")).text).not.toContain("deletecollection");
    expect((await server.get("/openapi/v3/api/v1")).text).not.toContain("deletecollection");
  });

  test("stores its objects under the keys of Kubernetes", async () => {
    await server.post("/api/v1/namespaces", { metadata: { name: "stored" } });
    expect((await server.storage.get("/registry/test/namespaces/stored")).item).toBeDefined();
    expect((await server.get("/api/v1/namespaces/stored")).status).toBe(200);
    expect((await server.get("/api/v1/namespaces/stored/pods")).status).toBe(404);
  });
});

describe("the deletion of a namespace", () => {
  test("begins with the phase Terminating, and a repeated deletion changes nothing", async () => {
    await server.post("/api/v1/namespaces", { metadata: { name: "deleted" } });
    const first = await server.delete("/api/v1/namespaces/deleted");
    expect(first.json["status"]).toEqual({ phase: "Terminating" });
    expect(first.json["metadata"]).toHaveProperty("deletionTimestamp");
    expect(first.json["metadata"]).not.toHaveProperty("deletionGracePeriodSeconds");
    const second = await server.delete("/api/v1/namespaces/deleted");
    expect(second.json).toEqual(first.json);
  });

  test("does not end while a finalizer of its metadata is left, although its spec has none", async () => {
    const path = "/api/v1/namespaces/held";
    await server.post("/api/v1/namespaces", { metadata: { name: "held", finalizers: ["example.com/a"] } });
    await server.delete(path);
    const { json } = await server.get(path);
    expect((await server.put(`${path}/finalize`, { ...json, spec: {} })).json["spec"]).toEqual({});
    expect((await server.get(path)).status).toBe(200);
    await server.patch(path, "merge-patch", { metadata: { finalizers: null } });
    expect((await server.get(path)).status).toBe(404);
  });
});

describe("conditions", () => {
  const since = "2026-01-01T00:00:00Z";
  const rest = { group: "example.com", resource: "pizzas", count: 2, finalizers: new Map([["example.com/a", 2]]) };

  test("change their time only with their status", () => {
    const first = nextConditions([], [rest], [new Error("b"), new Error("a")]) ?? [];
    expect(first.map(({ type, status, message }) => [type, status, message])).toEqual([
      ["NamespaceDeletionDiscoveryFailure", "False", "All resources successfully discovered"],
      ["NamespaceDeletionGroupVersionParsingFailure", "False", "All legacy kube types successfully parsed"],
      ["NamespaceDeletionContentFailure", "True", "Failed to delete all resource types, 2 remaining: a, b"],
      [
        "NamespaceContentRemaining",
        "True",
        "Some resources are remaining: pizzas.example.com has 2 resource instances",
      ],
      [
        "NamespaceFinalizersRemaining",
        "True",
        "Some content in the namespace has finalizers remaining: example.com/a in 2 resource instances",
      ],
    ]);
    const old = first.map((condition) => ({ ...condition, lastTransitionTime: since }));
    expect(nextConditions(old, [rest], [new Error("a"), new Error("b")])).toBe(undefined);
    const fewer = nextConditions(old, [{ ...rest, count: 1 }], []) ?? [];
    expect(fewer.map(({ lastTransitionTime }) => lastTransitionTime === since)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });
});

describe("protobuf", () => {
  const protobuf = { "content-type": "application/vnd.kubernetes.protobuf" };

  /** The body that `kubectl create namespace kitchen` sends. */
  const kitchen = Buffer.from(
    "6b3873000a0f0a02763112094e616d657370616365121f0a170a076b69746368656e12001a0022002a0032003800420012001a020a001a002200",
    "hex",
  );

  /** Sends bytes, as a transport does. */
  async function post(body: Buffer, path = "/api/v1/namespaces"): Promise<{ status: number; text: string }> {
    const response = await server.handle({
      method: "POST",
      uri: path,
      path,
      query: new URLSearchParams(),
      header: (name) => (protobuf as Record<string, string>)[name],
      headerLines: () => [],
      headerNames: () => Object.keys(protobuf),
      readBody: () => Promise.resolve(body),
      peer: { certificate: undefined },
      afterwards: undefined,
    });
    if (typeof response.body === "function") throw new Error("a stream");
    return { status: response.status, text: response.body.toString("utf8") };
  }

  test("of kubectl creates a namespace", async () => {
    const { status, text } = await post(kitchen);
    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject({ metadata: { name: "kitchen" }, spec: { finalizers: ["kubernetes"] } });
  });

  test("that is cut or changed at any byte is refused or read, and is never an internal error", async () => {
    for (let at = 0; at < kitchen.length; at++) {
      const flipped = Buffer.from(kitchen);
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      for (const body of [kitchen.subarray(0, at), flipped])
        expect((await post(body)).status, body.toString("hex")).toBeOneOf([201, 400, 409, 422]);
    }
  });

  test("with many labels, or one called __proto__, is read in linear time", () => {
    const scheme = new Scheme();
    namespaceGroup.install(scheme);
    const apiVersion = "v1";
    const keys = ["__proto__", ...Array.from({ length: 200_000 }, (_, at) => `l${at}`)];
    const labels = Object.fromEntries(keys.map((key) => [key, "v"]));
    const body = encodeProtobuf(scheme, {
      apiVersion,
      kind: "Namespace",
      metadata: { labels },
      spec: {},
      status: {},
    } as RuntimeObject);
    const { metadata } = decodeProtobuf(scheme, body) as Namespace;
    const read = metadata.labels ?? {};
    expect(Object.keys(read)).toHaveLength(200_001);
    expect(Object.getOwnPropertyDescriptor(read, "__proto__")?.value).toBe("v");
  });

  test("is refused by other groups", async () => {
    const path = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
    expect((await post(kitchen, path)).status).toBe(415);
  });
});
