import { expect, test } from "vitest";
import { InProcessServer, textOf, type Json } from "./harness.js";
import { bakeryGroup } from "./verbs/bakery.js";

const group = "restaurant.programming-kubernetes.info";
const path = `apis/${group}/v1beta1`;
const gvk = { group, version: "v1beta1", kind: "Pizza" };
const pizza = "info.programming-kubernetes.restaurant.v1beta1.Pizza";
const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** Server with the bakery group. This group has all subresources and no generated definitions. */
const both = new InProcessServer({ groups: [bakeryGroup] });
const { json: v3 } = await both.get(`/openapi/v3/${path}`);
const { json: bakery } = await both.get("/openapi/v3/apis/bakery.example.com/v1");
const { json: v2 } = await both.get("/openapi/v2");
const schemas = v3["components"]?.["schemas"] ?? {};

test("the root of version 3 links to documents that clients can cache forever", async () => {
  const server = new InProcessServer();
  const { json, headers } = await server.get("/openapi/v3");
  expect(Object.keys(json["paths"] ?? {})).toEqual([
    "apis",
    `apis/${group}`,
    `apis/${group}/v1alpha1`,
    path,
    "version",
  ]);
  expect(headers).not.toHaveProperty("vary");
  const url = textOf(json["paths"]?.[path]?.["serverRelativeURL"]);
  expect(url).toMatch(new RegExp(`^/openapi/v3/${path}\\?hash=[0-9A-F]{128}$`));

  const document = await server.get(url);
  expect(document.headers).toMatchObject({
    "cache-control": "public, immutable",
    vary: "Accept",
    etag: `"${url.slice(url.indexOf("=") + 1)}"`,
  });
  expect((await server.get(url, { "if-none-match": textOf(document.headers["etag"]) })).status).toBe(304);
  const old = await server.get(`/openapi/v3/${path}?hash=AA`);
  expect([old.status, old.headers["location"], old.headers["content-type"], old.text]).toEqual([
    301,
    url,
    "application/json",
    "",
  ]);
  expect((await server.get(`/openapi/v3/${path}`)).headers["cache-control"]).toBe("no-cache, private");
  expect(await server.get(`/openapi/v3/${path}`, { accept: "text/html" })).toMatchObject({ status: 406, text: "" });
  expect((await server.get("/openapi/v3", { accept: "text/html" })).headers["content-type"]).toBe("application/json");
});

test("a second server has the same documents with the same hashes", async () => {
  const [one, other] = await Promise.all([
    new InProcessServer().get("/openapi/v3"),
    new InProcessServer().get("/openapi/v3"),
  ]);
  expect(one.text).toBe(other.text);
});

test.each([
  ["*/*", "application/json"],
  ["", "application/json"],
  [
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
  ],
  [
    "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
  ],
  ["text/html, application/json;q=0.5", "application/json"],
])("clients that accept %j receive version 2 as %s", async (accept, type) => {
  const server = new InProcessServer();
  const { status, headers } = await server.get("/openapi/v2", { accept });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": type,
    vary: ["Accept-Encoding", "Accept"],
    "accept-ranges": "bytes",
  });
  expect(headers["etag"]).toBe((await server.get("/openapi/v2")).headers["etag"]);
  const again = await server.get("/openapi/v2", { accept, "if-none-match": textOf(headers["etag"]) });
  expect([again.status, again.headers["etag"]]).toEqual([304, headers["etag"]]);
});

test("version 2 is compressed for clients that accept it, and version 3 is not", async () => {
  const server = new InProcessServer();
  const gzip = { "accept-encoding": "gzip" };
  expect((await server.get("/openapi/v2", gzip)).headers["content-encoding"]).toBe("gzip");
  expect((await server.get(`/openapi/v3/${path}`, gzip)).headers).not.toHaveProperty("content-encoding");
  expect((await server.get("/openapi/v2", { accept: "text/html" })).status).toBe(406);
});

test("a PATCH operation has everything that kubectl needs: kind, media types, dry run and field validation", () => {
  const patch = v3["paths"]?.[`/${path}/namespaces/{namespace}/pizzas/{name}`]?.["patch"];
  expect(patch).toMatchObject({ "x-kubernetes-action": "patch", "x-kubernetes-group-version-kind": gvk });
  expect(patch?.["operationId"]).toBe("patchRestaurantProgrammingKubernetesInfoV1beta1NamespacedPizza");
  expect(Object.values(patch?.["parameters"] ?? {}).map((parameter) => parameter["name"])).toEqual([
    "dryRun",
    "fieldManager",
    "fieldValidation",
    "force",
  ]);
  expect(Object.keys(patch?.["requestBody"]?.["content"] ?? {})).toContain("application/merge-patch+json");
});

test("components contain the generated definitions with descriptions and defaults", () => {
  expect(schemas[pizza]).toMatchObject({ type: "object", "x-kubernetes-group-version-kind": [gvk] });
  expect(schemas[pizza]?.["properties"]?.["metadata"]).toEqual({
    allOf: [{ $ref: `#/components/schemas/${meta}.ObjectMeta` }],
    default: {},
  });
  expect(textOf(schemas[pizza]?.["description"])).toContain("Pizza");
  expect(schemas[`${meta}.DeleteOptions`]?.["x-kubernetes-group-version-kind"]).toEqual([
    { group: "", version: "v1", kind: "DeleteOptions" },
    { group, version: "v1beta1", kind: "DeleteOptions" },
  ]);
});

test("version 2 has no defaults, and no descriptions beside references", () => {
  const definitions = v2["definitions"] ?? {};
  expect(definitions[pizza]?.["properties"]?.["metadata"]).toEqual({ $ref: `#/definitions/${meta}.ObjectMeta` });
  expect(JSON.stringify(definitions)).not.toContain('"default"');
  expect(definitions[`${meta}.DeleteOptions`]?.["x-kubernetes-group-version-kind"]).toHaveLength(4);
});

/**
 * Returns a parameter of an OpenAPI document. If the parameter is a reference, returns the shared
 * parameter to which it refers.
 */
function behind(document: Json, parameter: Json): Json {
  const ref = textOf(parameter["$ref"]);
  return ref === "" ? parameter : (document["parameters"]?.[ref.slice("#/parameters/".length)] ?? {});
}

/** Returns all operations with their parameters, including the parameters of their paths. */
function operations(document: Json): {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
  readonly parameters: readonly Json[];
}[] {
  return Object.entries(document["paths"] ?? {}).flatMap(([at, item]) => {
    const { parameters = {}, ...methods } = item as Readonly<Record<string, Json>>;
    const all = (operation: Json) => [...Object.values(parameters), ...Object.values(operation["parameters"] ?? {})];
    return Object.entries(methods).map(([method, operation]) => ({
      path: at,
      method,
      operation,
      parameters: all(operation).map((parameter) => behind(document, parameter)),
    }));
  });
}

test.each([
  ["3", v3, "#/components/schemas/", schemas],
  ["3 without definitions", bakery, "#/components/schemas/", bakery["components"]?.["schemas"] ?? {}],
  ["2", v2, "#/definitions/", v2["definitions"] ?? {}],
])(
  "in version %s every reference has a definition, and every definition has a reference or is a kind",
  (_version, document, prefix, known) => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "");
    const names = refs.filter((ref) => !ref.startsWith("#/parameters/"));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((ref) => !ref.startsWith(prefix) || !Object.hasOwn(known, ref.slice(prefix.length)))).toEqual(
      [],
    );
    expect(Object.keys(known).filter((name) => !names.includes(`${prefix}${name}`))).toEqual([]);
  },
);

test.each([["3", v3] as const, ["3 without definitions", bakery] as const, ["2", v2] as const])(
  "in version %s path parameters match the path, ids are unique, and every response has a description",
  (_version, document) => {
    const all = operations(document);
    expect(all.length).toBeGreaterThan(10);
    for (const { path: at, operation, parameters } of all) {
      const declared = parameters
        .filter((parameter) => textOf(parameter["in"]) === "path")
        .map((parameter) => textOf(parameter["name"]));
      expect(declared.sort(), at).toEqual([...at.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name).sort());
      const names = parameters.map((parameter) => `${textOf(parameter["in"])} ${textOf(parameter["name"])}`);
      expect(new Set(names).size, `${at}: parameters`).toBe(names.length);
      for (const response of Object.values(operation["responses"] ?? {}))
        expect(textOf(response["description"])).not.toBe("");
    }
    const ids = all.map(({ operation }) => textOf(operation["operationId"]));
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test("the schema of a kind without a generated definition has its structure", () => {
  const known = bakery["components"]?.["schemas"] ?? {};
  expect(known["com.example.bakery.v1.Oven"]).toEqual({
    type: "object",
    required: ["spec"],
    properties: {
      kind: expect.objectContaining({ type: "string" }) as object,
      apiVersion: expect.objectContaining({ type: "string" }) as object,
      metadata: { allOf: [{ $ref: `#/components/schemas/${meta}.ObjectMeta` }], default: {} },
      spec: { allOf: [{ $ref: "#/components/schemas/com.example.bakery.v1.OvenSpec" }], default: {} },
      status: { allOf: [{ $ref: "#/components/schemas/com.example.bakery.v1.OvenStatus" }], default: {} },
    },
    "x-kubernetes-group-version-kind": [{ group: "bakery.example.com", version: "v1", kind: "Oven" }],
  });
  expect(known["com.example.bakery.v1.OvenSpec"]?.["properties"]?.["trays"]).toMatchObject({
    "x-kubernetes-patch-strategy": "merge",
    "x-kubernetes-patch-merge-key": "name",
  });
});

test("clients can read and write subresources as objects of their kinds", () => {
  const object = "/apis/bakery.example.com/v1/namespaces/{namespace}/ovens/{name}";
  const status = bakery["paths"]?.[`${object}/status`] ?? {};
  const scale = bakery["paths"]?.[`${object}/scale`] ?? {};
  expect(Object.keys(status)).toEqual(["get", "put", "patch", "parameters"]);
  expect(status["patch"]).toMatchObject({
    operationId: "patchBakeryExampleComV1NamespacedOvenStatus",
    "x-kubernetes-group-version-kind": { kind: "Oven" },
  });
  expect(scale["put"]).toMatchObject({
    operationId: "replaceBakeryExampleComV1NamespacedOvenScale",
    "x-kubernetes-group-version-kind": { group: "autoscaling", version: "v1", kind: "Scale" },
  });
  expect(scale["get"]?.["responses"]?.["200"]?.["content"]?.["application/json"]).toEqual({
    schema: { $ref: "#/components/schemas/io.k8s.api.autoscaling.v1.Scale" },
  });
});

test("discovery and the version endpoint have documents", async () => {
  const server = new InProcessServer();
  expect(Object.keys((await server.get("/openapi/v3/apis")).json["paths"] ?? {})).toEqual(["/apis/"]);
  expect(Object.keys((await server.get(`/openapi/v3/apis/${group}`)).json["paths"] ?? {})).toEqual([`/apis/${group}/`]);
  const { json } = await server.get("/openapi/v3/version");
  expect(Object.keys(json["components"]?.["schemas"] ?? {})).toEqual(["io.k8s.apimachinery.pkg.version.Info"]);
  expect(Object.keys(v2["paths"] ?? {})).toEqual(
    expect.arrayContaining(["/version/", "/apis/", `/apis/${group}/`, `/${path}/`]),
  );
});
