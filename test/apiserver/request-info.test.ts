import { expect, test } from "vitest";
import { parseRequestInfo } from "../../apiserver/request/request-info.js";

const parse = (line: string) => {
  const [method = "", uri = ""] = line.split(" ");
  const [path = "", query = ""] = uri.split("?");
  return parseRequestInfo(method, path, new URLSearchParams(query), uri);
};

test.each([
  [
    "GET /apis/g/v/namespaces/ns/pizzas/p",
    { verb: "get", group: "g", version: "v", namespace: "ns", resource: "pizzas", name: "p" },
  ],
  ["GET /apis/g/v/namespaces/ns/pizzas", { verb: "list", name: "" }],
  ["GET /apis/g/v/namespaces/ns/pizzas?watch=1", { verb: "watch" }],
  ["GET /apis/g/v/pizzas?watch", { verb: "watch", namespace: "" }],
  ["GET /apis/g/v/pizzas?watch=false", { verb: "list" }],
  ["GET /apis/g/v/pizzas/p?watch=1", { verb: "get" }],
  ["GET /apis/g/v/pizzas?fieldSelector=metadata.name%3Dp", { verb: "list", name: "p" }],
  ["GET /apis/g/v/watch/namespaces/ns/pizzas/p", { verb: "watch", name: "p", isWatchPath: true }],
  ["POST /apis/g/v/namespaces/ns/pizzas", { verb: "create" }],
  ["PUT /apis/g/v/namespaces/ns/pizzas/p/status", { verb: "update", subresource: "status" }],
  ["PATCH /apis/g/v/toppings/t", { verb: "patch", resource: "toppings", name: "t" }],
  ["DELETE /apis/g/v/namespaces/ns/pizzas/p", { verb: "delete" }],
  ["DELETE /apis/g/v/namespaces/ns/pizzas", { verb: "deletecollection" }],
  [
    "GET /api/v1/namespaces/ns",
    { verb: "get", group: "", version: "v1", namespace: "ns", resource: "namespaces", name: "ns" },
  ],
  ["GET /api/v1/namespaces/ns/status", { resource: "namespaces", name: "ns", subresource: "status" }],
  ["GET /api/v1/namespaces/ns/pods", { verb: "list", resource: "pods", namespace: "ns" }],
  [
    "GET /apis/g/v/watch/pizzas?fieldSelector=metadata.name%3Dp",
    { verb: "watch", name: "", labelSelector: "", fieldSelector: "" },
  ],
  ["GET /apis/g/v//pizzas", { isResourceRequest: true, resource: "", name: "pizzas", parts: ["", "pizzas"] }],
  ["GET /apis/g//v/pizzas", { isResourceRequest: true, group: "g", version: "", resource: "v", name: "pizzas" }],
  ["GET /apis/g/v/pizzas//status", { verb: "list", resource: "pizzas", name: "", subresource: "status" }],
  ["GET /apis/g/v/namespaces//pizzas", { verb: "list", namespace: "", resource: "pizzas" }],
  ["GET //apis/g/v/pizzas//", { verb: "list", resource: "pizzas", parts: ["pizzas"] }],
  ["GET /apis/g/v/proxy/pizzas/p/status", { verb: "proxy", name: "p", subresource: "" }],
  ["GET /apis/g/v", { isResourceRequest: false, prefix: "apis" }],
  ["GET /apis", { isResourceRequest: false, prefix: "" }],
  ["GET /apis/g/v/pizzas?labelSelector=a&fieldSelector=b%3Dc", { labelSelector: "a", fieldSelector: "b=c" }],
  ["DELETE /apis/g/v/pizzas?labelSelector=a&labelSelector=b", { verb: "deletecollection", labelSelector: "a" }],
  ["GET /apis/g/v/pizzas/p?labelSelector=a", { verb: "get", labelSelector: "" }],
  ["GET /apis/g", { isResourceRequest: false, verb: "get", path: "/apis/g" }],
  ["POST /healthz", { isResourceRequest: false, verb: "post" }],
])("the server reads the parts of %s like Go", (line, expected) => {
  expect(parse(line)).toMatchObject(expected);
});

test("a path that ends after `watch` is an error", () => {
  expect(() => parse("GET /apis/g/v/watch")).toThrow(
    "unable to determine kind and namespace from url, /apis/g/v/watch",
  );
});
