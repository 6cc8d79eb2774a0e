import { expect, test } from "vitest";
import { InProcessServer, group, pizza, textOf } from "./harness.js";
import { bakeryGroup, oven, ovens } from "./verbs/bakery.js";

/**
 * Rows of Go's TestNotFound and TestList (k8s.io/apiserver, endpoints/apiserver_test.go). The group
 * has a name, because this server has no core group. Go's test server has no discovery and cannot
 * delete collections. The rows "GET long prefix" and "DELETE without extra segment" therefore have
 * the status codes of a complete server.
 */

const version = `${group}/v1alpha1`;
const root = `${version}/pizzas`;
const namespaced = `${version}/namespaces/ns/pizzas`;

test.each<[row: string, method: string, path: string, status: number]>([
  ["GET root", "GET", root, 200],
  ["GET namespaced", "GET", namespaced, 200],
  ["GET long prefix", "GET", "/apis/", 200],
  ["GET a group that is not served", "GET", "/apis/nope.example.com/", 404],
  ["root PATCH method", "PATCH", root, 405],
  ["root GET missing storage", "GET", `${version}/blah`, 404],
  ["root GET with extra segment", "GET", `${root}/bar/baz`, 404],
  ["root POST with extra segment", "POST", `${root}/bar`, 404],
  ["root DELETE without extra segment", "DELETE", root, 405],
  ["root DELETE with extra segment", "DELETE", `${root}/bar/baz`, 404],
  ["root PUT without extra segment", "PUT", root, 405],
  ["root PUT with extra segment", "PUT", `${root}/bar/baz`, 404],
  ["root watch missing storage", "GET", `${version}/watch/`, 500],
  ["root watch with bad method", "POST", `${version}/watch/pizzas/bar`, 404],
  ["namespaced PATCH method", "PATCH", namespaced, 405],
  ["namespaced GET missing storage", "GET", `${version}/namespaces/ns/blah`, 404],
  ["namespaced GET with extra segment", "GET", `${namespaced}/bar/baz`, 404],
  ["namespaced POST with extra segment", "POST", `${namespaced}/bar`, 405],
  ["namespaced DELETE without extra segment", "DELETE", namespaced, 200],
  ["namespaced DELETE with extra segment", "DELETE", `${namespaced}/bar/baz`, 404],
  ["namespaced PUT without extra segment", "PUT", namespaced, 405],
  ["namespaced PUT with extra segment", "PUT", `${namespaced}/bar/baz`, 404],
  ["namespaced watch missing storage", "GET", `${version}/watch/namespaces/ns/`, 404],
  ["namespaced watch with bad method", "POST", `${version}/watch/namespaces/ns/pizzas/bar`, 405],
  ["namespaced watch param with bad method", "POST", `${namespaced}/bar?watch=true`, 405],
])("NotFound: the server refuses %s", async (_row, method, path, status) => {
  expect((await new InProcessServer().send(method, path)).status).toBe(status);
});

test("NotFound: a refused method does not change the object", async () => {
  const server = new InProcessServer();
  const before = (await server.post(namespaced, pizza("bar"))).json;
  for (const [method, path] of [
    ["POST", `${namespaced}/bar`],
    ["POST", `${namespaced}/bar?watch=true`],
    ["POST", `${version}/watch/namespaces/ns/pizzas/bar`],
    ["DELETE", `${namespaced}/bar/baz`],
    ["DELETE", root],
  ] as const)
    expect((await server.send(method, path, { body: pizza("bar") })).status).toBeGreaterThanOrEqual(404);
  expect((await server.get(`${namespaced}/bar`)).json).toEqual(before);
});

const all = "/apis/bakery.example.com/v1/ovens";
const other = ovens.replace("default", "other");
const selectors = "labelSelector=a%3Db&fieldSelector=metadata.name%3Dd";

test.each<[path: string, names: readonly string[]]>([
  [`${all}?namespace=`, ["default/c", "default/d", "other/c", "other/d"]],
  [`${all}?namespace=other`, ["default/c", "default/d", "other/c", "other/d"]],
  [`${all}?namespace=other&${selectors}`, ["default/d", "other/d"]],
  [all, ["default/c", "default/d", "other/c", "other/d"]],
  [other, ["other/c", "other/d"]],
  [ovens, ["default/c", "default/d"]],
  [`${other}?${selectors}`, ["other/d"]],
  [`${other}?namespace=default&${selectors}`, ["other/d"]],
])("List returns the objects of the path and its selectors: %s", async (path, names) => {
  const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
  for (const namespace of [ovens, other])
    for (const name of ["c", "d"])
      await server.post(namespace, { ...oven(name), metadata: { name, labels: { a: "b" } } });
  const { status, json } = await server.get(path);
  const listed = Object.values(json["items"] ?? {}).map(
    ({ metadata }) => `${textOf(metadata?.["namespace"])}/${textOf(metadata?.["name"])}`,
  );
  expect([status, listed]).toEqual([200, names]);
});
