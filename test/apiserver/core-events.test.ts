import { eventGroup, MemoryStorage, newAPIGroups } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { fuzzer } from "@apimachinery/runtime/testing";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventSchema as CoreEventSchema } from "../../apiserver/groups/core/v1/zz_generated.schema.js";
import { fromCore, toCore } from "../../apiserver/groups/events/core-event.js";
import { EventSchema } from "../../apiserver/groups/events/v1/zz_generated.schema.js";
import { Events } from "./events.js";
import { InProcessServer } from "./harness.js";
import { apply } from "./verbs/applying.js";

function newServer(): InProcessServer {
  const storage = new MemoryStorage();
  const infos = newAPIGroups([eventGroup], { scheme: new Scheme(), storage, keyPrefix: "/registry/test" });
  return new InProcessServer({ storage, groups: infos.map((info) => () => info) });
}

const core = "/api/v1/namespaces/default/events";
const newer = "/apis/events.k8s.io/v1/namespaces/default/events";
const event = {
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "a" },
  involvedObject: { kind: "Pizza", namespace: "default", name: "margherita" },
  reason: "Burnt",
  type: "Warning",
};

/** Returns an Event without zeros, which have no meaning in its fields. */
function withoutZeros(value: object): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (part === "" || part === 0 ? undefined : part)),
  ) as unknown;
}

describe("Events of core/v1", () => {
  test("lose nothing as Events of events.k8s.io/v1, and back", () => {
    fc.assert(
      fc.property(fuzzer(CoreEventSchema)(), fuzzer(EventSchema)(), (older, other) => {
        expect(withoutZeros(toCore(fromCore(older)))).toEqual(withoutZeros(older));
        expect(withoutZeros(fromCore(toCore(other)))).toEqual(withoutZeros(other));
      }),
      { numRuns: 25 },
    );
  });

  test("are stored as Events of events.k8s.io/v1, for one hour", async () => {
    const lives: number[] = [];
    class Recording extends MemoryStorage {
      override create(...args: Parameters<MemoryStorage["create"]>): ReturnType<MemoryStorage["create"]> {
        lives.push(args[2]?.ttl ?? 0);
        return super.create(...args);
      }
    }
    const storage = new Recording();
    const infos = newAPIGroups([eventGroup], { scheme: new Scheme(), storage, keyPrefix: "/registry/test" });
    const server = new InProcessServer({ storage, groups: infos.map((info) => () => info) });
    await server.post(core, event);
    const { items } = await storage.list("/registry/test/");
    expect(items.map(({ key }) => key)).toEqual(["/registry/test/events.k8s.io/events/default/a"]);
    expect(lives).toEqual([3600]);
  });

  test("are counted by the patches of a recorder, which watches of both groups see", async () => {
    const server = newServer();
    await server.post(core, event);
    const watch = new Events(await server.response("GET", `${newer}?watch=true&resourceVersion=0`));
    const counted = { count: 2, lastTimestamp: "2026-01-02T03:04:05Z" };
    expect((await server.patch(`${core}/a`, "strategic-merge-patch", counted)).status).toBe(200);
    const [added, modified] = await watch.take(2);
    expect(added?.object?.["deprecatedCount"]).toBeUndefined();
    expect(modified).toMatchObject({
      type: "MODIFIED",
      object: { apiVersion: "events.k8s.io/v1", deprecatedCount: 2, reason: "Burnt" },
    });
    watch.hangUp();
  });

  test("are applied in both groups; a write in one forgets the managers of the other, as in Kubernetes", async () => {
    const server = newServer();
    const series = { count: 2, lastObservedTime: "2026-01-02T03:04:05.000000Z" };
    const added = { apiVersion: "events.k8s.io/v1", kind: "Event", metadata: event.metadata, eventTime: null, series };
    const managers = async () =>
      Object.values((await server.get(`${core}/a`)).json["metadata"]?.["managedFields"] ?? {}).map(
        ({ manager, apiVersion }) => [manager, apiVersion],
      );
    await apply(server, `${core}/a`, event, "fieldManager=older");
    expect(await managers()).toEqual([["older", "v1"]]);
    await apply(server, `${newer}/a`, added, "fieldManager=newer");
    expect(await managers()).toEqual([["newer", "events.k8s.io/v1"]]);
    const { json } = await apply(server, `${core}/a`, { ...event, type: "Normal" }, "fieldManager=older");
    expect(json).toMatchObject({ type: "Normal", reason: "Burnt", series });
  });

  test("are deleted as a collection by the fields of either group", async () => {
    const server = newServer();
    await server.post(core, event);
    await server.delete(`${newer}?fieldSelector=regarding.kind=Other`);
    expect((await server.get(`${core}/a`)).status).toBe(200);
    await server.delete(`${core}?fieldSelector=involvedObject.kind=Pizza`);
    expect((await server.get(`${newer}/a`)).status).toBe(404);
  });
});
