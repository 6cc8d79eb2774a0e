import type { GroupDefinition } from "@apimachinery/apiserver";
import type { Lifecycle, Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { InProcessServer, pizzas } from "./harness.js";
import { bakeryGroup, groupVersion, oven, ovenKind, OvenListSchema, ovens, ovenStrategy } from "./verbs/bakery.js";

function serverWith(deprecatedVersions: GroupDefinition["deprecatedVersions"] & object): InProcessServer {
  return new InProcessServer({ groups: [(storage) => bakeryGroup(storage, ovenStrategy, { deprecatedVersions })] });
}

const gauges = async (server: InProcessServer) =>
  (await server.get("/metrics")).text
    .split("\n")
    .filter((line) => line.startsWith("apiserver_requested_deprecated_apis{"));

test("every response of a deprecated version has a warning, including errors", async () => {
  const server = serverWith({ v1: {} });
  const warning = ['299 - "bakery.example.com/v1 Oven is deprecated"'];
  const responses = [
    await server.post(ovens, oven("a")),
    await server.post(ovens, oven("a")),
    await server.get(ovens),
    await server.get(`${ovens}/missing`),
    await server.get(`${ovens}/a/scale`),
    await server.patch(`${ovens}/a`, "merge-patch", { metadata: { labels: { a: "b" } } }),
    await server.delete(ovens),
    await server.response("GET", `${ovens}?watch=1`),
  ];
  expect(responses.map(({ status, headers }) => [status, headers["warning"]])).toEqual(
    [201, 409, 200, 404, 200, 200, 200, 200].map((status) => [status, warning]),
  );
  expect((await server.get(pizzas)).headers).not.toHaveProperty("warning");
});

test("the metrics count requests for a deprecated version, with the release that removes it", async () => {
  const server = serverWith({ v1: { warning: "use v2: it has more trays", removedRelease: "2.0" } });
  expect(await gauges(server)).toEqual([]);
  expect((await server.get(ovens)).headers["warning"]).toEqual(['299 - "use v2: it has more trays"']);
  await server.get(`${ovens}/a/status`);
  await server.get(ovens);
  const of = (subresource: string) =>
    `apiserver_requested_deprecated_apis{group="bakery.example.com",version="v1",resource="ovens",subresource="${subresource}",removed_release="2.0"} 1`;
  expect(await gauges(server)).toEqual([of(""), of("status")]);
});

/** Returns a server with the bakery group, whose kind Oven has lifecycle markers. */
function serverOf(
  lifecycle: Lifecycle,
  deprecatedVersions: GroupDefinition["deprecatedVersions"] & object = {},
): InProcessServer {
  const install = (scheme: Scheme) => {
    for (const version of ["__internal", "v1"])
      scheme.addKnownTypes(
        { ...groupVersion, version },
        { ...ovenKind, ...(version === "v1" ? { lifecycle } : {}) },
        { schema: OvenListSchema },
      );
  };
  return new InProcessServer({
    groups: [(storage) => bakeryGroup(storage, ovenStrategy, { install, deprecatedVersions })],
  });
}

const markers = { introduced: "1.0", deprecated: "1.3", removed: "1.10" };
const replacement = { group: "bakery.example.com", version: "v2", kind: "Stove" };

test.each<[string, Lifecycle, GroupDefinition["deprecatedVersions"] & object]>([
  ["bakery.example.com/v1 Oven is deprecated in v1.3+, unavailable in v1.10+", markers, {}],
  ["bakery.example.com/v1 Oven is deprecated in v1.3+", { deprecated: "1.3" }, {}],
  [
    "bakery.example.com/v1 Oven is deprecated in v1.3+, unavailable in v1.10+; use bakery.example.com/v2 Stove",
    { ...markers, replacement },
    {},
  ],
  [
    "bakery.example.com/v1 Oven is deprecated in v1.3+; use v1 Stove",
    { deprecated: "1.3", replacement: { ...replacement, group: "", version: "v1" } },
    {},
  ],
  [
    "bakery.example.com/v1 Oven is deprecated in v1.3+, unavailable in v2.0+",
    markers,
    { v1: { removedRelease: "2.0" } },
  ],
  ["bakery.example.com/v1 Oven is deprecated, unavailable in v2.0+", {}, { v1: { removedRelease: "2.0" } }],
  ["use stoves", markers, { v1: { warning: "use stoves" } }],
])("the warning has the text %s", async (warning, lifecycle, deprecatedVersions) => {
  expect((await serverOf(lifecycle, deprecatedVersions).get(ovens)).headers["warning"]).toEqual([`299 - "${warning}"`]);
});

test("a kind without a deprecation has no warning; the metrics have the release of its markers", async () => {
  const quiet = serverOf({ introduced: "1.0" });
  expect((await quiet.get(ovens)).headers).not.toHaveProperty("warning");
  expect(await gauges(quiet)).toEqual([]);
  const marked = serverOf(markers);
  await marked.get(ovens);
  expect(await gauges(marked)).toEqual([
    'apiserver_requested_deprecated_apis{group="bakery.example.com",version="v1",resource="ovens",subresource="",removed_release="1.10"} 1',
  ]);
});

test("a request for an unknown version has no warning", async () => {
  const server = serverWith({ v1: {} });
  for (const path of ["/apis/bakery.example.com/v1/knives", `${ovens}/a/knives`, "/apis/bakery.example.com/v1"])
    expect((await server.get(path)).headers).not.toHaveProperty("warning");
  expect((await server.put(ovens, {})).headers).not.toHaveProperty("warning");
});
