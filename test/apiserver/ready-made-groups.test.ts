import { eventGroup, leaseGroup, newAPIGroup, type AnyGroupDefinition, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { InProcessServer } from "./harness.js";

const installed =
  (group: AnyGroupDefinition) =>
  (storage: Storage): ReturnType<typeof newAPIGroup> =>
    newAPIGroup(group, { scheme: new Scheme(), storage, keyPrefix: "/registry/test" });

const server = new InProcessServer({ groups: [installed(leaseGroup), installed(eventGroup)] });
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const events = "/apis/events.k8s.io/v1/namespaces/default/events";

describe("Leases", () => {
  test("are created by a PUT, and are not updated without a resourceVersion", async () => {
    const lease = { metadata: { name: "put" }, spec: { holderIdentity: "a" } };
    expect((await server.put(`${leases}/put`, lease)).status).toBe(201);
    expect((await server.put(`${leases}/put`, lease)).json["message"]).toBe(
      'leases.coordination.k8s.io "put" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  test("can have a generated name whose base ends with a hyphen", async () => {
    const { json } = await server.post(leases, { metadata: { generateName: "controller-" } });
    expect(json["metadata"]?.["name"]).toMatch(/^controller-\w{5}$/);
  });

  test("have the errors of their metadata and of their spec together", async () => {
    const { json } = await server.post(leases, { metadata: { name: "A" }, spec: { leaseDurationSeconds: -1 } });
    expect(json["details"]?.["causes"]).toMatchObject([
      { field: "metadata.name" },
      { field: "spec.leaseDurationSeconds" },
    ]);
  });
});

const event = {
  metadata: { name: "a" },
  eventTime: "2026-01-02T03:04:05.678901Z",
  reportingController: "example.com/bakery",
  reportingInstance: "bakery-1",
  action: "Bake",
  reason: "Baked",
  regarding: { namespace: "default", name: "margherita", kind: "Pizza" },
  note: "ready",
  type: "Normal",
};

describe("Events", () => {
  test("have a time to live of one hour, and times with microseconds", async () => {
    const { json } = await server.post(events, event);
    const stored = await server.storage.get("/registry/test/events.k8s.io/events/default/a");
    expect(json["eventTime"]).toBe("2026-01-02T03:04:05.678901Z");
    expect(stored.item).toBeDefined();
    expect(eventGroup.kinds.Event?.ttl).toBe(3600);
  });

  test("are replaced by a PUT without a resourceVersion", async () => {
    const put = { ...event, metadata: { name: "put" } };
    expect((await server.put(`${events}/put`, put)).status).toBe(201);
    expect((await server.put(`${events}/put`, put)).status).toBe(200);
  });

  test.each([
    ["a text of 129 characters", { action: "a".repeat(129) }, "action", "can have at most 128 characters"],
    ["a long instance", { reportingInstance: "a".repeat(129) }, "reportingInstance", "can have at most 128 characters"],
    ["a long note", { note: "a".repeat(1025) }, "message", "can have at most 1024 characters"],
    ["an unknown type", { type: "Bad" }, "type", "has invalid value: Bad"],
    ["a deprecated time", { deprecatedFirstTimestamp: "2026-01-02T03:04:05Z" }, "firstTimestamp", "needs to be unset"],
    ["a deprecated source", { deprecatedSource: { host: "a" } }, "source", "needs to be unset"],
    [
      "a short series",
      { series: { count: 1, lastObservedTime: event.eventTime } },
      "series.count",
      "should be at least",
    ],
    [
      "an object without a namespace",
      { metadata: { name: "x", namespace: "other" }, regarding: { kind: "Node" } },
      "involvedObject.namespace",
      "does not match event.namespace",
    ],
  ])("%s is refused", async (_title, change, field, message) => {
    const changed = { ...event, ...change };
    const namespace = "namespace" in changed.metadata ? changed.metadata.namespace : "default";
    const { status, json } = await server.post(events.replace("default", namespace), changed);
    expect(status).toBe(422);
    const cause = { reason: expect.anything() as unknown, field, message: expect.stringContaining(message) as unknown };
    expect(json["details"]?.["causes"]).toEqual([cause]);
  });
});
