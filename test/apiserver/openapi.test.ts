import { expect, test } from "vitest";
import { InProcessServer, textOf } from "./harness.js";

const path = "apis/restaurant.programming-kubernetes.info/v1beta1";
const gvk = { group: "restaurant.programming-kubernetes.info", version: "v1beta1", kind: "Pizza" };

test("the root leads to documents that may be kept for ever", async () => {
  const server = new InProcessServer();
  const { json } = await server.get("/openapi/v3");
  const url = textOf(json["paths"]?.[path]?.["serverRelativeURL"]);
  expect(url).toMatch(new RegExp(`^/openapi/v3/${path}\\?hash=[0-9A-F]{128}$`));

  const document = await server.get(url);
  expect(document.headers).toMatchObject({ "cache-control": "public, immutable", vary: "Accept", etag: `"${url.slice(url.indexOf("=") + 1)}"` });
  expect((await server.get(url, { "if-none-match": textOf(document.headers["etag"]) })).status).toBe(304);
  const old = await server.get(`/openapi/v3/${path}?hash=AA`);
  expect([old.status, old.headers["location"]]).toEqual([301, url]);
  expect((await server.get(`/openapi/v3/${path}`)).headers["cache-control"]).toBe("no-cache, private");
  expect((await server.get(`/openapi/v3/${path}`, { accept: "text/html" })).status).toBe(406);
});

test("a PATCH says what kubectl looks for: its kind, its types, dry runs and field validation", async () => {
  const { json } = await new InProcessServer().get(`/openapi/v3/${path}`);
  const patch = json["paths"]?.[`/${path}/namespaces/{namespace}/pizzas/{name}`]?.["patch"];
  expect(patch).toMatchObject({ "x-kubernetes-action": "patch", "x-kubernetes-group-version-kind": gvk });
  expect(Object.values(patch?.["parameters"] ?? {}).map((parameter) => parameter["name"])).toEqual(["dryRun", "fieldManager", "fieldValidation"]);
  expect(Object.keys(patch?.["requestBody"]?.["content"] ?? {})).toEqual(["application/json-patch+json", "application/merge-patch+json"]);
});

test("types are components, each once, and every reference leads to one", async () => {
  const { text, json } = await new InProcessServer().get(`/openapi/v3/${path}`);
  const schemas = json["components"]?.["schemas"] ?? {};
  expect(schemas["info.programming-kubernetes.restaurant.v1beta1.Pizza"]).toEqual({
    type: "object",
    properties: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      metadata: { $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
      spec: { $ref: "#/components/schemas/info.programming-kubernetes.restaurant.v1beta1.PizzaSpec" },
      status: { $ref: "#/components/schemas/info.programming-kubernetes.restaurant.v1beta1.PizzaStatus" },
    },
    "x-kubernetes-group-version-kind": [gvk],
  });
  const references = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.filter((name) => !Object.hasOwn(schemas, name ?? ""))).toEqual([]);
});
