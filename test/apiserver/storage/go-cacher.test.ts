import { describe, expect, test } from "vitest";
import {
  CachedStorage,
  CompactedError,
  MemoryStorage,
  SlowWatcherError,
  WatchCache,
  type StoredListOptions,
  type ListResult,
} from "../../../apiserver/storage/index.js";
import { EtcdStorage } from "../../../apiserver/storage/etcd3/etcd-storage.js";
import { Events } from "../events.js";
import { InProcessServer, textOf, toppings, type Json } from "../harness.js";
import { bytes, collect, create, endOf, prefix, update } from "./conformance/helpers.js";

/** Counts the lists that reach the store. */
class CountingStorage extends MemoryStorage {
  lists = 0;

  override list(folder: string, options?: StoredListOptions): Promise<ListResult> {
    this.lists++;
    return super.list(folder, options);
  }
}

function token(rv: number, start = "a\0"): string {
  return encodeURIComponent(
    Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv, start: `/${start}` })).toString("base64url"),
  );
}

/** Revisions as in Go's test: the cache has an older one and the newest one; 8 is in the future. */
const [old, newest, future] = [3, 6, 8];

interface Row {
  readonly rv: string;
  readonly match: string;
  readonly token: number | undefined;
  readonly limit: number;
}

const rows: readonly Row[] = ["", "0", String(old), String(newest), String(future)].flatMap((rv) =>
  ["", "Exact", "NotOlderThan"].flatMap((match) =>
    [undefined, old, newest, future, -1].flatMap((continued) =>
      [0, 100].map((limit) => ({ rv, match, token: continued, limit })),
    ),
  ),
);

function queryOf(row: Row): string {
  return Object.entries({
    resourceVersion: row.rv,
    resourceVersionMatch: row.match,
    continue: row.token === undefined ? "" : token(row.token),
    limit: row.limit === 0 ? "" : String(row.limit),
  })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Revision of the state that a list shows exactly; undefined if a newer state may be shown. */
function exactRevision({ rv, match, token: continued, limit }: Row): number | undefined {
  if (continued !== undefined) return continued === -1 ? undefined : continued;
  const isExact = match === "Exact" || (match === "" && limit > 0 && rv !== "0" && rv !== "");
  return isExact ? Number(rv) : undefined;
}

/** Two servers on stores with the same objects, one of them with a watch cache. */
async function servers() {
  const bare = new InProcessServer({ storage: new MemoryStorage() });
  const store = new CountingStorage();
  const cached = new InProcessServer({
    storage: new CachedStorage({ storage: store, sizeOf: () => 100, timeout: 50 }),
  });
  for (const server of [bare, cached])
    for (const name of ["a", "b", "c", "d", "e"])
      await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
  await cached.get(toppings);
  return { bare, cached, store };
}

function shown({ status, json }: { readonly status: number; readonly json: Json }): unknown {
  // The decoder of the test knows lists as objects with numeric keys.
  const items = (json["items"] as unknown as readonly Json[] | undefined) ?? [];
  return { status, names: items.map((item) => textOf(item["metadata"]?.["name"])), message: json["message"] };
}

describe("ShouldDelegateList: a list with a cache has the answer of the store", () => {
  test("for all combinations of resourceVersion, match, continue and limit", async () => {
    const { bare, cached, store } = await servers();
    const served: string[] = [];
    for (const row of rows) {
      const uri = `${toppings}?${queryOf(row)}`;
      const expected = await bare.get(uri);
      store.lists = 0;
      const found = await cached.get(uri);
      expect([queryOf(row), shown(found)]).toEqual([queryOf(row), shown(expected)]);
      expect([queryOf(row), found.json["metadata"]?.["resourceVersion"]]).toEqual([
        queryOf(row),
        expected.json["metadata"]?.["resourceVersion"],
      ]);
      if (found.status !== 200) continue;
      served.push(queryOf(row));
      // Go delegates the same lists if no snapshot of the older revision is available.
      const exact = exactRevision(row);
      expect([queryOf(row), store.lists > 0]).toEqual([queryOf(row), exact !== undefined && exact !== newest]);
    }
    expect(served.length).toBe(30);
  });

  test("the state of a page is a snapshot: lists at its revision are not delegated", async () => {
    const { cached, store } = await servers();
    const page = await cached.get(`${toppings}?limit=2`);
    await cached.post(toppings, { metadata: { name: "f" }, spec: { cost: 1 } });
    store.lists = 0;
    const names = async (query: string) =>
      (shown(await cached.get(`${toppings}?${query}`)) as { names: unknown }).names;
    for (const query of [
      `resourceVersion=${newest}&resourceVersionMatch=Exact`,
      `resourceVersion=${newest}&resourceVersionMatch=Exact&limit=100`,
      `resourceVersion=${newest}&limit=100`,
    ])
      expect(await names(query)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await names(`continue=${textOf(page.json["metadata"]?.["continue"])}`)).toEqual(["c", "d", "e"]);
    expect(store.lists).toBe(0);
  });
});

describe("GetBookmarkAfterResourceVersionLockedFunc: the bookmark after the initial events", () => {
  test.each(
    ["", "0", "4"].flatMap((rv) =>
      [true, false].flatMap((bookmarks) => [undefined, true, false].map((initial) => ({ rv, bookmarks, initial }))),
    ),
  )(
    "resourceVersion=$rv, allowWatchBookmarks=$bookmarks, sendInitialEvents=$initial",
    async ({ rv, bookmarks, initial }) => {
      const { cached } = await servers();
      const query = [
        "watch=1",
        ...(rv === "" ? [] : [`resourceVersion=${rv}`]),
        `allowWatchBookmarks=${bookmarks}`,
        ...(initial === undefined ? [] : [`sendInitialEvents=${initial}`, "resourceVersionMatch=NotOlderThan"]),
      ];
      const events = new Events(await cached.response("GET", `${toppings}?${query.join("&")}`));
      const sendsInitial = initial ?? rv !== "4";
      const received = [...(await events.take(sendsInitial ? 5 : rv === "4" ? 2 : 0))];
      await cached.post(toppings, { metadata: { name: "later" }, spec: { cost: 1 } });
      // The write after the initial events shows whether a bookmark comes before it.
      do received.push(...(await events.take(1)));
      while (textOf(received.at(-1)?.["object"]?.["metadata"]?.["name"]) !== "later");
      events.hangUp();
      const ends = received.flatMap(({ type, object }) =>
        textOf(type) === "BOOKMARK"
          ? [[object?.["metadata"]?.["resourceVersion"], object?.["metadata"]?.["annotations"]]]
          : [],
      );
      // Without sendInitialEvents, the defaults of ListOptions request initial events for 0 and
      // unset.
      expect(ends).toEqual(
        bookmarks && sendsInitial ? [[String(newest), { "k8s.io/initial-events-end": "true" }]] : [],
      );
    },
  );
});

test("DispatchingBookmarkEventsWithConcurrentStop: watches that are closed while bookmarks arrive end", async () => {
  const store = new MemoryStorage();
  const cache = new WatchCache({ storage: store, prefix });
  await cache.ready();
  await cache.create(`${prefix}pod-0`, bytes("x"));
  const ended: Promise<void>[] = [];
  for (let index = 0; index < 1000; index++) {
    const watch = cache.watch(prefix, { after: 1 });
    ended.push(watch.ready());
    watch.requestProgress();
    if (index % 2 === 0) await Promise.resolve();
    watch.close();
    // A write of another resource is progress without an event.
    await store.create(`/registry/other/${index}`, bytes("x"));
    ended.push(watch.ready());
    expect(watch.take()).toEqual([]);
  }
  await Promise.all(ended);
  await cache.close();
});

test("WatchNotHangingOnStartupFailure: a watch of a cache that cannot load its objects ends", async () => {
  const unreachable = new EtcdStorage({
    servers: ["http://127.0.0.1:1"],
    tls: () => ({}),
    timeout: 1000,
    leaseReuse: 60,
    onVersions: () => undefined,
  });
  const storage = new CachedStorage({ storage: unreachable, sizeOf: () => 100 });
  const server = new InProcessServer({ storage });
  const { status, json, headers } = await server.get(`${toppings}?watch=1&resourceVersion=0`);
  expect([status, json["message"], headers["retry-after"]]).toEqual([503, "the storage cannot be reached", "1"]);
  await storage.close();
});

describe("the window of a cache", () => {
  /** A cache with a window of two events, whose store has no older history. */
  async function small() {
    let time = 0;
    const store = new MemoryStorage();
    const options = { storage: store, prefix, minimumEvents: 2, maximumEvents: 4, window: 75_000, now: () => time };
    const cache = new WatchCache(options);
    await cache.ready();
    const wait = (milliseconds: number): void => void (time += milliseconds);
    return { store, cache, wait };
  }

  test("CacheIncreaseDoesNotBreakWatch: a watch from before a removed event does not skip it", async () => {
    const { store, cache, wait } = await small();
    await create(cache, "key1");
    wait(150_000);
    for (const name of ["key2", "key3"]) await create(cache, name);
    wait(100_000);
    await create(cache, "key4");
    expect(cache.heldEvents).toBe(3);
    await store.compact(3);
    expect(await endOf(cache.watch(prefix, { after: 1 }))).toBeInstanceOf(CompactedError);
    expect((await collect(cache.watch(prefix, { after: 3 }), 2)).map(({ revision }) => revision)).toEqual([4, 5]);
    await cache.close();
  });

  test("StartingResourceVersion: a watch from a future revision receives only later events", async () => {
    const { cache } = await small();
    await create(cache, "foo");
    const watch = cache.watch(prefix, { after: 5 });
    for (let index = 0; index < 5; index++) await update(cache, "foo", String(index));
    expect((await collect(watch, 2)).map(({ revision }) => revision)).toEqual([6, 7]);
    await cache.close();
  });

  test("EmptyWatchEventCache: a new cache serves watches from its revision on, older ones the store", async () => {
    const store = new MemoryStorage();
    for (let index = 0; index < 5; index++) await create(store, `foo-${index}`);
    await store.compact(6);
    const cache = new WatchCache({ storage: store, prefix });
    await cache.ready();
    const older = cache.watch(prefix, { after: 5 });
    const [current, future] = [cache.watch(prefix, { after: 6 }), cache.watch(prefix, { after: 7 })];
    await create(cache, "bar");
    await create(cache, "baz");
    expect(await endOf(older)).toBeInstanceOf(CompactedError);
    expect((await collect(current, 2)).map(({ revision }) => revision)).toEqual([7, 8]);
    expect((await collect(future, 1)).map(({ revision }) => revision)).toEqual([8]);
    await cache.close();
  });

  test("CacheIntervalInvalidationStopsWatch: a watch ends when events that it has not read are removed", async () => {
    const { cache, wait } = await small();
    const watch = cache.watch(prefix, { after: 1 });
    await create(cache, "pod-0");
    expect(watch.take().map(({ revision }) => revision)).toEqual([2]);
    for (let index = 1; index < 250; index++) await create(cache, `pod-${index}`);
    wait(150_000);
    cache.trim();
    expect(await endOf(watch)).toBeInstanceOf(SlowWatcherError);
    await cache.close();
  });
});
