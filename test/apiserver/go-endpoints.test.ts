import type { AdmissionPlugin } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { CorruptError, MemoryStorage } from "../../apiserver/storage/index.js";
import { Events } from "./events.js";
import { InProcessServer, group, pizza, pizzas, textOf, toppings, type Json } from "./harness.js";
import { bakeryGroup, oven, ovens } from "./verbs/bakery.js";

/** @file Tests that correspond to Go's tests of the package endpoints, under the same names. */

const all = "/apis/bakery.example.com/v1/ovens";
const other = ovens.replace("default", "other");

async function bakery(): Promise<InProcessServer> {
  const strategy = {
    selectableFields: ({ spec }: { readonly spec: { readonly colour: string } }) => ({ "spec.colour": spec.colour }),
  };
  const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage, strategy)] });
  for (const [path, name, colour] of [
    [ovens, "a", "red"],
    [other, "b", "red"],
    [other, "c", "blue"],
  ] as const) {
    const made = await server.post(path, { ...oven(name, { colour }), metadata: { name, labels: { colour } } });
    expect(made.status).toBe(201);
  }
  return server;
}

test.each<[string, readonly string[]]>([
  [all, ["a", "b", "c"]],
  [`${all}?namespace=other`, ["a", "b", "c"]],
  [`${all}?labelSelector=colour%3Dred`, ["a", "b"]],
  [`${all}?fieldSelector=spec.colour%3Dred`, ["a", "b"]],
  [`${all}?fieldSelector=metadata.namespace%3Dother`, ["b", "c"]],
  [`${all}?labelSelector=colour%3Dred&fieldSelector=metadata.namespace%3Dother`, ["b"]],
  [ovens, ["a"]],
  [`${ovens}?namespace=other`, ["a"]],
  [other, ["b", "c"]],
  [`${other}?labelSelector=colour%3Dred`, ["b"]],
  [`${other}?labelSelector=colour%21%3Dred`, ["c"]],
  [`${other}?labelSelector=colour%20in%20%28red%2Cblue%29`, ["b", "c"]],
  [`${other}?fieldSelector=metadata.name%3Dc`, ["c"]],
  [`${other}?labelSelector=colour%3Dred&fieldSelector=metadata.name%3Dc`, []],
  [ovens.replace("default", "none"), []],
])("List returns the selected objects of %s", async (path, names) => {
  const { status, json } = await (await bakery()).get(path);
  expect([status, json["kind"]]).toEqual([200, "OvenList"]);
  expect(Object.values(json["items"] ?? {}).map((item) => item["metadata"]?.["name"])).toEqual(names);
});

test("ErrorList: a list that the storage cannot read is a Status of 500", async () => {
  const storage = new MemoryStorage();
  const server = new InProcessServer({ storage });
  storage.list = () => Promise.reject(new CorruptError("test error"));
  expect((await server.get(toppings)).json).toMatchObject({
    kind: "Status",
    status: "Failure",
    code: 500,
    reason: "InternalError",
  });
});

test("WatchHTTPErrorsBeforeServe: an error before the start of a watch is a Status, not a stream", async () => {
  const storage = new MemoryStorage();
  const server = new InProcessServer({ storage });
  storage.list = () => Promise.reject(new CorruptError("we got an error"));
  const { status, json } = await server.get(`${toppings}?watch=1`);
  expect([status, json["kind"], json["reason"]]).toEqual([500, "Status", "InternalError"]);
});

test.each<[string, string]>([
  ["no Accept", ""],
  ["JSON", "application/json"],
  ["JSON with stream=watch", "application/json;stream=watch"],
  ["any media type", "*/*"],
])("WatchRead (%s): a watch sends creates, updates and deletes as separate events", async (_title, accept) => {
  const server = new InProcessServer();
  const response = await server.response("GET", `${toppings}?watch=1&resourceVersion=1`, {
    headers: accept === "" ? {} : { accept },
  });
  expect([response.status, response.headers["content-type"]]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
  ]);
  const events = new Events(response);
  await server.post(toppings, { metadata: { name: "a" }, spec: { cost: 1 } });
  await server.patch(`${toppings}/a`, "merge-patch", { spec: { cost: 2 } });
  await server.delete(`${toppings}/a`);
  const seen = (await events.take(3)).map(({ type, object }) => [type, object?.["kind"], object?.["spec"]?.["cost"]]);
  expect(seen).toEqual([
    ["ADDED", "Topping", 1],
    ["MODIFIED", "Topping", 2],
    ["DELETED", "Topping", 2],
  ]);
  events.hangUp();
});

describe("ConvertAPIResourceToDiscovery", () => {
  const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  /**
   * Returns the resources of a group-version from two sources: aggregated discovery (`discovered`)
   * and the resource list of the version (`listed`).
   */
  async function resources(
    name: string,
    version: string,
  ): Promise<{ readonly discovered: readonly Json[]; readonly listed: readonly Json[] }> {
    const server = await bakery();
    const { json } = await server.get("/apis", { accept: aggregated });
    const found = Object.values(json["items"] ?? {}).find((item) => textOf(item["metadata"]?.["name"]) === name);
    const served = Object.values(found?.["versions"] ?? {}).find((item) => textOf(item["version"]) === version);
    const { json: document } = await server.get(`/apis/${name}/${version}`);
    return {
      discovered: Object.values(served?.["resources"] ?? {}),
      listed: Object.values(document["resources"] ?? {}),
    };
  }

  test.each([
    ["bakery.example.com", "v1"],
    ["restaurant.programming-kubernetes.info", "v1beta1"],
    ["restaurant.programming-kubernetes.info", "v1alpha1"],
  ])(
    "%s/%s: aggregated discovery nests subresources in their resource, and equals the document otherwise",
    async (name, version) => {
      const { discovered, listed } = await resources(name, version);
      const flat = discovered.flatMap((resource) => [
        {
          name: resource["resource"],
          namespaced: textOf(resource["scope"]) === "Namespaced",
          verbs: resource["verbs"],
          kind: resource["responseKind"]?.["kind"],
        },
        ...Object.values(resource["subresources"] ?? {}).map((sub) => ({
          name: `${textOf(resource["resource"])}/${textOf(sub["subresource"])}`,
          namespaced: textOf(resource["scope"]) === "Namespaced",
          verbs: sub["verbs"],
          kind: sub["responseKind"]?.["kind"],
        })),
      ]);
      expect(flat).not.toEqual([]);
      const plain = listed.map(({ name: resource, namespaced, verbs, kind }) => ({
        name: resource,
        namespaced,
        verbs,
        kind,
      }));
      expect(new Set(flat.map((part) => JSON.stringify(part)))).toEqual(
        new Set(plain.map((part) => JSON.stringify(part))),
      );
    },
  );
});

test.each(["merge-patch", "strategic-merge-patch"])(
  "NumberConversion, PatchResourceNumberConversion: a %s preserves integers beside floats",
  async (type) => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "a" }, spec: { cost: 1 } });
    for (const [cost, text] of [
      [2.5, '"cost":2.5'],
      [3, '"cost":3}'],
      [1e15, '"cost":1000000000000000}'],
    ] as const) {
      const { status } = await server.patch(`${toppings}/a`, type, { metadata: { generation: 7 }, spec: { cost } });
      expect(status).toBe(200);
      expect((await server.get(`${toppings}/a`)).text.replaceAll(/\s/g, "")).toContain(text);
    }
  },
);

test("PatchResourceWithConflict: a patch applies to the newer object after a write of other fields", async () => {
  const stored = new InProcessServer();
  await stored.post(pizzas, pizza("a"));
  let calls = 0;
  const meddling: AdmissionPlugin = {
    name: "Meddling",
    handles: () => true,
    admit: async () => {
      if (calls++ === 0) await stored.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { by: "other" } } });
    },
  };
  const server = new InProcessServer({ storage: stored.storage, admission: [meddling] });
  const { status } = await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { annotations: { by: "me" } } });
  const { json } = await stored.get(`${pizzas}/a`);
  expect([status, calls, json["metadata"]?.["labels"], json["metadata"]?.["annotations"]]).toEqual([
    200,
    2,
    { by: "other" },
    { by: "me" },
  ]);
});

const version = `${group}/v1alpha1`;
test.each<[string, string, string, number]>([
  ["root PUT of a version", "PUT", version, 405],
  ["root DELETE of a version", "DELETE", version, 405],
  ["namespaced watch of a path that is too long", "GET", `${version}/watch/namespaces/ns/pizzas/bar/baz`, 404],
  ["a namespace alone", "GET", `${version}/namespaces/ns`, 404],
])("NotFound: the server does not serve %s", async (_title, method, path, status) => {
  expect((await new InProcessServer().response(method, path)).status).toBe(status);
});

test("a continue token of the first key lists from the beginning", async () => {
  const server = await bakery();
  const token = Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: -1, start: "/" })).toString("base64url");
  const { status, json } = await server.get(`${all}?continue=${token}`);
  expect([status, Object.keys(json["items"] ?? {}).length]).toEqual([200, 3]);
});

test("the response for missing health checks has the quotes of Go", async () => {
  const { text } = await new InProcessServer().get("/healthz?verbose&exclude=a%07b");
  expect(text).toContain('no matches for "a\\ab"');
});
