import { describe, expect, test } from "vitest";
import {
  CachedStorage,
  MemoryStorage,
  type StoredListOptions,
  type ListResult,
} from "../../apiserver/storage/index.js";
import { Events } from "./events.js";
import { InProcessServer, pizza, pizzas, textOf, type Json } from "./harness.js";

/** @file WatchSemantics, WatchFromZero and ListPaginationRareObject of Go's storage/testing. */

const storages = {
  memory: () => new MemoryStorage(),
  "a watch cache": () => new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }),
};

const show = ({ type, object }: Json): string => {
  const { name, resourceVersion, annotations } = object?.["metadata"] ?? {};
  const isEnd = annotations?.["k8s.io/initial-events-end"] !== undefined;
  return `${textOf(type)} ${isEnd ? "end" : textOf(name)}@${textOf(resourceVersion)}`;
};

async function watch(server: InProcessServer, query: string): Promise<Events> {
  return new Events(await server.response("GET", `${pizzas}?watch=1${query}`));
}

/** The events of the pizzas that exist before the watch. */
const initial = ["ADDED p1@2", "ADDED p2@3", "ADDED p3@4"];
const end = ["BOOKMARK end@4"];

/** Parameters of a watch, and the events before those of new objects. */
const rows = ["", "0", "1", "4"].flatMap((revision) =>
  [undefined, true, false].flatMap((sends) =>
    [true, false].map((bookmarks) => {
      // Without sendInitialEvents, the defaults of ListOptions request the initial events for 0 and
      // unset. A watch after revision 1 receives the writes since then.
      const sendsState = sends ?? (revision === "" || revision === "0");
      const events = sendsState || revision === "1" ? initial : [];
      return { revision, sends, bookmarks, events: [...events, ...(sendsState && bookmarks ? end : [])] };
    }),
  ),
);

describe.each(Object.entries(storages))("with %s", (_, make) => {
  test.each(rows)(
    "WatchSemantics: resourceVersion=$revision, sendInitialEvents=$sends, allowWatchBookmarks=$bookmarks",
    async ({ revision, sends, bookmarks, events }) => {
      const server = new InProcessServer({ storage: make() });
      for (const name of ["p1", "p2", "p3"]) await server.post(pizzas, pizza(name));
      const match = sends === undefined ? "" : `&sendInitialEvents=${sends}&resourceVersionMatch=NotOlderThan`;
      const version = revision === "" ? "" : `&resourceVersion=${revision}`;
      const watching = await watch(server, `${version}${match}&allowWatchBookmarks=${bookmarks}`);
      // The events before the write are complete, because the event of the write follows them.
      const before = await watching.take(events.length);
      for (const name of ["p4", "p5"]) await server.post(pizzas, pizza(name));
      const after = await watching.take(2);
      watching.hangUp();
      expect([...before, ...after, ...watching.rest()].map(show)).toEqual([...events, "ADDED p4@5", "ADDED p5@6"]);
    },
  );

  test("WatchFromZero: after a compaction, a watch from 0 receives the state, and older revisions are expired", async () => {
    const storage = make();
    const server = new InProcessServer({ storage });
    await server.post(pizzas, pizza("foo"));
    const first = await watch(server, "&resourceVersion=0");
    await server.patch(`${pizzas}/foo`, "merge-patch", { metadata: { annotations: { a: "1" } } });
    expect((await first.take(2)).map(show)).toEqual(["ADDED foo@2", "MODIFIED foo@3"]);
    first.hangUp();
    await server.patch(`${pizzas}/foo`, "merge-patch", { metadata: { annotations: { a: null } } });
    await storage.compact(4);
    const second = await watch(server, "&resourceVersion=0");
    expect((await second.take(1)).map(show)).toEqual(["ADDED foo@4"]);
    second.hangUp();
    const [error] = await (await watch(server, "&resourceVersion=2")).take(1);
    expect([error?.["type"], error?.["object"]?.["code"], error?.["object"]?.["reason"]]).toEqual([
      "ERROR",
      410,
      "Expired",
    ]);
  });
});

test("ListPaginationRareObject: a selected object among a thousand needs few reads of the store", async () => {
  let reads = 0;
  class Counting extends MemoryStorage {
    override list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
      reads++;
      return super.list(prefix, options);
    }
  }
  const server = new InProcessServer({ storage: new Counting() });
  await Promise.all(Array.from({ length: 1000 }, (_, index) => server.post(pizzas, pizza(`pod-${index}`))));
  reads = 0;
  // The path of all namespaces does not select one object only.
  const all = pizzas.replace("/namespaces/default", "");
  const { json } = await server.get(`${all}?limit=1&fieldSelector=metadata.name%3Dpod-999`);
  expect(Object.values(json["items"] ?? {}).map(({ metadata }) => metadata?.["name"])).toEqual(["pod-999"]);
  expect(json["metadata"]?.["continue"]).toBeUndefined();
  // The pages have 1, 2, 4, … 512 objects.
  expect(reads).toBe(10);
});
