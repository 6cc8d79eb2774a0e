import { describe, expect, test } from "vitest";
import { CachedStorage, MemoryStorage, type Storage } from "../../apiserver/storage/index.js";
import { Events } from "./events.js";
import { InProcessServer, pizza, pizzas, textOf, type Json } from "./harness.js";

/** @file Lists and watches of one name: rows of Kubernetes' storage/testing. */

const storages: Record<string, () => Storage> = {
  memory: () => new MemoryStorage(),
  "a watch cache": () => new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }),
};

/** Creates the pizza foo (revision 2), changes it (3), and creates two others (4 and 5). */
async function serverWithPizzas(storage: Storage): Promise<InProcessServer> {
  const server = new InProcessServer({ storage });
  await server.post(pizzas, pizza("foo"));
  await server.patch(`${pizzas}/foo`, "merge-patch", { metadata: { annotations: { version: "second" } } });
  for (const name of ["bar", "baz"]) await server.post(pizzas, pizza(name));
  return server;
}

const itemsOf = ({ json }: { readonly json: Json }): readonly string[] =>
  (JSON.parse(JSON.stringify(json["items"])) as readonly Json[]).map(
    ({ metadata }) => `${textOf(metadata?.["name"])}@${textOf(metadata?.["resourceVersion"])}`,
  );

describe.each(Object.entries(storages))("GetListNonRecursive, with %s", (_, make) => {
  test.each<readonly [row: string, query: string, items: readonly string[], revision: string]>([
    ["existing key", "", ["foo@3"], "5"],
    ["resourceVersion=0", "resourceVersion=0", ["foo@3"], "5"],
    ["0, notOlderThan", "resourceVersion=0&resourceVersionMatch=NotOlderThan", ["foo@3"], "5"],
    ["current", "resourceVersion=3", ["foo@3"], "5"],
    ["current, notOlderThan", "resourceVersion=3&resourceVersionMatch=NotOlderThan", ["foo@3"], "5"],
    ["previous, notOlderThan", "resourceVersion=2&resourceVersionMatch=NotOlderThan", ["foo@3"], "5"],
    ["current, exact", "resourceVersion=3&resourceVersionMatch=Exact", ["foo@3"], "3"],
    ["previous, exact", "resourceVersion=2&resourceVersionMatch=Exact", ["foo@2"], "2"],
    ["a limit has no effect", "limit=1", ["foo@3"], "5"],
    ["a limit does not make a resourceVersion exact", "resourceVersion=2&limit=1", ["foo@3"], "5"],
  ])("%s", async (_row, query, items, revision) => {
    const server = await serverWithPizzas(make());
    const listed = await server.get(`${pizzas}?fieldSelector=metadata.name=foo&${query}`);
    expect(itemsOf(listed)).toEqual(items);
    expect(listed.json["metadata"]).toEqual({ resourceVersion: revision });
  });

  test("resourceVersion=too high", async () => {
    const server = await serverWithPizzas(make());
    const { json } = await server.get(`${pizzas}?fieldSelector=metadata.name=foo&resourceVersion=9007199254740991`);
    expect(json).toMatchObject({
      code: 504,
      reason: "Timeout",
      message: "Timeout: Too large resource version: 9007199254740991, current: 5",
    });
  });

  test("non-existing key, and selectors that contradict each other", async () => {
    const server = await serverWithPizzas(make());
    for (const selector of ["metadata.name=no", "metadata.name=foo,metadata.name!=foo"])
      for (const query of ["", "&resourceVersion=3", "&resourceVersion=3&resourceVersionMatch=Exact"])
        expect(itemsOf(await server.get(`${pizzas}?fieldSelector=${selector}${query}`)), selector + query).toEqual([]);
  });
});

test.each(Object.entries(storages))(
  "WatchListMatchSingle: with %s, the bookmark after the object has the revision of the whole store",
  async (_, make) => {
    const server = await serverWithPizzas(make());
    const query =
      "watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&fieldSelector=metadata.name=foo";
    const events = new Events(await server.response("GET", `${pizzas}?${query}`));
    const [added, bookmark] = await events.take(2);
    expect([added?.["type"], added?.["object"]?.["metadata"]]).toMatchObject([
      "ADDED",
      { name: "foo", resourceVersion: "3" },
    ]);
    expect([bookmark?.["type"], bookmark?.["object"]?.["metadata"]]).toMatchObject([
      "BOOKMARK",
      { resourceVersion: "5", annotations: { "k8s.io/initial-events-end": "true" } },
    ]);
    await server.post(pizzas, pizza("other"));
    await server.delete(`${pizzas}/foo`);
    const [next] = await events.take(1);
    expect([next?.["type"], next?.["object"]?.["metadata"]]).toMatchObject([
      "DELETED",
      { name: "foo", resourceVersion: "7" },
    ]);
    events.hangUp();
  },
);

test.each(Object.entries(storages))(
  "WatchListIsSynchronisedWhenNoEventsFromStoreReceived: with %s, a bookmark follows an empty list",
  async (_, make) => {
    const server = new InProcessServer({ storage: make() });
    const query = "watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
    const events = new Events(await server.response("GET", `${pizzas}?${query}`));
    const [bookmark] = await events.take(1);
    expect([bookmark?.["type"], bookmark?.["object"]?.["metadata"]]).toMatchObject([
      "BOOKMARK",
      { resourceVersion: "1", annotations: { "k8s.io/initial-events-end": "true" } },
    ]);
    events.hangUp();
  },
);

describe.each(Object.entries(storages))("ComputeListLimit, with %s", (_, make) => {
  test.each<readonly [query: string, count: number]>([
    ["limit=0", 3],
    ["limit=1", 1],
    ["limit=1&resourceVersion=3", 1],
    ["limit=1&resourceVersion=0", 3],
  ])("%s", async (query, count) => {
    const server = await serverWithPizzas(make());
    expect(itemsOf(await server.get(`${pizzas}?${query}`))).toHaveLength(count);
  });
});
