import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventBatch } from "../../apiserver/endpoints/watch/event-batch.js";
import { Lane, type StreamOfWatch } from "../../apiserver/endpoints/watch/lane.js";
import { CachedStorage, CompactedError, MemoryStorage, SlowWatcherError } from "../../apiserver/storage/index.js";
import { WatchHub } from "../../apiserver/storage/shared/watch-hub.js";
import { InProcessServer, pizzas } from "./harness.js";

interface Line {
  readonly type: string;
  readonly object: { readonly metadata: { readonly name?: string; readonly resourceVersion: string } };
}

const labelled = (name: string, menu = "dinner") => ({ metadata: { name, labels: { menu } }, spec: { toppings: [] } });

/** A client of a watch whose stream and connection are known, as those of HTTP/2. */
class Client {
  readonly names: string[] = [];
  readonly bookmarks: string[] = [];
  isSlow = false;
  /** Number of writes to the stream that did not use the sink. A group makes them. */
  direct = 0;
  #drained: (() => void)[] = [];
  readonly gone = new AbortController();
  onWrite = (): void => undefined;

  async watch(server: InProcessServer, connection: object, query = "", after = 1): Promise<this> {
    const { body } = await server.response("GET", `${pizzas}?watch=1&resourceVersion=${after}${query}`);
    if (typeof body !== "function") throw new Error("no stream");
    body({
      write: (chunk) => this.#write(chunk),
      onDrain: (then) => this.#drained.push(then),
      end: () => undefined,
      stop: () => {
        this.gone.abort();
      },
      closed: this.gone.signal,
      connection,
      stream: {
        write: (chunk) => {
          this.direct++;
          return this.#write(chunk);
        },
      },
    });
    return this;
  }

  drain(): void {
    const drained = this.#drained;
    this.#drained = [];
    for (const then of drained) then();
  }

  #write(chunk: string | Buffer): boolean {
    if (this.gone.signal.aborted) throw new Error("a write to a closed stream");
    for (const line of chunk.toString().trimEnd().split("\n")) {
      const { type, object } = JSON.parse(line) as Line;
      if (type === "BOOKMARK") this.bookmarks.push(object.metadata.resourceVersion);
      else this.names.push(object.metadata.name ?? type);
    }
    this.onWrite();
    return !this.isSlow;
  }
}

let server: InProcessServer;
const connection = {};
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `p${from + index}`);

beforeEach(() => {
  server = new InProcessServer({ storage: new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }) });
});

afterEach(async () => {
  vi.useRealTimers();
  await server.storage.close();
});

async function create(from: number, to: number, menu?: string): Promise<void> {
  for (const name of names(from, to)) await server.post(pizzas, labelled(name, menu));
}

async function have(clients: readonly Client[], expected: readonly string[]): Promise<void> {
  await expect.poll(() => Math.min(...clients.map((client) => client.names.length))).toBe(expected.length);
  for (const client of clients) expect(client.names).toEqual(expected);
}

test("300 watches on 6 connections receive every change once and in order", async () => {
  const connections = Array.from({ length: 6 }, () => ({}));
  const clients = await Promise.all(
    Array.from({ length: 300 }, (_, index) => new Client().watch(server, connections[index % 6] as object)),
  );
  await create(0, 5);
  await have(clients, names(0, 5));
  await Promise.all(names(5, 20).map((name) => server.post(pizzas, labelled(name))));
  await expect.poll(() => Math.min(...clients.map((client) => client.names.length))).toBe(20);
  for (const client of clients) {
    expect(client.names).toEqual(clients[0]?.names);
    expect(client.direct).toBeGreaterThan(0);
  }
  const { text } = await server.get("/metrics");
  for (const metric of ["apiserver_watch_events_total", "apiserver_watch_events_sizes_count"])
    expect(new RegExp(`^${metric}{.*resource="pizzas"} (.*)$`, "m").exec(text)?.[1]).toBe(String(300 * 20));
});

test("a member that becomes slow does not delay the others, catches up, and joins again", async () => {
  const [slow, fast] = [new Client(), new Client()];
  for (const client of [slow, fast]) await client.watch(server, connection);
  slow.isSlow = true;
  await create(0, 4);
  await have([fast], names(0, 4));
  expect(slow.names).toEqual(names(0, 1));
  slow.isSlow = false;
  slow.drain();
  await have([slow], names(0, 4));
  const { direct } = slow;
  await create(4, 6);
  await have([slow, fast], names(0, 6));
  expect(slow.direct).toBe(direct + 2);
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Opens a watch whose client reads too slowly for two changes and then leaves. */
async function leaveSlowly(fast: Client): Promise<WeakRef<object>> {
  const own = {};
  const slow = await new Client().watch(server, own);
  slow.isSlow = true;
  await create(0, 1);
  await have([fast], names(0, 1));
  await create(1, 2);
  await have([fast], names(0, 2));
  if (slow.names.length !== 1) throw new Error("the client is not slow");
  slow.gone.abort();
  return new WeakRef(own);
}

test("the connection of a slow member that has left is not kept in memory", async () => {
  const fast = await new Client().watch(server, connection);
  const left = await leaveSlowly(fast);
  await create(2, 3);
  await have([fast], names(0, 3));
  await expect
    .poll(() => {
      collectGarbage();
      return left.deref() === undefined;
    })
    .toBe(true);
});

test("a group whose only member was slow and has left does not get the next watch", async () => {
  const slow = await new Client().watch(server, connection);
  slow.isSlow = true;
  await create(0, 1);
  await have([slow], names(0, 1));
  await create(1, 2);
  slow.gone.abort();
  const next = await new Client().watch(server, {}, "", await server.storage.currentRevision());
  await create(2, 4);
  await have([next], names(2, 4));
});

test("an unreadable change ends the watches that read it, and not later ones", async () => {
  const slow = await new Client().watch(server, connection);
  slow.isSlow = true;
  await create(0, 1);
  await have([slow], names(0, 1));
  const [stored] = (await server.storage.list("/")).items;
  if (stored === undefined) throw new Error("nothing is stored");
  await server.storage.update(stored.key, Buffer.from("{damaged"), stored.revision);
  const late = await new Client().watch(server, {}, "", await server.storage.currentRevision());
  await create(1, 3);
  await have([late], names(1, 3));
  slow.drain();
  await have([slow], ["p0", "ERROR"]);
});

test("a slow member that reads before the next change stays in the group", async () => {
  const client = await new Client().watch(server, connection);
  client.isSlow = true;
  for (let count = 1; count < 5; count++) {
    await create(count - 1, count);
    await have([client], names(0, count));
    client.drain();
  }
  expect(client.direct).toBe(4);
});

test("a slow member ends when its changes are no longer in memory, and the metric counts it", async () => {
  const ended: number[] = [];
  const storage = new CachedStorage({
    storage: new MemoryStorage(),
    sizeOf: () => 10,
    maximumEvents: 10,
    onSlowWatches: () => (count) => ended.push(count),
  });
  server = new InProcessServer({ storage });
  const [slow, fast] = [new Client(), new Client()];
  for (const client of [slow, fast]) await client.watch(server, connection);
  slow.isSlow = true;
  await create(0, 30);
  await have([fast], names(0, 30));
  expect(ended).toEqual([1]);
  slow.drain();
  // An ERROR event would end the names. Its client can resume the watch, so it gets none.
  expect(slow.names).toEqual(names(0, 1));
});

test.each([
  [false, CompactedError],
  [true, SlowWatcherError],
])("a shared watch that lost its changes counts its readers; it continues another watch: %s", (continues, error) => {
  const hub = new WatchHub({ revision: 9, read: () => ({ events: [], revision: 9, isNewest: true }) });
  const errors: Error[] = [];
  hub.open("/", { after: 3, continues, readers: () => 5, onEnd: (reason) => errors.push(reason) });
  hub.open("/", { after: 8 });
  expect(hub.evictBefore(6)).toBe(5);
  expect(errors).toEqual([expect.any(error)]);
});

test("a watch that starts between two changes receives the second one", async () => {
  const early = await new Client().watch(server, connection);
  await create(0, 2);
  const late = await new Client().watch(server, connection, "", 3);
  await create(2, 4);
  await have([early], names(0, 4));
  await have([late], names(2, 4));
});

test("watches with different selectors receive only their objects", async () => {
  const everything = await new Client().watch(server, connection);
  const dinner = await new Client().watch(server, connection, "&labelSelector=menu%3Ddinner");
  const same = await new Client().watch(server, connection, "&labelSelector=menu%3Ddinner");
  await create(0, 2, "lunch");
  await create(2, 4, "dinner");
  await have([everything], names(0, 4));
  await have([dinner, same], names(2, 4));
});

test("a member that ends other members and itself during a write harms no other member", async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => new Client().watch(server, connection)));
  const [, second, third] = clients;
  if (second !== undefined)
    second.onWrite = () => {
      third?.gone.abort();
      second.gone.abort();
    };
  await create(0, 3);
  await have([clients[0] as Client, clients[3] as Client], names(0, 3));
  expect(second?.names).toEqual(names(0, 1));
  expect(third?.names).toEqual([]);
});

test("members receive a bookmark only after the changes before its revision", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const connections = Array.from({ length: 5 }, () => ({}));
  const clients = await Promise.all(
    Array.from({ length: 250 }, (_, index) =>
      new Client().watch(server, connections[index % 5] as object, "&allowWatchBookmarks=true"),
    ),
  );
  // The bookmarks are due while the change has been written to a part of the members.
  let isDue = true;
  for (const client of clients)
    client.onWrite = () => {
      const [last] = client.bookmarks.slice(-1);
      if (last !== undefined) expect(client.names.length).toBe(Number(last) - 1);
    };
  (clients[0] as Client).onWrite = () => {
    if (isDue) setImmediate(() => vi.advanceTimersByTime(60_000));
    isDue = false;
  };
  await create(0, 1);
  await have(clients, names(0, 1));
  await expect.poll(() => clients[0]?.bookmarks).toEqual(["2"]);
  vi.advanceTimersByTime(60_000);
  for (const client of clients) expect(client.bookmarks.at(-1)).toBe("2");
});

test("an event that cannot be encoded ends the members that have not joined with it", () => {
  const log: string[] = [];
  const member = (name: string): StreamOfWatch => ({
    target: { write: (bytes) => log.push(`${name}: ${bytes.toString()}`) > 0 },
    pause: () => log.push(`${name} pauses`),
    detach: () => log.push(`${name} detaches`),
    failAfterBatch: () => log.push(`${name} fails later`),
    fail: (error) => {
      log.push(`${name} fails: ${String(error)}`);
      lane.remove(before);
    },
  });
  const lane = new Lane();
  const [before, joined] = [member("a"), member("b")];
  lane.add(before);
  lane.begin(1);
  lane.add(joined);
  const object = { apiVersion: "v1", kind: "Pizza", metadata: {} };
  const batch = new EventBatch([{ type: "ADDED", object }], () => {
    throw new Error("no codec");
  });
  lane.write(batch, { sent: () => undefined, listed: () => undefined });
  expect(log).toEqual(["a fails: Error: no codec"]);
  lane.begin(2);
  lane.write(new EventBatch([{ type: "ADDED", object }], () => Buffer.from("x")), {
    sent: (sizes, watches) => log.push(`${watches} of ${sizes.join()}`),
    listed: () => undefined,
  });
  expect(log.slice(1)).toEqual(["b: x", "1 of 1"]);
});
