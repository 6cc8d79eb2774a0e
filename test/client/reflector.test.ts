import {
  Reflector,
  StatusError,
  type APIObject,
  type ListOptions,
  type ObjectList,
  type ReflectorOptions,
  type ListerWatcher,
  type ReflectorStore,
  type WatchEvent,
  type WatchOptions,
} from "@apimachinery/client";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../eventually.js";

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function thing(name: string, resourceVersion: string): APIObject {
  return { kind: "Thing", apiVersion: "v1", metadata: { name, resourceVersion } };
}

function failure(
  code: number,
  reason: "TooManyRequests" | "InternalError" | "StorageReadError" | "Timeout",
  cause?: string,
): StatusError {
  const details =
    cause === undefined ? {} : { details: { causes: [{ reason: cause, message: "Too large resource version" }] } };
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    code,
    reason,
    ...details,
  });
}

interface Following {
  /**
   * Requests in the order in which they were sent. The text of a list contains its revision and
   * limit, the text of a watch its revision.
   */
  readonly calls: string[];
  readonly errors: unknown[];
  readonly names: Set<string>;
  readonly reflector: Reflector<APIObject>;
}

type Page = ObjectList<APIObject>;
type Watching = (signal: AbortSignal) => AsyncGenerator<readonly WatchEvent<APIObject>[]>;

/** Runs a reflector until the test ends. The functions `list` and `watch` replace the server. */
function follow(list: (options: ListOptions) => Page, watch: Watching, options: ReflectorOptions = {}): Following {
  const calls: string[] = [];
  const errors: unknown[] = [];
  const names = new Set<string>();
  const stop = new AbortController();
  stops.push(stop);
  const listerWatcher: ListerWatcher<APIObject> = {
    list: (asked) => {
      calls.push(
        `list ${asked.resourceVersion ?? ""} limit=${asked.limit ?? "none"}${asked.continue === undefined ? "" : ` continue=${asked.continue}`}`,
      );
      return Promise.resolve().then(() => list(asked));
    },
    watch: (asked: WatchOptions) => {
      calls.push(`watch ${asked.resourceVersion ?? ""}`);
      return Promise.resolve({ batches: () => watch(stop.signal), close: () => undefined });
    },
  };
  const store: ReflectorStore<APIObject> = {
    replace: (objects) => {
      names.clear();
      for (const { metadata } of objects) names.add(metadata.name ?? "");
    },
    set: ({ metadata }) => void names.add(metadata.name ?? ""),
    delete: ({ metadata }) => void names.delete(metadata.name ?? ""),
  };
  const backoff = { initial: 1, max: 2, factor: 2, jitter: 0, resetAfter: 1000 };
  const reflector = new Reflector(listerWatcher, store, {
    backoff,
    useWatchList: false,
    onError: (error) => errors.push(error),
    ...options,
  });
  void reflector.run(stop.signal);
  return { calls, errors, names, reflector };
}

function page(resourceVersion: string, names: readonly string[], next?: string): Page {
  const metadata = { resourceVersion, ...(next === undefined ? {} : { continue: next }) };
  return { kind: "ThingList", apiVersion: "v1", metadata, items: names.map((name) => thing(name, "1")) };
}

/** Returns a watch that sends no events until it is aborted. */
async function* silence(signal: AbortSignal): AsyncGenerator<readonly WatchEvent<APIObject>[]> {
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      "abort",
      () => {
        resolve();
      },
      { once: true },
    );
  });
  yield [];
}

/** Returns a watch whose first event is an ERROR event. */
// oxlint-disable-next-line typescript/require-await -- the signature of a watch's stream
async function* failing(error: unknown): AsyncGenerator<readonly WatchEvent<APIObject>[]> {
  throw error;
}

/** Opens the given watches one after the other. Further watches send no events. */
function inTurn(...watches: readonly Watching[]): Watching {
  let count = 0;
  return (signal) => (watches[count++] ?? silence)(signal);
}

const expired = new StatusError({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  code: 410,
  reason: "Expired",
});

test("the configured page size is the limit of every list", async () => {
  const list = ({ continue: token }: ListOptions) =>
    token === "next" ? page("10", ["c"]) : page("10", ["a", "b"], "next");
  const { calls, names } = follow(
    list,
    inTurn(() => failing(expired)),
    { pageSize: 4 },
  );
  await eventually(() => {
    expect(calls).toHaveLength(6);
  });
  expect(calls).toEqual([
    "list 0 limit=4",
    "list  limit=4 continue=next",
    "watch 10",
    "list 10 limit=4",
    "list  limit=4 continue=next",
    "watch 10",
  ]);
  expect([...names]).toEqual(["a", "b", "c"]);
});

test("a list that may be outdated has no limit if the server has a watch cache", async () => {
  const { calls } = follow(
    () => page("10", ["a"]),
    inTurn(() => failing(expired)),
  );
  await eventually(() => {
    expect(calls).toHaveLength(4);
  });
  expect(calls).toEqual(["list 0 limit=500", "watch 10", "list 10 limit=none", "watch 10"]);
});

test("if the server sends the list at resourceVersion 0 in pages, later lists are requested in pages too", async () => {
  const list = ({ continue: token }: ListOptions) => (token === "next" ? page("10", ["b"]) : page("10", ["a"], "next"));
  const { calls } = follow(
    list,
    inTurn(() => failing(expired)),
  );
  await eventually(() => {
    expect(calls).toHaveLength(6);
  });
  expect(calls.slice(3)).toEqual(["list 10 limit=500", "list  limit=500 continue=next", "watch 10"]);
});

test("after a revision that the server has not reached, the reflector lists the newest state", async () => {
  let lists = 0;
  const list = () => {
    if (++lists === 2) throw failure(504, "Timeout", "ResourceVersionTooLarge");
    return page("10", ["a"]);
  };
  const { calls, names } = follow(
    list,
    inTurn(() => failing(expired)),
  );
  await eventually(() => {
    expect(calls).toHaveLength(5);
  });
  expect(calls).toEqual(["list 0 limit=500", "watch 10", "list 10 limit=none", "list  limit=500", "watch 10"]);
  expect([...names]).toEqual(["a"]);
});

test("after a response 429 the reflector opens the watch again with a backoff, without a new list", async () => {
  const busy = () => failing(failure(429, "TooManyRequests"));
  const { calls, errors } = follow(() => page("10", ["a"]), inTurn(...Array.from({ length: 12 }, () => busy)));
  await eventually(() => {
    expect(calls.filter((call) => call.startsWith("watch"))).toHaveLength(13);
  });
  // The reflector sends a list with limit 1 to check whether the server knows the revision.
  expect(new Set(calls.slice(1))).toEqual(new Set(["watch 10", "list 10 limit=1"]));
  expect(errors).toHaveLength(12);
});

test("after an internal error the reflector watches again; after six it lists", async () => {
  const broken = () => failing(failure(500, "InternalError"));
  const { calls } = follow(() => page("10", ["a"]), inTurn(...Array.from({ length: 6 }, () => broken)));
  await eventually(() => {
    expect(calls.at(-1)).toBe("watch 10");
    expect(calls).toContain("list 10 limit=none");
  });
  const untilRelist = calls.slice(0, calls.indexOf("list 10 limit=none"));
  expect(untilRelist.filter((call) => call === "watch 10")).toHaveLength(6);
});

test("an unreadable object that was deleted leaves the cache with the list after the ERROR event", async () => {
  let lists = 0;
  const list = () => (++lists === 1 ? page("3", ["one", "two"]) : page("5", ["one", "two"]));
  async function* corrupt(): AsyncGenerator<readonly WatchEvent<APIObject>[]> {
    yield await Promise.resolve([{ type: "ADDED" as const, object: thing("broken", "4") }]);
    throw failure(500, "StorageReadError");
  }
  const { calls, names } = follow(list, inTurn(corrupt));
  await eventually(() => {
    expect(calls).toEqual(["list 0 limit=500", "watch 3", "list 4 limit=none", "watch 5"]);
  });
  expect([...names]).toEqual(["one", "two"]);
});
