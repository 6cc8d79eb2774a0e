import { eventGroup, leaseGroup } from "@apimachinery/apiserver";
import {
  EventBroadcaster,
  eventResource,
  LeaseLock,
  type Event,
  type EventBroadcasterOptions,
  type RESTClient,
} from "@apimachinery/client";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { Candidate, stopCandidates } from "./election.js";
import { pizza } from "./pizza.js";
import { PizzaServer } from "./pizza-server.js";
import { eventually } from "../eventually.js";

let server: PizzaServer;

beforeAll(async () => {
  server = await PizzaServer.start({ groups: [eventGroup, leaseGroup] });
});

const broadcasters: EventBroadcaster[] = [];
afterEach(async () => {
  await stopCandidates();
  for (const broadcaster of broadcasters.splice(0)) await broadcaster.shutdown();
});

interface Recording {
  readonly broadcaster: EventBroadcaster;
  readonly recorder: ReturnType<EventBroadcaster["newRecorder"]>;
  readonly errors: unknown[];
}

function record(options: EventBroadcasterOptions = {}, client: RESTClient = server.client()): Recording {
  const errors: unknown[] = [];
  const broadcaster = new EventBroadcaster(client, {
    retryDelay: 20,
    onError: (error) => errors.push(error),
    ...options,
  });
  broadcasters.push(broadcaster);
  broadcaster.startRecordingToSink();
  return { broadcaster, recorder: broadcaster.newRecorder("example.com/bakery"), errors };
}

let objects = 0;

/** Returns a pizza that no other test uses, as a server returns it. */
function nextPizza(namespace = "default"): ReturnType<typeof pizza> {
  const name = `pizza-${++objects}`;
  const created = pizza(name);
  return { ...created, metadata: { ...created.metadata, namespace, uid: `uid-${name}`, resourceVersion: "7" } };
}

async function eventsOf(name: string | undefined, namespace = "default", on = server): Promise<readonly Event[]> {
  const events = on.client().resourceOf(eventResource).namespace(namespace);
  return (await events.list({ fieldSelector: `regarding.name=${name ?? ""}` })).items;
}

describe("an event", () => {
  test("has the fields of client-go", async () => {
    const { recorder, broadcaster, errors } = record();
    const object = nextPizza("kitchen");
    const related = nextPizza("kitchen");
    const annotations = { "example.com/oven": "wood" };
    recorder.annotatedEventf(object, related, annotations, "Warning", "Burnt", "Bake", "It was too hot");
    await broadcaster.shutdown();
    expect(errors).toEqual([]);
    const { name = "" } = object.metadata;
    expect(await eventsOf(name, "kitchen")).toMatchObject([
      {
        metadata: {
          name: expect.stringMatching(new RegExp(`^${name}\\.[0-9a-f]{16}$`)) as string,
          namespace: "kitchen",
          annotations,
        },
        eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
        reportingController: "example.com/bakery",
        reportingInstance: expect.stringMatching(/^example\.com\/bakery-./) as string,
        action: "Bake",
        reason: "Burnt",
        regarding: {
          apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
          kind: "Pizza",
          namespace: "kitchen",
          name,
          uid: `uid-${name}`,
          resourceVersion: "7",
        },
        related: { kind: "Pizza", name: related.metadata.name },
        note: "It was too hot",
        type: "Warning",
      },
    ]);
  });

  test("about an object without a namespace is in the namespace default", async () => {
    const { recorder, broadcaster } = record();
    const name = `topping-${++objects}`;
    recorder.eventf({ apiVersion: "v1", kind: "Topping", name }, undefined, "Normal", "Baked", "Bake", "");
    await broadcaster.shutdown();
    expect(await eventsOf(name)).toHaveLength(1);
  });

  test("with a name that is too long, or a long note, fits into the server's limits", async () => {
    const { recorder, broadcaster, errors } = record();
    const name = `Long_${"x".repeat(300)}`;
    const note = "ü".repeat(2000);
    const reference = { apiVersion: "v1", kind: "Topping", name, namespace: "default" };
    recorder.eventf(reference, undefined, "Normal", "Baked", "Bake", note);
    await broadcaster.shutdown();
    expect(errors).toEqual([]);
    const [event] = await eventsOf(name);
    expect(event?.note).toBe(`${"ü".repeat(510)}...`);
    expect(event?.metadata.name).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a series", () => {
  test("is one event that counts its occurrences; the notes may differ", async () => {
    const { recorder, broadcaster, errors } = record();
    const object = nextPizza();
    for (let index = 1; index <= 9; index++)
      recorder.eventf(object, undefined, "Normal", "Baked", "Bake", `for the ${index}th time`);
    await eventually(async () => (await eventsOf(object.metadata.name))[0]?.series?.count === 2);
    await broadcaster.shutdown();
    expect(await eventsOf(object.metadata.name)).toMatchObject([{ note: "for the 1th time", series: { count: 9 } }]);
    expect(errors).toEqual([]);
  });

  test("has a final count after it has finished, and a later event is a new one", async () => {
    const { recorder } = record({ finishTime: 200 });
    const object = nextPizza();
    const bake = () => {
      recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    };
    for (let index = 0; index < 5; index++) bake();
    await eventually(async () => (await eventsOf(object.metadata.name))[0]?.series?.count === 5);
    await eventually(async () => {
      bake();
      return (await eventsOf(object.metadata.name)).length === 2;
    });
  });

  test("is created again after the server has deleted its event", async () => {
    const { recorder } = record({ refreshTime: 100 });
    const object = nextPizza();
    const events = server.client().resourceOf(eventResource).namespace("default");
    for (let index = 0; index < 3; index++) recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    await eventually(async () => (await eventsOf(object.metadata.name))[0]?.series?.count === 3);
    await events.deleteCollection({}, { fieldSelector: `regarding.name=${object.metadata.name ?? ""}` });
    await eventually(async () => (await eventsOf(object.metadata.name))[0]?.series?.count === 3);
  });

  test("does not contain events with another reason, action, type or object", async () => {
    const { recorder, broadcaster } = record();
    const object = nextPizza();
    recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    recorder.eventf(object, undefined, "Warning", "Baked", "Bake", "");
    recorder.eventf(object, undefined, "Normal", "Burnt", "Bake", "");
    recorder.eventf(object, undefined, "Normal", "Baked", "Eat", "");
    recorder.eventf(object, nextPizza(), "Normal", "Baked", "Bake", "");
    await broadcaster.shutdown();
    const events = await eventsOf(object.metadata.name);
    expect(events.map(({ series }) => series)).toEqual(Array.from({ length: 5 }));
  });
});

test("the events about one object are limited, and those about other objects are not", async () => {
  const { recorder, broadcaster, errors } = record();
  const [spam, other] = [nextPizza(), nextPizza()];
  for (let index = 0; index < 100; index++) recorder.eventf(spam, undefined, "Normal", `Reason${index}`, "Bake", "");
  recorder.eventf(other, undefined, "Normal", "Baked", "Bake", "");
  await broadcaster.shutdown();
  expect(await eventsOf(spam.metadata.name)).toHaveLength(25);
  expect(await eventsOf(other.metadata.name)).toHaveLength(1);
  expect(errors).toEqual([]);
});

describe("a recorder never throws", () => {
  test.each([
    ["an object without a kind", { ...nextPizza(), kind: "" }, "Normal", "cannot be referenced"],
    ["an unknown type", nextPizza(), "Bad", 'unsupported event type "Bad"'],
  ])("for %s", (_title, object, type, message) => {
    const { recorder, errors } = record();
    // The types exclude these values, but programs in JavaScript can pass them.
    recorder.eventf(object, undefined, type as "Normal", "Baked", "Bake", "");
    expect(String(errors[0])).toContain(message);
  });

  test("if a handler or the function for errors throws", async () => {
    const { recorder, broadcaster } = record({
      onError: () => {
        throw new Error("of onError");
      },
    });
    const seen: Event[] = [];
    broadcaster.startEventWatcher(() => {
      throw new Error("of the handler");
    });
    const end = broadcaster.startEventWatcher((event) => seen.push(event));
    const object = nextPizza();
    recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    end();
    recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    await broadcaster.shutdown();
    recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
    expect(seen).toHaveLength(1);
    expect(await eventsOf(object.metadata.name)).toMatchObject([{ series: { count: 2 } }]);
  });

  test("if the server refuses an event", async () => {
    const { recorder, broadcaster, errors } = record();
    const object = nextPizza();
    recorder.eventf(object, undefined, "Normal", "", "Bake", "");
    await broadcaster.shutdown();
    expect(errors.map(String)).toEqual([expect.stringContaining("reason: Required value")]);
  });

  test("if more events wait for a server than the queue can hold", async () => {
    const { recorder, broadcaster, errors } = record(
      { retryDelay: 60_000 },
      server.client({ server: "https://[::1]:1" }),
    );
    for (let index = 0; index < 1001; index++) recorder.eventf(nextPizza(), undefined, "Normal", "Baked", "Bake", "");
    expect(errors.map(String)).toEqual([expect.stringContaining("is dropped: 1000 events wait for the server")]);
    await broadcaster.shutdown(1);
    expect(errors).toHaveLength(1001);
  });
});

test("events of an outage arrive after the restart of the server", async () => {
  const own = await PizzaServer.start({ groups: [eventGroup] });
  const errors: unknown[] = [];
  const { recorder, broadcaster } = record({ retryDelay: 50, onError: (error) => errors.push(error) }, own.client());
  await own.stop();
  const object = nextPizza();
  recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
  recorder.eventf(object, undefined, "Normal", "Baked", "Bake", "");
  await own.start();
  await eventually(async () => (await eventsOf(object.metadata.name, "default", own))[0]?.series?.count === 2);
  await broadcaster.shutdown();
  expect(errors).toEqual([]);
});

test("a leader election records who became leader", async () => {
  const { recorder, broadcaster } = record();
  const name = "with-events";
  const lock = new LeaseLock(server.client(), {
    namespace: "default",
    name,
    identity: "a",
    eventRecorder: recorder,
  });
  const candidate = new Candidate(lock, []);
  await eventually(() => candidate.isLeading);
  await candidate.stop();
  await broadcaster.shutdown();
  const events = await eventsOf(name);
  expect(events.map(({ note, reason, action, regarding }) => [note, reason, action, regarding.kind])).toEqual([
    ["a became leader", "LeaderElection", "BecameLeader", "Lease"],
    ["a stopped leading", "LeaderElection", "StoppedLeading", "Lease"],
  ]);
});
