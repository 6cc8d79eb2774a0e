import { MemoryStorage, newStore, type AdmissionPlugin, type Attributes } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { restaurantGroup } from "../restaurant-group.js";
import { InProcessServer, group, pizza, pizzas, type Json } from "../harness.js";
import { bakeryGroup, oven, ovens } from "./bakery.js";

async function withOven(admission: readonly AdmissionPlugin[] = []): Promise<InProcessServer> {
  const server = new InProcessServer({ groups: [bakeryGroup], admission });
  const { status } = await server.post(ovens, { ...oven("a", { replicas: 2 }), status: { replicas: 7, heat: "hot" } });
  expect(status).toBe(201);
  return server;
}

function generation({ json }: { readonly json: Json }): unknown {
  return json["metadata"]?.["generation"];
}

describe("status", () => {
  test("only the status path writes the status; the generation counts other changes", async () => {
    const server = await withOven();
    const created = await server.get(`${ovens}/a`);
    expect(created.json["status"]).toEqual({ replicas: 0, heat: "" });
    expect(generation(created)).toBe(1);
    await server.patch(`${ovens}/a/status`, "merge-patch", { status: { heat: "hot" } });
    const put = await server.put(`${ovens}/a`, {
      ...oven("a", { replicas: 3 }),
      status: { replicas: 9, heat: "cold" },
    });
    expect(put.json["status"]).toEqual({ replicas: 0, heat: "hot" });
    expect(generation(put)).toBe(2);
    const labelled = await server.patch(`${ovens}/a`, "strategic-merge-patch", {
      metadata: { labels: { a: "b" } },
      status: { heat: "warm" },
    });
    expect(labelled.json["status"]).toMatchObject({ heat: "hot" });
    expect(generation(labelled)).toBe(2);
  });

  test("a write of the status changes nothing else", async () => {
    const server = await withOven();
    const body = {
      metadata: { name: "a", labels: { a: "b" }, annotations: { c: "d" }, finalizers: ["example.com/f"] },
      spec: { colour: "blue" },
      status: { replicas: 1, heat: "hot" },
    };
    const put = await server.put(`${ovens}/a/status`, body);
    expect(put.status).toBe(200);
    expect(put.json).toMatchObject({
      kind: "Oven",
      spec: { colour: "red", replicas: 2 },
      status: { replicas: 1, heat: "hot" },
    });
    expect(Object.keys(put.json["metadata"] ?? {})).not.toEqual(expect.arrayContaining(["labels"]));
    expect(generation(put)).toBe(1);
    const patched = await server.patch(`${ovens}/a/status`, "json-patch", [
      { op: "replace", path: "/spec/colour", value: "green" },
      { op: "replace", path: "/status/heat", value: "cold" },
    ]);
    expect(patched.json).toMatchObject({ spec: { colour: "red" }, status: { heat: "cold" } });
    expect((await server.get(`${ovens}/a/status`)).json).toEqual(patched.json);
    const again = await server.put(`${ovens}/a/status`, {
      metadata: { name: "a" },
      status: { replicas: 1, heat: "cold" },
    });
    expect(again.json["metadata"]?.["resourceVersion"]).toBe(patched.json["metadata"]?.["resourceVersion"]);
  });

  test("writes of the status use a separate strategy", async () => {
    const server = await withOven();
    const wrong = await server.patch(`${ovens}/a/status`, "merge-patch", { status: { replicas: -1 } });
    expect(wrong.json).toMatchObject({
      code: 422,
      message: 'Oven.bakery.example.com "a" is invalid: status.replicas: Invalid value: -1: must not be negative',
    });
    const cold = await server.patch(`${ovens}/a/status`, "merge-patch", { status: { replicas: 1 } });
    expect(cold.headers["warning"]).toEqual(['299 - "the oven is cold"']);
  });

  test("conflicts, dry runs and missing objects have the same responses as for the object", async () => {
    const server = await withOven();
    const status = { replicas: 1, heat: "hot" };
    expect(
      (await server.put(`${ovens}/a/status`, { metadata: { name: "a", resourceVersion: "1000" }, status })).json[
        "reason"
      ],
    ).toBe("Conflict");
    expect(
      (await server.put(`${ovens}/a/status?dryRun=All`, { metadata: { name: "a" }, status })).json["status"],
    ).toEqual(status);
    expect((await server.get(`${ovens}/a`)).json["status"]).toEqual({ replicas: 0, heat: "" });
    // A PUT to the path of the object would create the missing object. A PUT to its status must
    // not.
    expect((await server.put(`${ovens}/b/status`, { metadata: { name: "b" }, status })).json).toMatchObject({
      code: 404,
      message: 'ovens.bakery.example.com "b" not found',
    });
  });

  test("the table of the status equals that of the object", async () => {
    const server = await withOven();
    const { json } = await server.get(`${ovens}/a/status`, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
    expect(json).toMatchObject({
      kind: "Table",
      rows: [{ cells: ["a", "red", 2, '{"name":"top"}', null, expect.stringMatching(/^\ds$/), "<unknown>"] }],
    });
  });
});

describe("scale", () => {
  test("clients read and set the replicas through the scale", async () => {
    const server = await withOven();
    await server.patch(`${ovens}/a/status`, "merge-patch", { status: { replicas: 1, selector: "app=oven" } });
    const read = await server.get(`${ovens}/a/scale`);
    expect(read.json).toEqual({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: {
        name: "a",
        namespace: "default",
        uid: expect.any(String) as unknown,
        resourceVersion: expect.any(String) as unknown,
        creationTimestamp: expect.any(String) as unknown,
      },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: "app=oven" },
    });
    const put = await server.put(`${ovens}/a/scale`, { ...read.json, spec: { replicas: 5 }, status: { replicas: 99 } });
    expect(put.json).toMatchObject({ kind: "Scale", spec: { replicas: 5 }, status: { replicas: 1 } });
    const patched = await server.patch(`${ovens}/a/scale`, "merge-patch", { spec: { replicas: 6 } });
    expect(patched.json["spec"]).toEqual({ replicas: 6 });
    const object = await server.get(`${ovens}/a`);
    expect(object.json).toMatchObject({ spec: { replicas: 6, colour: "red" }, status: { replicas: 1 } });
    expect(generation(object)).toBe(3);
  });

  test("absent replicas are 0", async () => {
    const server = await withOven();
    await server.post(ovens, oven("b"));
    expect((await server.get(`${ovens}/b/scale`)).json["spec"]).toEqual({ replicas: 0 });
    expect(
      (await server.patch(`${ovens}/b/scale`, "strategic-merge-patch", { spec: { replicas: 1 } })).json["spec"],
    ).toEqual({ replicas: 1 });
  });

  test.each<readonly [body: object, code: number, message: string]>([
    [
      { spec: { replicas: -1 } },
      422,
      'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      { metadata: { uid: "x" } },
      409,
      'Operation cannot be fulfilled on ovens.bakery.example.com "a": Precondition failed: UID in precondition: x, UID in object meta: ',
    ],
    [
      { metadata: { resourceVersion: "1000" }, spec: { replicas: 1 } },
      409,
      'Operation cannot be fulfilled on ovens.bakery.example.com "a": the object has been modified',
    ],
    [{ metadata: { name: "b" } }, 400, "the name of the object (b) does not match the name on the URL (a)"],
    [{ kind: "Oven" }, 422, "patch: Invalid value"],
  ])("the server refuses the scale %j", async (body, code, message) => {
    const server = await withOven();
    const { json } = await server.patch(`${ovens}/a/scale`, "merge-patch", body);
    expect(json["code"]).toBe(code);
    expect(json["message"]).toContain(message);
  });

  test("the server refuses a PUT of an object that is not a scale", async () => {
    const server = await withOven();
    const { json } = await server.put(`${ovens}/a/scale`, {
      apiVersion: "bakery.example.com/v1",
      kind: "Oven",
      metadata: { name: "a" },
    });
    expect(json["code"]).toBe(400);
    expect((await server.patch(`${ovens}/c/scale`, "merge-patch", {})).json["code"]).toBe(404);
  });

  test("the strategy of the object applies, and admission receives the Scale", async () => {
    const seen: Pick<Attributes, "kind" | "resource" | "subresource">[] = [];
    const spy: AdmissionPlugin = {
      name: "Spy",
      handles: (operation) => operation === "UPDATE",
      validate: ({ kind, resource, subresource, object, oldObject }) => {
        seen.push({ kind, resource, subresource });
        expect([object?.kind, oldObject?.kind]).toEqual(["Scale", "Scale"]);
        return Promise.resolve();
      },
    };
    const server = await withOven([spy]);
    await server.patch(`${ovens}/a/scale`, "merge-patch", { spec: { replicas: 4 } });
    expect(seen).toEqual([
      {
        kind: { group: "autoscaling", version: "v1", kind: "Scale" },
        resource: { group: "bakery.example.com", version: "v1", resource: "ovens" },
        subresource: "scale",
      },
    ]);
  });
});

describe("paths of subresources", () => {
  test.each([
    ["POST", `${ovens}/a/status`, 405],
    ["DELETE", `${ovens}/a/status`, 405],
    ["DELETE", `${ovens}/a/scale`, 405],
    ["GET", `${ovens}/a/nope`, 404],
    ["GET", `${ovens}/a/status/deeper`, 404],
    ["GET", "/apis/bakery.example.com/v1/ovens/a/status", 404],
    ["GET", "/apis/bakery.example.com/v1/watch/namespaces/default/ovens/a/status", 404],
    ["GET", `${pizzas}/a/status`, 404],
  ])("%s %s is unknown or not allowed", async (method, uri, status) => {
    expect((await (await withOven()).send(method, uri, { body: {} })).status).toBe(status);
  });

  test("a kind without the marker writes its status with the object", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, pizza("a", "tomato"));
    const { json } = await server.patch(`${pizzas}/a`, "merge-patch", { status: { cost: 2 } });
    expect(json["status"]).toEqual({ cost: 2 });
    expect(json["metadata"]?.["generation"]).toBeUndefined();
  });

  test("discovery lists subresources", async () => {
    const server = await withOven();
    const list = await server.get("/apis/bakery.example.com/v1");
    expect(list.json["resources"]).toMatchObject([
      { name: "ovens", singularName: "oven", kind: "Oven" },
      {
        name: "ovens/scale",
        singularName: "",
        namespaced: true,
        group: "autoscaling",
        version: "v1",
        kind: "Scale",
        verbs: ["get", "patch", "update"],
      },
      { name: "ovens/status", singularName: "", namespaced: true, kind: "Oven", verbs: ["get", "patch", "update"] },
    ]);
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const all = await server.get("/apis", { accept });
    const subresources = [
      {
        subresource: "scale",
        responseKind: { group: "autoscaling", version: "v1", kind: "Scale" },
        verbs: ["get", "patch", "update"],
      },
      {
        subresource: "status",
        responseKind: { group: "", version: "", kind: "Oven" },
        verbs: ["get", "patch", "update"],
      },
    ];
    expect(all.json["items"]).toMatchObject([{ versions: [{ resources: [{ resource: "ovens", subresources }] }] }, {}]);
    expect((await server.get(`${group}/v1beta1`)).json["resources"]).toHaveLength(1);
  });
});

test("a status strategy of a kind without the marker is an error at the start", () => {
  const storage = new MemoryStorage();
  const { scheme, codecs } = restaurantGroup(storage);
  const strategy = {
    isNamespaced: true,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    validate: () => [],
    validateUpdate: () => [],
    status: {},
  };
  const storageVersion = { group: "restaurant.programming-kubernetes.info", version: "v1alpha1" };
  const start = () =>
    newStore({ scheme, codecs, storage, keyPrefix: "/r", storageVersion, resource: "pizzas", kind: "Pizza", strategy });
  expect(start).toThrow(
    'Pizza has a status strategy, but no version is marked +kubebuilder:subresource:status: add the marker, or remove "status"',
  );
});
