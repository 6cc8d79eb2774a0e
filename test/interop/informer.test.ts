import {
  CustomObjectsApi,
  Watch,
  makeInformer,
  type Informer,
  type KubernetesListObject,
  type ObjectCache,
} from "@kubernetes/client-node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PizzaServer } from "./pizza-server.js";
import { group, kubeConfig, topping, type Topping } from "./official-client.js";
import { eventually } from "../eventually.js";

/**
 * @file Tests Watch and the informer of the official JavaScript client, with restarts of the
 * server.
 */

const toppings = { group, version: "v1alpha1", plural: "toppings" };
const path = `/apis/${group}/v1alpha1/toppings`;

let server: PizzaServer;
let api: CustomObjectsApi;
beforeAll(async () => {
  server = await PizzaServer.start();
  api = kubeConfig(server).makeApiClient(CustomObjectsApi);
});
afterAll(async () => {
  await server.remove();
});

const create = (name: string, labels = {}) =>
  api.createClusterCustomObject({ ...toppings, body: topping(name, 1, labels) }) as Promise<Topping>;
const remove = (name: string) => api.deleteClusterCustomObject({ ...toppings, name });
const list = () => api.listClusterCustomObject(toppings) as Promise<KubernetesListObject<Topping>>;
const listed = async () => (await list()).items.map((item) => item.metadata?.name).sort();

test("Watch receives the changes after a revision, and its stream ends at the timeout", async () => {
  const since = (await list()).metadata?.resourceVersion;
  const events: string[] = [];
  const ended = new Promise<unknown>((resolve, reject) => {
    const query = { resourceVersion: since, timeoutSeconds: 2, allowWatchBookmarks: true };
    const hear = (type: string, object: Topping) => events.push(`${type} ${object.metadata?.name ?? ""}`);
    new Watch(kubeConfig(server)).watch(path, query, hear, resolve).catch(reject);
  });
  await create("basil");
  await remove("basil");
  expect(await ended).toBeNull();
  expect(events.filter((event) => !event.startsWith("BOOKMARK"))).toEqual(["ADDED basil", "DELETED basil"]);
});

test("Watch with a revision that is not a number fails with the server's error", async () => {
  const ended = new Promise<unknown>((resolve, reject) => {
    new Watch(kubeConfig(server)).watch(path, { resourceVersion: "abc" }, () => undefined, resolve).catch(reject);
  });
  expect(await ended).toMatchObject({ statusCode: 400 });
});

describe("the informer of the official client", () => {
  let informer: Informer<Topping> & ObjectCache<Topping>;
  let events: string[];
  let errors: number;
  const stopped = new WeakSet<object>();
  const start = async () => {
    const own = makeInformer(kubeConfig(server), path, list);
    [informer, events, errors] = [own, [], 0];
    for (const verb of ["add", "update", "delete"] as const) {
      own.on(verb, (object) => {
        events.push(`${verb} ${object.metadata?.name ?? ""}`);
      });
    }
    // According to the client's documentation, the user must start the informer again after an
    // error. A stop of the informer also emits an error, which the test ignores. It can arrive when
    // the next test has begun.
    own.on("error", () => {
      if (stopped.has(own)) return;
      errors++;
      setTimeout(() => void own.start(), 50);
    });
    await own.start();
  };
  const cached = () =>
    informer
      .list()
      .map((item) => item.metadata?.name)
      .sort();
  const agrees = async () => JSON.stringify(cached()) === JSON.stringify(await listed());
  afterEach(async () => {
    stopped.add(informer);
    await informer.stop();
  });

  test("the informer lists, follows changes and removes deleted objects", async () => {
    await create("capers");
    await start();
    await create("olives");
    const capers = (await api.getClusterCustomObject({ ...toppings, name: "capers" })) as Topping;
    await api.replaceClusterCustomObject({ ...toppings, name: "capers", body: { ...capers, spec: { cost: 3 } } });
    await remove("olives");
    await eventually(
      () => events.includes("delete olives") && events.includes("update capers"),
      () => events,
    );
    expect(events).toEqual(["add capers", "add olives", "update capers", "delete olives"]);
    expect(informer.get("capers")?.spec).toEqual({ cost: 3 });
  });

  test.each(["SIGKILL", "SIGTERM"] as const)(
    "the informer continues from its revision after %s of the server",
    async (signal) => {
      await start();
      const [before, after] = [`${signal.toLowerCase()}-before`, `${signal.toLowerCase()}-after`];
      await create(before);
      await eventually(
        () => events.includes(`add ${before}`),
        () => events,
      );
      expect(await server.end(signal)).toBe(signal === "SIGKILL" ? "SIGKILL" : 0);
      await server.again();
      await create(after);
      await remove(before);
      await eventually(
        () => events.includes(`delete ${before}`),
        () => ({ events, errors }),
      );
      await eventually(agrees, () => ({ cached: cached(), errors }));
      // The server's history survives its restart. The informer therefore receives no event twice
      // and misses none.
      expect(events).toEqual([...new Set(events)]);
      expect(events.slice(-2)).toEqual([`add ${after}`, `delete ${before}`]);
    },
  );

  test("the informer misses no write during five restarts", async () => {
    await start();
    for (let round = 0; round < 5; round++) {
      const writes = Promise.allSettled(Array.from({ length: 20 }, (_, index) => create(`round-${round}-${index}`)));
      if (round % 2 === 0) await writes;
      await server.end("SIGKILL");
      await writes;
      await server.again();
    }
    await create("last");
    await eventually(
      () => informer.get("last") !== undefined,
      () => ({ cached: cached(), errors }),
    );
    await eventually(agrees, () => ({ cached: cached(), errors }));
    expect(events.length).toBe(new Set(events).size);
  });
});
