import {
  DeletedFinalStateUnknown,
  keyOf,
  SharedInformer,
  type EventHandler,
  type InformerOptions,
  type ResourceClient,
} from "@apimachinery/client";
import { afterAll, describe, expect, test } from "vitest";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import { embedded, PizzaServer } from "./pizza-server.js";
import { pizza } from "./pizza.js";
import { eventually } from "../eventually.js";

const stops: AbortController[] = [];
const impatient = { initial: 20, max: 100, factor: 2, jitter: 0.1, resetAfter: 10_000 };

afterAll(() => {
  for (const stop of stops) stop.abort();
});

interface Started {
  readonly informer: SharedInformer<Pizza>;
  readonly log: string[];
  readonly errors: unknown[];
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Starts an informer that runs until the test ends. Returns the informer and the calls of its
 * handler.
 */
function start(source: ResourceClient<Pizza>, options: InformerOptions<Pizza> = {}): Started {
  const log: string[] = [];
  const errors: unknown[] = [];
  const informer = new SharedInformer<Pizza>(source, {
    backoff: impatient,
    onError: (error) => errors.push(error),
    ...options,
  });
  informer.addEventHandler(logging(log));
  const stop = new AbortController();
  stops.push(stop);
  return { informer, log, errors, stop, ended: informer.run(stop.signal) };
}

function logging(log: string[]): EventHandler<Pizza> {
  return {
    onAdd: (object, isInInitialList) => void log.push(`${isInInitialList ? "initial" : "add"} ${keyOf(object)}`),
    onUpdate: (_old, object) => void log.push(`update ${keyOf(object)}`),
    onDelete: (object) =>
      void log.push(object instanceof DeletedFinalStateUnknown ? `lost ${object.key}` : `delete ${keyOf(object)}`),
  };
}

describe.concurrent.each([
  ["as a stream", true],
  ["in pages", false],
])("an informer that lists %s", (_how, useWatchList) => {
  test("a handler receives existing objects, then changes", async () => {
    const server = await PizzaServer.start();
    const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
    for (const name of ["a", "b", "c"]) await pizzas.create(pizza(name));
    const { informer, log } = start(pizzas, { useWatchList, pageSize: 2 });
    expect(informer.hasSynced).toBe(false);
    await informer.synced();
    expect(informer.indexer.size).toBe(3);
    await pizzas.patch("a", { type: "merge", body: { metadata: { labels: { x: "y" } } } });
    await pizzas.delete("b");
    await pizzas.create(pizza("d"));
    await eventually(() => {
      expect(log.slice(3)).toEqual(["update default/a", "delete default/b", "add default/d"]);
    });
    expect(log.slice(0, 3).sort()).toEqual(["initial default/a", "initial default/b", "initial default/c"]);
    expect(informer.lister.namespace("default").get("a")?.metadata.labels).toEqual({ x: "y" });
    expect(informer.lister.list("x=y").map(keyOf)).toEqual(["default/a"]);
    expect(informer.lister.namespace("elsewhere").list()).toEqual([]);
  });

  test("after an expired revision the informer lists again and reports deleted objects", async () => {
    const server = await PizzaServer.start();
    const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
    for (const name of ["a", "b"]) await pizzas.create(pizza(name));
    // The first watch ends after one second. The store is compacted before the second watch, so the
    // revision of that watch has expired.
    let opened = 0;
    const source = {
      list: pizzas.list.bind(pizzas),
      watch: async (options: Parameters<typeof pizzas.watch>[0]) => {
        opened++;
        if (opened === 2) {
          await pizzas.delete("a");
          await pizzas.create(pizza("c"));
          await server.storage.compact(await server.storage.currentRevision());
        }
        return pizzas.watch({ ...options, ...(opened === 1 ? { timeoutSeconds: 1 } : {}) });
      },
    };
    const log: string[] = [];
    const informer = new SharedInformer<Pizza>(source, { backoff: impatient, useWatchList });
    informer.addEventHandler(logging(log));
    const stop = new AbortController();
    stops.push(stop);
    void informer.run(stop.signal);
    await eventually(() => {
      expect(log).toEqual(["initial default/a", "initial default/b", "add default/c", "lost default/a"]);
    });
    await pizzas.delete("c");
    await eventually(() => {
      expect(log.at(-1)).toBe("delete default/c");
    });
  });
});

test.concurrent("after a restart of the server the informer continues from its last revision", async () => {
  const server = await PizzaServer.start(embedded());
  const client = server.client();
  const pizzas = client.resource(Kinds.Pizza).namespace("default");
  for (const name of ["a", "b"]) await pizzas.create(pizza(name));
  const { informer, log } = start(pizzas);
  await informer.synced();
  for (const round of [1, 2, 3]) {
    await server.stop();
    await server.start();
    await pizzas.create(pizza(`c${round}`));
    await eventually(() => {
      expect(log.at(-1)).toBe(`add default/c${round}`);
    });
  }
  // The restarts of the server cause no repeated events, so the handler receives one event for each
  // new pizza.
  expect(log.slice(2)).toEqual(["add default/c1", "add default/c2", "add default/c3"]);
});

test.concurrent("the informer lists a server again that restarts without objects and counts revisions from 1", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
  for (const name of ["a", "b", "c", "d"]) await pizzas.create(pizza(name));
  const { informer, log } = start(pizzas);
  await informer.synced();
  await eventually(() => {
    expect(log).toHaveLength(4);
  });
  await server.stop();
  await server.start();
  await pizzas.create(pizza("e"));
  await eventually(() => {
    expect(informer.indexer.keys()).toEqual(["default/e"]);
  });
  expect(log.slice(4).sort()).toEqual([
    "add default/e",
    "lost default/a",
    "lost default/b",
    "lost default/c",
    "lost default/d",
  ]);
  await pizzas.delete("e");
  await eventually(() => {
    expect(log.at(-1)).toBe("delete default/e");
  });
});

test.concurrent("a slow handler of thousands of objects does not delay other handlers", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
  const names = Array.from({ length: 2000 }, (_, index) => `p${String(index).padStart(4, "0")}`);
  for (let at = 0; at < names.length; at += 100)
    await Promise.all(names.slice(at, at + 100).map((name) => pizzas.create(pizza(name))));
  const { informer, log } = start(pizzas);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: string[] = [];
  const registration = informer.addEventHandler({
    onAdd: async (object) => {
      await held;
      slow.push(keyOf(object));
    },
  });
  await informer.synced();
  await eventually(() => {
    expect(log).toHaveLength(2000);
  });
  await pizzas.create(pizza("late"));
  await eventually(() => {
    expect(log.at(-1)).toBe("add default/late");
  });
  expect([slow.length, registration.hasSynced, registration.pending]).toEqual([0, false, 2001]);
  release();
  await registration.synced();
  expect(slow).toHaveLength(2000);
  await eventually(() => {
    expect(slow.at(-1)).toBe("default/late");
  });
});

test.concurrent("a late handler receives all objects, a removed one none, and one that throws affects no others", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
  await pizzas.create(pizza("a"));
  const { informer, log, errors } = start(pizzas);
  await informer.synced();
  const late: string[] = [];
  const registration = informer.addEventHandler(logging(late));
  await registration.synced();
  expect(late).toEqual(["initial default/a"]);
  registration.remove();
  informer.addEventHandler({
    onAdd: () => {
      throw new Error("mine");
    },
  });
  await pizzas.create(pizza("b"));
  await eventually(() => {
    expect(log.at(-1)).toBe("add default/b");
  });
  await eventually(() => {
    expect(errors.map(String)).toEqual(["Error: mine", "Error: mine"]);
  });
  expect(late).toEqual(["initial default/a"]);
});

test.concurrent("a resync calls a handler for every object", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza).namespace("default");
  await pizzas.create(pizza("a"));
  const { informer, log } = start(pizzas);
  const resynced: string[] = [];
  informer.addEventHandler(
    { onUpdate: (old, object) => void resynced.push(`${keyOf(object)} ${String(old === object)}`) },
    { resync: 5 },
  );
  await eventually(() => {
    expect(resynced.slice(0, 2)).toEqual(["default/a true", "default/a true"]);
  });
  expect(log).toEqual(["initial default/a"]);
});

test.concurrent("an informer indexes and transforms objects, and mutations throw", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza);
  await pizzas.namespace("one").create(pizza("a", { size: "large" }));
  await pizzas.namespace("two").create(pizza("b", { size: "small" }));
  const transform = (object: Pizza): Pizza => ({ ...object, spec: { toppings: [] } });
  const indexers = {
    size: ({ metadata }: { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } }) => [
      metadata.labels?.["size"] ?? "",
    ],
  };
  const { informer } = start(pizzas, { transform, indexers, detectMutations: true });
  await informer.synced();
  expect(informer.indexer.indexValues("size").toSorted()).toEqual(["large", "small"]);
  expect(informer.indexer.byIndex("size", "large").map(keyOf)).toEqual(["one/a"]);
  expect(
    informer.lister
      .namespace("two")
      .list()
      .map(({ metadata, spec }) => [metadata.name, spec.toppings]),
  ).toEqual([["b", []]]);
  const shared = informer.indexer.get("one/a") as Pizza;
  expect(() => {
    shared.spec.toppings.push({ name: "mine", quantity: 1 });
  }).toThrow(TypeError);
  await pizzas.namespace("one").patch("a", { type: "merge", body: { metadata: { labels: { size: "small" } } } });
  await eventually(() => {
    expect(informer.indexer.byIndex("size", "small").map(keyOf).toSorted()).toEqual(["one/a", "two/b"]);
  });
  expect(informer.indexer.byIndex("size", "large")).toEqual([]);
  expect(() => informer.indexer.byIndex("colour", "red")).toThrow("index with name colour does not exist");
});

test.concurrent("an aborted informer leaves no open connection", async () => {
  const server = await PizzaServer.start();
  const pizzas = server.client().resource(Kinds.Pizza);
  const { informer, stop, ended } = start(pizzas);
  await informer.synced();
  stop.abort();
  await ended;
  await expect(informer.run(new AbortController().signal)).rejects.toThrow("was started before");
});
