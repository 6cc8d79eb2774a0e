import { newAPIGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { CachedStorage, MemoryStorage } from "../../apiserver/storage/index.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { InProcessServer, group, pizzas, textOf, type Json } from "./harness.js";

const prefix = "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info/pizzas/";
const why = (revision: number) =>
  `object not decodable revision=${revision}: couldn't get version/kind; json parse error: invalid character 'o' in literal null (expecting 'u')`;
const corrupt = (name: string, revision: number) =>
  `StorageError: corrupt object, Code: 7, Key: ${prefix}default/${name}, ResourceVersion: 0, AdditionalErrorMsg: ${why(revision)}`;
const resource = "pizzas.restaurant.programming-kubernetes.info";

const storages = {
  memory: () => new MemoryStorage(),
  "a watch cache": () => new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }),
};

async function served(make: () => MemoryStorage | CachedStorage, names: readonly string[]): Promise<InProcessServer> {
  const server = new InProcessServer({ storage: make() });
  for (const name of names) {
    if (name.startsWith("bad")) await server.storage.create(`${prefix}default/${name}`, Buffer.from("nonsense"));
    else await server.post(pizzas, { metadata: { name, labels: { kind: "good" } } });
  }
  return server;
}

async function listed(server: InProcessServer, query = ""): Promise<Json> {
  return (await server.get(pizzas + query)).json;
}

describe.each(Object.entries(storages))("GetListWithErrorAggregation, with %s", (_, make) => {
  test("a list with one unreadable object fails and names it", async () => {
    const server = await served(make, ["a", "bad", "c"]);
    expect(await listed(server)).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: `failed to read one or more ${resource} from the storage: ${corrupt("bad", 3)}`,
      reason: "StorageReadError",
      details: {
        name: "list",
        group: "restaurant.programming-kubernetes.info",
        kind: "pizzas",
        causes: [{ reason: "UnexpectedServerResponse", message: corrupt("bad", 3), field: `${prefix}default/bad` }],
      },
      code: 500,
    });
  });

  test("a list with several unreadable objects names all of them, and its message contains the first", async () => {
    const server = await served(make, ["a", "bad1", "bad2", "c", "bad3"]);
    const json = await listed(server);
    expect(json["message"]).toBe(
      `failed to read one or more ${resource} from the storage: ${corrupt("bad1", 3)} (and 2 more)`,
    );
    expect(json["details"]?.["causes"]).toMatchObject(
      ["bad1", "bad2", "bad3"].map((name) => ({ field: `${prefix}default/${name}` })),
    );
  });

  test.each(["?labelSelector=kind%3Dgood", "?fieldSelector=metadata.name%3Da", "?resourceVersion=0"])(
    "a list with %s fails too, because unreadable objects cannot be selected",
    async (query) => {
      expect(await listed(await served(make, ["a", "bad"]), query)).toMatchObject({
        code: 500,
        reason: "StorageReadError",
      });
    },
  );

  test("the causes for more than a hundred unreadable objects are truncated, and the last cause says so", async () => {
    const names = Array.from({ length: 120 }, (_unused, index) => `bad${String(index).padStart(3, "0")}`);
    const json = await listed(await served(make, names));
    const causes = Object.values(json["details"]?.["causes"] ?? {});
    expect(causes).toHaveLength(101);
    expect(causes[100]).toEqual({ reason: "FieldValueTooMany", message: "too many errors, the list is truncated" });
    expect(json["message"]).toContain("(and 99 more)");
  });

  test("a page with an unreadable object fails, and earlier pages do not", async () => {
    const server = await served(make, ["a", "b", "bad", "c"]);
    const first = await listed(server, "?limit=2");
    expect(Object.values(first["items"] ?? {})).toHaveLength(2);
    expect(await listed(server, `?limit=2&continue=${textOf(first["metadata"]?.["continue"])}`)).toMatchObject({
      code: 500,
      reason: "StorageReadError",
    });
    expect(await listed(server, "?limit=3")).toMatchObject({ code: 500, reason: "StorageReadError" });
  });

  test("GetListWithoutErrorAggregation: lists of other namespaces and kinds do not fail", async () => {
    const server = await served(make, ["a", "bad"]);
    expect((await server.get(`${group}/v1beta1/namespaces/other/pizzas`)).status).toBe(200);
    expect((await server.get(`${group}/v1alpha1/toppings`)).status).toBe(200);
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
    await server.storage.delete(`${prefix}default/bad`);
    expect(Object.values((await listed(server))["items"] ?? {})).toHaveLength(1);
  });

  test("the log names each unreadable object once", async () => {
    const storage = make();
    const logged: string[] = [];
    const info = newAPIGroup(restaurantGroup, {
      scheme: new Scheme("log"),
      storage,
      keyPrefix: "/registry/pizza-apiserver.programming-kubernetes.info",
      log: (message) => logged.push(message),
    });
    await storage.create(`${prefix}default/bad`, Buffer.from("nonsense"));
    const store = info.versions["v1beta1"]?.["pizzas"]?.store;
    for (let count = 0; count < 3; count++)
      await expect(store?.get("default", "bad", "")).rejects.toThrow(corrupt("bad", 2));
    expect(logged).toEqual([`Internal error occurred: ${corrupt("bad", 2)}`]);
  });
});

describe.each(Object.entries(storages))("watches of unreadable objects, with %s", (_, make) => {
  /** Reads the events of a watch until the server ends the watch. */
  async function events(server: InProcessServer, query: string): Promise<readonly Json[]> {
    const { body } = await server.response("GET", `${pizzas}?watch=1&timeoutSeconds=1&${query}`);
    if (typeof body !== "function") throw new Error("not a stream");
    return new Promise((resolve) => {
      let text = "";
      const write = (bytes: Buffer | string): boolean => {
        text += bytes.toString();
        return true;
      };
      const end = (): void => {
        resolve(
          text
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line) as Json),
        );
      };
      body({ write, end, onDrain: () => undefined, stop: () => undefined, closed: new AbortController().signal });
    });
  }
  const brief = (list: readonly Json[]) =>
    list.map(({ type, object }) => `${textOf(type)} ${textOf(object?.["metadata"]?.["name"] ?? object?.["reason"])}`);

  test("WatchError: the creation of an unreadable object is an ERROR event, and the watch ends", async () => {
    const server = await served(make, ["a", "bad", "c"]);
    const received = await events(server, "resourceVersion=1");
    expect(received.at(-1)?.["object"]).toMatchObject({
      kind: "Status",
      reason: "InternalError",
      code: 500,
      message: `Internal error occurred: ${corrupt("bad", 3)}`,
    });
  });

  test("WatchErrorIsBlockingFurtherEvents: the watch sends no events after the error", async () => {
    const server = await served(make, ["a", "b", "bad", "c", "d"]);
    expect(brief(await events(server, "resourceVersion=1"))).toEqual(["ADDED a", "ADDED b", "ERROR InternalError"]);
    expect(brief(await events(server, "resourceVersion=4"))).toEqual(["ADDED c", "ADDED d"]);
  });

  test("an unreadable object is also an ERROR event of a watch with a selector", async () => {
    const server = await served(make, ["a", "bad"]);
    expect(brief(await events(server, "resourceVersion=1&labelSelector=kind%3Dgood"))).toEqual([
      "ADDED a",
      "ERROR InternalError",
    ]);
  });

  test.each(["", "&labelSelector=kind%3Dgood"])(
    "WatchWithUnsafeDelete%s: the deletion is an ERROR event with a separate reason",
    async (selector) => {
      const server = await served(make, ["a", "bad", "c"]);
      expect((await server.delete(`${pizzas}/bad`)).status).toBe(500);
      expect((await server.delete(`${pizzas}/bad?ignoreStoreReadErrorWithClusterBreakingPotential=true`)).status).toBe(
        200,
      );
      await server.post(pizzas, { metadata: { name: "d" } });
      const received = await events(server, `resourceVersion=4${selector}`);
      expect(brief(received)).toEqual(["ERROR StorageReadError"]);
      expect(received[0]?.["object"]).toMatchObject({
        code: 500,
        message: `saw a DELETED event, but object data is corrupt - ${why(3)}`,
      });
    },
  );

  test("a watch that begins with existing objects fails like the list", async () => {
    const server = await served(make, ["a", "bad"]);
    expect((await server.get(`${pizzas}?watch=1&resourceVersion=0`)).json).toMatchObject({
      code: 500,
      reason: "StorageReadError",
    });
  });
});
