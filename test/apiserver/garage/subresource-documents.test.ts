import { MemoryStorage, type Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { InProcessServer } from "../harness.js";
import { withSubresources } from "./example.js";
import { garageGroup } from "./group.js";
import type { Car } from "./types.js";

const root = "/apis/garage.example.com/v1";

function server(strategy: Strategy<Car> = withSubresources): InProcessServer {
  const storage = new MemoryStorage();
  return new InProcessServer({ storage, groups: [(place) => garageGroup(place, strategy)] });
}

describe("documents", () => {
  test("discovery lists kinds and verbs", async () => {
    const api = server();
    const resources = Object.values((await api.get(root)).json["resources"] ?? {});
    expect(resources.map(({ name, kind, verbs }) => [name, kind, verbs]).slice(1)).toEqual([
      ["cars/paint", "Paint", ["get", "patch", "update"]],
      ["cars/radio", "RadioOptions", ["create", "get"]],
      ["cars/wash", "Wash", ["create"]],
    ]);
    const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    const aggregated = JSON.stringify((await api.get("/apis", { accept })).json);
    expect(aggregated).toContain(
      '{"subresource":"wash","responseKind":{"group":"","version":"","kind":"Wash"},"verbs":["create"]}',
    );
  });

  test("OpenAPI v3 and v2 describe the operations as Go does", async () => {
    const api = server();
    const v3 = (await api.get(`/openapi/v3${root}`)).json["paths"];
    const item = `${root}/namespaces/{namespace}/cars/{name}`;
    expect(v3?.[`${item}/wash`]?.["post"]).toMatchObject({
      operationId: "createGarageExampleComV1NamespacedCarWash",
      "x-kubernetes-action": "post",
      "x-kubernetes-group-version-kind": { group: "garage.example.com", version: "v1", kind: "Wash" },
    });
    expect(Object.keys(v3?.[`${item}/paint`] ?? {})).toEqual(["get", "put", "patch", "parameters"]);
    const radio = v3?.[`${item}/radio`];
    expect(radio?.["get"]).toEqual({
      tags: ["garageExampleCom_v1"],
      operationId: "connectGarageExampleComV1GetNamespacedCarRadio",
      description: "connect GET requests to radio of Car",
      responses: { 200: { description: "OK", content: { "*/*": { schema: { type: "string" } } } } },
      "x-kubernetes-action": "connect",
      "x-kubernetes-group-version-kind": { group: "garage.example.com", version: "v1", kind: "RadioOptions" },
    });
    expect(v3?.[`${item}/radio/{path}`]?.["post"]?.["operationId"]).toBe(
      "connectGarageExampleComV1PostNamespacedCarRadioWithPath",
    );
    const protobuf = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";
    expect((await api.get(`/openapi/v3${root}`, { accept: protobuf })).text).toContain(
      "connectGarageExampleComV1GetNamespacedCarRadio",
    );
    const v2 = (await api.get("/openapi/v2")).json["paths"];
    expect(v2?.[`${item}/radio`]?.["get"]).toMatchObject({ consumes: ["*/*"], produces: ["*/*"] });
    expect(v2?.[`${item}/wash`]?.["post"]?.["operationId"]).toBe("createGarageExampleComV1NamespacedCarWash");
  });
});

describe("invalid subresources are errors at the start", () => {
  const start = (subresources: Strategy<Car>["subresources"]) => () => {
    const strategy: Strategy<Car> = subresources === undefined ? {} : { subresources };
    return server(strategy);
  };
  test.each([
    [
      { wash: { kind: "Wsh", create: () => undefined } },
      "the subresource wash of Car has the kind Wsh, which garage.example.com does not have: add it in `install`",
    ],
    [
      { wash: { kind: "Wash" } },
      "the subresource wash of Car cannot be served: it needs one of the functions get, update, create and connect",
    ],
    [
      { paint: { kind: "Paint", update: () => undefined } },
      "the subresource paint of Car cannot be served: `update` needs `get`, which returns the object that a client changes",
    ],
    [
      { "Wash/x": { kind: "Wash", create: () => undefined } },
      "the subresource Wash/x of Car cannot be served: its name must have at most 63 lower case letters, digits and hyphens, begin with a letter, and not end with a hyphen",
    ],
    [
      { radio: { methods: [], connect: () => ({ body: "" }) } },
      "the subresource radio of Car cannot be served: `methods` must name at least one HTTP method",
    ],
  ] as readonly (readonly [Strategy<Car>["subresources"], string])[])("%#", (subresources, message) => {
    expect(start(subresources)).toThrow(message);
  });
});
