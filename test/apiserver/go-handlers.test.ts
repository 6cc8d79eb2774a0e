import { StatusError, type AdmissionPlugin, type Attributes } from "@apimachinery/apiserver";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Events } from "./events.js";
import { alphaPizzas, group, InProcessServer, pizza, pizzas, textOf, toppings } from "./harness.js";
import { bakeryGroup, oven, ovens } from "./verbs/bakery.js";

/** @file Tests that correspond to Go's tests of the package handlers, under the same names. */

afterEach(() => {
  vi.useRealTimers();
});

function plugin(functions: Pick<AdmissionPlugin, "admit" | "validate">): AdmissionPlugin {
  return { name: "Test", handles: () => true, ...functions };
}

const failing = (message: string) => () => Promise.reject(new Error(message));

describe("patches", () => {
  test("PatchResourceTimeout: a patch that exceeds its timeout is a 504", async () => {
    const forever = plugin({
      admit: ({ operation }) => (operation === "UPDATE" ? new Promise(() => undefined) : Promise.resolve()),
    });
    const server = new InProcessServer({ admission: [forever] });
    await server.post(pizzas, pizza("a"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const patched = server.patch(`${pizzas}/a?timeout=7s`, "merge-patch", { metadata: { labels: { a: "b" } } });
    await vi.advanceTimersByTimeAsync(7_000);
    expect((await patched).json).toMatchObject({
      code: 504,
      reason: "Timeout",
      message: "Timeout: request did not complete within the allotted timeout",
    });
    vi.useRealTimers();
    expect((await server.get(`${pizzas}/a`)).json["metadata"]).not.toHaveProperty("labels");
  });

  test.each<[string, Pick<AdmissionPlugin, "admit" | "validate">, string]>([
    ["mutating", { admit: failing("mutating admission failure") }, "mutating admission failure"],
    ["validating", { validate: failing("validating admission failure") }, "validating admission failure"],
    [
      "both",
      { admit: failing("mutating admission failure"), validate: failing("validating admission failure") },
      "mutating admission failure",
    ],
  ])("PatchWithAdmissionRejection: %s admission refuses a patch", async (_title, functions, message) => {
    const stored = new InProcessServer();
    await stored.post(pizzas, pizza("a"));
    const server = new InProcessServer({ storage: stored.storage, admission: [plugin(functions)] });
    expect((await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { a: "b" } } })).json).toMatchObject(
      { code: 500, message },
    );
    expect((await server.get(`${pizzas}/a`)).json["metadata"]).not.toHaveProperty("labels");
  });

  test("PatchWithVersionConflictThenAdmissionFailure: admission runs again after a conflict", async () => {
    const other = new InProcessServer();
    let calls = 0;
    const meddling = plugin({
      admit: async () => {
        calls++;
        if (calls > 1) throw new Error("admission failure");
        await other.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { by: "other" } } });
      },
    });
    await other.post(pizzas, pizza("a"));
    const server = new InProcessServer({ storage: other.storage, admission: [meddling] });
    expect(
      (await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { by: "me" } } })).json,
    ).toMatchObject({ code: 500, message: "admission failure" });
    expect(calls).toBe(2);
    expect((await other.get(`${pizzas}/a`)).json["metadata"]?.["labels"]).toEqual({ by: "other" });
  });
});

test("DeleteCollectionWithNoContextDeadlineEnforced: the deletion has no deadline of 34 s as in Go", async () => {
  const slow = plugin({
    validate: ({ operation }) =>
      operation === "DELETE" ? new Promise((resolve) => setTimeout(resolve, 40_000)) : Promise.resolve(),
  });
  const server = new InProcessServer({ admission: [slow] });
  await server.post(pizzas, pizza("a"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const deleted = server.delete(pizzas);
  await vi.advanceTimersByTimeAsync(40_000);
  expect((await deleted).status).toBe(200);
  vi.useRealTimers();
  expect((await server.get(pizzas)).json["items"]).toEqual([]);
});

test("GetRetryAfter: a Status with a retry time has the header", async () => {
  const details = { retryAfterSeconds: 2 };
  const busy = plugin({
    admit: () =>
      Promise.reject(
        new StatusError({
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          code: 500,
          reason: "ServerTimeout",
          message: "come again",
          details,
        }),
      ),
  });
  const reply = await new InProcessServer({ admission: [busy] }).post(pizzas, pizza("a"));
  expect([reply.status, reply.headers["retry-after"], reply.json["details"]]).toEqual([500, "2", details]);
});

const root = `${group}/v1alpha1/toppings`;
const version = `${group}/v1alpha1`;
const namespaced = `${group}/v1alpha1/namespaces/ns/pizzas`;

/**
 * Rows of Go's test. The rows for the core group are omitted, because its paths have a different
 * prefix, which every server has. The rows for the deletion of collections differ, because the
 * server in Go's test does not support it.
 */
test.each<[string, string, string, number]>([
  ["GET root", "GET", root, 200],
  ["GET namespaced", "GET", namespaced, 200],
  ["GET of a namespaced resource in all namespaces", "GET", `${version}/pizzas`, 200],
  ["GET long prefix", "GET", "/api/", 200],
  ["root PATCH method", "PATCH", root, 405],
  ["root GET missing storage", "GET", `${version}/blah`, 404],
  ["root GET with extra segment", "GET", `${root}/bar/baz`, 404],
  ["root POST with extra segment", "POST", `${root}/bar`, 405],
  ["root DELETE without extra segment", "DELETE", root, 200],
  ["root DELETE with extra segment", "DELETE", `${root}/bar/baz`, 404],
  ["root PUT without extra segment", "PUT", root, 405],
  ["root PUT with extra segment", "PUT", `${root}/bar/baz`, 404],
  ["root watch missing storage", "GET", `${version}/watch/`, 500],
  ["root watch with bad method", "POST", `${version}/watch/toppings/bar`, 405],
  ["namespaced PATCH method", "PATCH", namespaced, 405],
  ["namespaced POST in all namespaces", "POST", `${version}/pizzas`, 405],
  ["namespaced GET missing storage", "GET", `${version}/namespaces/ns/blah`, 404],
  ["namespaced GET with extra segment", "GET", `${namespaced}/bar/baz`, 404],
  ["namespaced POST with extra segment", "POST", `${namespaced}/bar`, 405],
  ["namespaced DELETE without extra segment", "DELETE", namespaced, 200],
  ["namespaced DELETE with extra segment", "DELETE", `${namespaced}/bar/baz`, 404],
  ["namespaced PUT without extra segment", "PUT", namespaced, 405],
  ["namespaced PUT with extra segment", "PUT", `${namespaced}/bar/baz`, 404],
  ["namespaced watch missing storage", "GET", `${version}/watch/namespaces/ns/blah`, 404],
  ["namespaced watch with bad method", "POST", `${version}/watch/namespaces/ns/pizzas/bar`, 405],
  ["namespaced watch param with bad method", "POST", `${namespaced}/bar?watch=true`, 405],
  ["a version that is not served", "GET", `${group}/v7/toppings`, 404],
  ["a group that is not served", "GET", "/apis/nope.example.com/v1/toppings", 404],
  ["a namespaced path of a cluster-wide resource", "GET", `${version}/namespaces/ns/toppings`, 404],
  ["a subresource that the kind does not have", "GET", `${namespaced}/bar/status`, 404],
])("NotFound: the server refuses %s", async (_title, method, path, status) => {
  const server = new InProcessServer();
  expect(
    (
      await server.response(
        method,
        path,
        method === "POST" || method === "PUT" || method === "PATCH" ? { body: pizza("bar") } : {},
      )
    ).status,
  ).toBe(status);
});

test.each([
  ["GET", `${pizzas}?labelSelector=<invalid>`],
  ["DELETE", `${pizzas}?labelSelector=<invalid>`],
  ["GET", `${pizzas}?fieldSelector=<invalid>`],
  ["GET", `${pizzas}?limit=<invalid>`],
  ["DELETE", `${pizzas}/foo?gracePeriodSeconds=<invalid>`],
])("RequestsWithInvalidQuery: the server refuses the query of %s %s", async (method, path) => {
  expect((await new InProcessServer().send(method, path)).json).toMatchObject({ code: 400, reason: "BadRequest" });
});

test("UpdateAllowsMissingNamespace: an object without a namespace gets the namespace of the path", async () => {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a"));
  const { json } = await server.get(`${pizzas}/a`);
  const { status, json: updated } = await server.put(`${pizzas}/a`, {
    ...json,
    metadata: { name: "a", resourceVersion: json["metadata"]?.["resourceVersion"], labels: { a: "b" } },
  });
  expect([status, updated["metadata"]?.["namespace"]]).toEqual([200, "default"]);
});

describe("watches", () => {
  /** Creates four ovens. Returns the server, and the revisions of the ovens by name. */
  async function withOvens(): Promise<{
    readonly server: InProcessServer;
    readonly revisions: Readonly<Record<string, string>>;
  }> {
    const strategy = {
      selectableFields: ({ spec }: { readonly spec: { readonly colour: string } }) => ({ "spec.colour": spec.colour }),
    };
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage, strategy)] });
    const revisions: Record<string, string> = {};
    for (const [path, name, colour, label] of [
      [ovens, "a", "red", "foo"],
      [other, "b", "red", "foo"],
      [other, "c", "blue", "foo"],
      [other, "d", "red", "bar"],
    ] as const) {
      const made = oven(name, { colour });
      const { json } = await server.post(path, { ...made, metadata: { name, labels: { name: label } } });
      revisions[name] = textOf(json["metadata"]?.["resourceVersion"]);
    }
    return { server, revisions };
  }

  const other = ovens.replace("default", "other");
  const all = "/apis/bakery.example.com/v1/watch/ovens";
  const inOther = "/apis/bakery.example.com/v1/watch/namespaces/other/ovens";
  const both = "fieldSelector=spec.colour%3Dred&labelSelector=name%3Dfoo";
  test.each<[string, string, readonly string[]]>([
    [all, "resourceVersion=$a", ["b", "c", "d"]],
    [all, `resourceVersion=$a&${both}`, ["b"]],
    [all, "fieldSelector=spec.colour%3dred&resourceVersion=$b", ["d"]],
    [all, "", ["a", "b", "c", "d"]],
    [inOther, "resourceVersion=$b", ["c", "d"]],
    [inOther, `resourceVersion=$a&${both}`, ["b"]],
    [inOther, "fieldSelector=spec.colour%3dred&resourceVersion=$b", ["d"]],
    [inOther, "", ["b", "c", "d"]],
    [inOther, "fieldSelector=metadata.name%3Dc", ["c"]],
    [inOther, "fieldSelector=metadata.namespace%3Dother,metadata.name%21%3Dc", ["b", "d"]],
    [all, "fieldSelector=metadata.namespace%3Ddefault", ["a"]],
  ])("WatchParamParsing, testWatchFields: %s?%s sends the selected objects", async (path, query, names) => {
    const { server, revisions } = await withOvens();
    const events = new Events(
      await server.response("GET", `${path}?${query.replace(/\$(\w)/, (_, name: string) => revisions[name] ?? "")}`),
    );
    await server.post(other, { ...oven("end", { colour: "red" }), metadata: { name: "end", labels: { name: "foo" } } });
    const isEndMeant = !query.includes("metadata.name%3D") && !query.includes("%3Ddefault");
    const wanted = [...names, ...(isEndMeant ? ["end"] : [])];
    const seen = await events.take(wanted.length);
    expect(seen.map(({ type, object }) => [type, object?.["metadata"]?.["name"]])).toEqual(
      wanted.map((name) => ["ADDED", name]),
    );
    events.hangUp();
  });
});

test("testUpdatePropagatesUpdatedObjectError: the response has the error of the update function", async () => {
  const server = new InProcessServer({
    admission: [
      plugin({
        admit: ({ operation }: Attributes) =>
          operation === "UPDATE" ? Promise.reject(new Error("custom error")) : Promise.resolve(),
      }),
    ],
  });
  await server.post(pizzas, pizza("a"));
  const { json } = await server.get(`${pizzas}/a`);
  expect((await server.put(`${pizzas}/a`, json)).json).toMatchObject({ code: 500, message: "custom error" });
});

test.each([pizzas, alphaPizzas, toppings, ovens])(
  "testListTableConversion: the table of %s has a row for each object, with a cell for each column",
  async (path) => {
    const server = new InProcessServer({ groups: [bakeryGroup] });
    const made =
      path === ovens
        ? oven("a")
        : path === toppings
          ? { metadata: { name: "a" }, spec: { cost: 1 } }
          : { metadata: { name: "a" } };
    expect((await server.post(path, made)).status).toBe(201);
    const accept = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    const empty = await server.get(`${path}?labelSelector=none`, accept);
    expect(empty.json).toMatchObject({ kind: "Table", apiVersion: "meta.k8s.io/v1", rows: [] });
    const table = JSON.parse((await server.get(path, accept)).text) as {
      readonly columnDefinitions: readonly { readonly name: string; readonly type: string }[];
      readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: object }[];
    };
    expect(table.columnDefinitions[0]).toMatchObject({ name: "Name", type: "string" });
    expect(new Set(table.columnDefinitions.map(({ name }) => name)).size).toBe(table.columnDefinitions.length);
    expect(table.rows.map(({ cells }) => cells.length)).toEqual([table.columnDefinitions.length]);
    expect(table.rows[0]).toMatchObject({ object: { kind: "PartialObjectMetadata", metadata: { name: "a" } } });
  },
);
