import { MemoryStorage, type Strategy } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import type { KeyValue } from "../../apiserver/storage/index.js";
import { Events } from "./events.js";
import { InProcessServer, textOf, type HarnessOptions } from "./harness.js";
import { apply } from "./verbs/applying.js";
import { bakeryGroup, oven, ovens, ovenStrategy, type Oven } from "./verbs/bakery.js";

/** Records the time to live of each write, before it passes the write to the memory storage. */
class RecordingStorage extends MemoryStorage {
  readonly writes: string[] = [];

  override create(...args: Parameters<MemoryStorage["create"]>): Promise<KeyValue> {
    this.writes.push(`create ${args[2]?.ttl ?? 0}`);
    return super.create(...args);
  }

  override update(...args: Parameters<MemoryStorage["update"]>): Promise<KeyValue> {
    this.writes.push(`update ${args[3]?.ttl ?? 0}`);
    return super.update(...args);
  }
}

function serverWith(ttl: Strategy<Oven>["ttl"], options: HarnessOptions = {}): InProcessServer {
  const strategy: Strategy<Oven> = ttl === undefined ? ovenStrategy : { ...ovenStrategy, ttl };
  return new InProcessServer({ ...options, groups: [(storage) => bakeryGroup(storage, strategy)] });
}

const label = (value: string): object => ({ metadata: { labels: { x: value } } });
const typeMeta = { apiVersion: "bakery.example.com/v1", kind: "Oven" };

describe("the time to live of a kind", () => {
  test("belongs to every write of an object, and to no dry run", async () => {
    const storage = new RecordingStorage();
    const server = serverWith(3600, { storage });
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 4 } };
    const requests: Record<string, (query: string) => Promise<{ readonly status: number }>> = {
      create: (query) => server.post(`${ovens}${query}`, oven("a")),
      update: (query) => server.put(`${ovens}/a${query}`, oven("a", { replicas: 2 })),
      "create by update": (query) => server.put(`${ovens}/b${query}`, oven("b")),
      patch: (query) => server.patch(`${ovens}/a${query}`, "merge-patch", label("1")),
      apply: (query) =>
        apply(
          server,
          `${ovens}/a`,
          { ...typeMeta, metadata: { name: "a", labels: { y: "1" } } },
          `fieldManager=chef&${query.slice(1)}`,
        ),
      "create by apply": (query) =>
        apply(server, `${ovens}/c`, { ...typeMeta, ...oven("c") }, `fieldManager=chef&${query.slice(1)}`),
      status: (query) => server.patch(`${ovens}/a/status${query}`, "merge-patch", { status: { heat: "hot" } }),
      scale: (query) => server.put(`${ovens}/a/scale${query}`, scale),
    };
    for (const [name, send] of Object.entries(requests)) {
      storage.writes.length = 0;
      expect((await send("?dryRun=All")).status, name).toBeLessThan(300);
      expect(storage.writes, name).toEqual([]);
      expect((await send("?")).status, name).toBeLessThan(300);
      expect(storage.writes, name).toEqual([`${name.startsWith("create") ? "create" : "update"} 3600`]);
    }
  });

  test("stays if an update changes nothing, because the object is not written", async () => {
    const storage = new RecordingStorage();
    const server = serverWith(3600, { storage });
    await server.post(ovens, oven("a"));
    expect((await server.patch(`${ovens}/a`, "merge-patch", { spec: { colour: "red" } })).status).toBe(200);
    expect(storage.writes).toEqual(["create 3600"]);
  });

  test("can depend on the object", async () => {
    const storage = new RecordingStorage();
    const strategy: Strategy<Oven> & { readonly days: number } = {
      ...ovenStrategy,
      days: 2,
      ttl(object) {
        return object.spec.colour === "red" ? (object.spec.replicas ?? 0) : this.days * 86_400;
      },
    };
    const server = new InProcessServer({ storage, groups: [(place) => bakeryGroup(place, strategy)] });
    await server.post(ovens, oven("a", { colour: "blue" }));
    await server.post(ovens, oven("b"));
    await server.patch(`${ovens}/b`, "merge-patch", { spec: { replicas: 60 } });
    expect(storage.writes).toEqual(["create 172800", "create 0", "update 60"]);
  });

  test("ends with the deletion timestamp that finalizers cause, as in Go's server", async () => {
    const storage = new RecordingStorage();
    const server = serverWith(3600, { storage });
    await server.post(ovens, { ...oven("a"), metadata: { name: "a", finalizers: ["example.com/cake"] } });
    await server.delete(`${ovens}/a`);
    await server.patch(`${ovens}/a`, "merge-patch", label("1"));
    expect(storage.writes).toEqual(["create 3600", "update 0", "update 3600"]);
  });
});

test("an object with finalizers vanishes after its time, and watches get the deletion", async () => {
  const server = serverWith(1);
  const events = new Events(await server.response("GET", `${ovens}?watch=1`));
  const created = await server.post(ovens, {
    ...oven("a"),
    metadata: { name: "a", finalizers: ["example.com/cake"] },
  });
  expect(created.status).toBe(201);
  const [added, deleted] = await events.take(2);
  events.hangUp();
  expect([added?.["type"], deleted?.["type"]]).toEqual(["ADDED", "DELETED"]);
  expect(deleted?.["object"]).toMatchObject({ metadata: { name: "a" }, spec: { colour: "red" } });
  expect(Number(textOf(deleted?.["object"]?.["metadata"]?.["resourceVersion"]))).toBeGreaterThan(
    Number(textOf(added?.["object"]?.["metadata"]?.["resourceVersion"])),
  );
  expect((await server.get(`${ovens}/a`)).json).toMatchObject({ code: 404, reason: "NotFound" });
  expect((await server.get(ovens)).json["items"]).toEqual([]);
  expect((await server.post(ovens, oven("a"))).status).toBe(201);
});

test.each([0, -1, 1.5, Number.NaN, Infinity, 10_000_000_000, "3600"])(
  "the server does not start with ttl %s",
  (ttl) => {
    expect(() => serverWith(ttl as number)).toThrow(
      `the strategy of Oven has the ttl ${typeof ttl === "string" ? '"3600"' : String(ttl)}: set an integer from 1 to 9000000000: the number of seconds after which an object is deleted`,
    );
  },
);

test.each<readonly [unknown, string]>([
  [-1, "a number"],
  [undefined, "nothing"],
  ["60", 'the string "60"'],
])("a function that returns %s as the time to live is an internal error", async (result, described) => {
  const server = serverWith(() => result as number);
  const message = `ttl of Oven must return an integer from 1 to 9000000000: the number of seconds after which an object is deleted, or 0 for an object that stays, and it returned ${described}`;
  expect((await server.post(ovens, oven("a"))).json).toMatchObject({
    code: 500,
    message: `Internal error occurred: ${message}`,
  });
  expect((await server.get(ovens)).json["items"]).toEqual([]);
});
