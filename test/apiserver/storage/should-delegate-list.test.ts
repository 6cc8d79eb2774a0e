import { describe, expect, test } from "vitest";
import {
  CachedStorage,
  MemoryStorage,
  type GetResult,
  type StoredListOptions,
  type ListResult,
  type ReadOptions,
  type StorageWatch,
  type KeyWatchOptions,
} from "../../../apiserver/storage/index.js";
import { InProcessServer, textOf, toppings, type Json } from "../harness.js";

/**
 * @file The matrix of Go's TestShouldDelegateList for a store that other processes also write: the
 * cache is behind the store, and receives the missing events when it requests the progress.
 */

/** A store in another process. Counts the reads of objects. */
class RemoteStorage extends MemoryStorage {
  override readonly isExclusive: boolean = false;
  readonly reportsProgress: boolean;
  reads = 0;
  /** True while watches hold back the events of the store. */
  holdsBack = false;

  constructor(reportsProgress: boolean) {
    super();
    this.reportsProgress = reportsProgress;
  }

  override list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    this.reads++;
    return super.list(prefix, options);
  }

  override get(key: string, options?: ReadOptions): Promise<GetResult> {
    this.reads++;
    return super.get(key, options);
  }

  override watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    const watch = super.watch(prefix, options);
    const isOpen = (): boolean => !this.holdsBack;
    const release = (): void => {
      this.holdsBack = false;
    };
    let shown = watch.revision;
    return {
      get revision() {
        return isOpen() ? (shown = watch.revision) : shown;
      },
      ready: () => (isOpen() ? watch.ready() : new Promise<void>(() => undefined)),
      take: () => (isOpen() ? watch.take() : []),
      requestProgress: release,
      close: () => {
        watch.close();
      },
      [Symbol.asyncIterator]: () => watch[Symbol.asyncIterator](),
    };
  }
}

/** Revisions of Go's test: an older one, that of the cache, and that of the store. */
const [old, cached, stored] = [3, 5, 6];

interface Mode {
  /** Go: ConsistentListFromCache, if etcd reports the progress of watches. */
  readonly consistent: boolean;
  /** True if the cache has the state at the older revision, because a page of a list shows it. */
  readonly snapshot: boolean;
}

/** Returns a server whose cache is behind its store. */
async function lateServer({ consistent, snapshot }: Mode) {
  const store = new RemoteStorage(consistent);
  const server = new InProcessServer({
    storage: new CachedStorage({ storage: store, sizeOf: () => 100, timeout: 200 }),
  });
  const create = async (through: InProcessServer, ...names: readonly string[]): Promise<void> => {
    for (const name of names)
      expect((await through.post(toppings, { metadata: { name }, spec: { cost: 1 } })).status).toBe(201);
  };
  await create(server, "a", "b");
  // The first page of a list keeps its state for the later ones.
  expect((await server.get(`${toppings}?resourceVersion=${old}&resourceVersionMatch=NotOlderThan`)).status).toBe(200);
  if (snapshot) await server.get(`${toppings}?resourceVersion=${old}&resourceVersionMatch=NotOlderThan&limit=1`);
  await create(server, "c", "d");
  await server.get(`${toppings}?resourceVersion=${cached}`);
  store.holdsBack = true;
  await create(new InProcessServer({ storage: store }), "e");
  expect(await store.currentRevision()).toBe(stored);
  store.reads = 0;
  return { server, store };
}

interface Row {
  readonly rv: string;
  readonly match: "" | "Exact" | "NotOlderThan";
  /** Revision of the continue token. */
  readonly token?: number;
  readonly limit: 0 | 100;
}

const limits = [0, 100] as const;
const rows: readonly Row[] = limits.flatMap((limit) => [
  { rv: "", match: "", limit },
  { rv: "0", match: "", limit },
  { rv: "0", match: "NotOlderThan", limit },
  ...[old, cached, stored, -1].flatMap((token) => ["", "0"].map((rv): Row => ({ rv, match: "", token, limit }))),
  ...[old, cached, stored].flatMap((rv) =>
    (["", "Exact", "NotOlderThan"] as const).map((match): Row => ({ rv: String(rv), match, limit })),
  ),
]);

function queryOf({ rv, match, token, limit }: Row): string {
  const start = JSON.stringify({ v: "meta.k8s.io/v1", rv: token, start: "/b" });
  return Object.entries({
    resourceVersion: rv,
    resourceVersionMatch: match,
    continue: token === undefined ? "" : Buffer.from(start).toString("base64url"),
    limit: limit === 0 ? "" : String(limit),
  })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Returns the revision of the state that a list shows; undefined if a newer one may be shown. */
function exactRevision({ rv, match, token, limit }: Row): number | undefined {
  if (token !== undefined) return token === -1 ? undefined : token;
  return match === "Exact" || (match === "" && limit > 0 && Number(rv) > 0) ? Number(rv) : undefined;
}

/** Returns the expected result of Go's ShouldDelegateList, with ListFromCacheSnapshot. */
function delegatedByGo(row: Row, { consistent, snapshot }: Mode): boolean {
  const exact = exactRevision(row);
  if (exact === old) return !snapshot;
  if (exact === cached) return false;
  const isConsistent = exact === stored || row.token === -1 || row.rv === "";
  return isConsistent && !consistent;
}

/**
 * Our decisions that differ from Go. The responses are equal.
 * - For a state that the cache has not reached, Go waits for the cache. Ours reads it from the
 *   store immediately, because it is one request in either case.
 * - If the store reports no progress, Go waits for the next event up to three seconds. Ours reads
 *   from the store immediately.
 */
function delegated(row: Row, mode: Mode): boolean {
  const exact = exactRevision(row);
  if (exact === stored) return true;
  if (row.rv === String(stored) && !mode.consistent) return true;
  return delegatedByGo(row, mode);
}

/** Names of the toppings in the state of a revision, from the token's key on. */
function namesAt(revision: number, { token }: Row): readonly string[] {
  const names = ["a", "b", "c", "d", "e"].slice(0, revision - 1);
  return token === undefined ? names : names.slice(1);
}

/** Returns the revision whose state the response to a list must have. */
function revisionOf(row: Row): number {
  const exact = exactRevision(row);
  if (exact !== undefined) return exact;
  return row.rv === "" || row.token === -1 || row.rv === String(stored) ? stored : cached;
}

function namesOf(list: Json): readonly string[] {
  const items: readonly Json[] = Object.values(list["items"] ?? {});
  return items.map(({ metadata }) => textOf(metadata?.["name"]));
}

describe.each([true, false].flatMap((consistent) => [true, false].map((snapshot) => ({ consistent, snapshot }))))(
  "ShouldDelegateList: ConsistentListFromCache=$consistent, SnapshotAvailable=$snapshot",
  (mode) => {
    test.each(rows.map((row) => [queryOf(row), row] as const))("the list ?%s", async (query, row) => {
      const { server, store } = await lateServer(mode);
      const { status, json } = await server.get(`${toppings}?${query}`);
      const revision = revisionOf(row);
      expect([status, textOf(json["metadata"]?.["resourceVersion"])]).toEqual([200, String(revision)]);
      expect(namesOf(json)).toEqual(namesAt(revision, row));
      expect(store.reads > 0).toBe(delegated(row, mode));
    });
  },
);

/**
 * Go reads a list of one name with one request for its key. Ours reads the collection and selects
 * the object. The limit has no effect in both, and a list is not exact because it has a limit.
 * Go always delegates exact lists of one name; ours reads them from the cache as other lists.
 */
describe.each([true, false])("ShouldDelegateList: a list of one name, ConsistentListFromCache=%s", (consistent) => {
  const mode = { consistent, snapshot: true };
  const selected = rows.filter(({ token }) => token === undefined).map((row) => [queryOf(row), row] as const);
  test.each(selected)("?%s", async (query, row) => {
    const { server, store } = await lateServer(mode);
    const unlimited: Row = { ...row, limit: 0 };
    const revision = revisionOf(unlimited);
    const { status, json } = await server.get(`${toppings}?fieldSelector=metadata.name=a&${query}`);
    expect([status, json["metadata"]]).toEqual([200, { resourceVersion: String(revision) }]);
    expect(namesOf(json)).toEqual(["a"]);
    expect(store.reads > 0).toBe(delegated(unlimited, mode));
  });
});
