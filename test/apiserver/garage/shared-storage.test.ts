import {
  MemoryStorage,
  newAPIGroups,
  type AnyGroupDefinition,
  type GroupDefinition,
  type Storage,
} from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { CachedStorage } from "../../../apiserver/storage/watch-cache/cached-storage.js";
import { Events } from "../events.js";
import { InProcessServer, textOf, type Json } from "../harness.js";
import { apply } from "../verbs/applying.js";
import { storesOf } from "../../../apiserver/run/subcommands/stores-of.js";
import { addAutomobile, addConversions, automobile, automobiles, dealerGroup, dealerWith } from "./dealer.js";
import { garageDefinition, install } from "./group.js";
import { run } from "./running.js";
import { car, cars } from "./types.js";

const garage = garageDefinition();

function groupsOf(definitions: readonly AnyGroupDefinition[], storage: Storage = new MemoryStorage()) {
  return newAPIGroups(definitions, { scheme: new Scheme("garage"), storage, keyPrefix: "/registry/garage" });
}

function server(definitions: readonly AnyGroupDefinition[] = [garage, dealerGroup], storage = new MemoryStorage()) {
  const infos = groupsOf(definitions, storage);
  return new InProcessServer({ storage, groups: infos.map((info) => () => info) });
}

const items = (json: Json) => Object.values(json["items"] ?? {});

describe("two groups with one storage", () => {
  test.each([
    ["storing group first", [garage, dealerGroup]],
    ["storing group last", [dealerGroup, garage]],
  ])("serve the same objects, %s", async (_, definitions) => {
    const api = server(definitions);
    const { json: created } = await api.post(cars, car("a"));
    const seen = (await api.get(`${automobiles}/a`)).json;
    expect(seen).toMatchObject({
      kind: "Automobile",
      apiVersion: "dealer.example.com/v1",
      spec: { paint: "red" },
      metadata: {
        uid: created["metadata"]?.["uid"],
        resourceVersion: created["metadata"]?.["resourceVersion"],
      },
    });
    await api.post(automobiles, automobile("b", "blue"));
    expect((await api.get(`${cars}/b`)).json).toMatchObject({ kind: "Car", spec: { colour: "blue" } });
    expect(items((await api.get(cars)).json).map(({ spec }) => spec)).toEqual([{ colour: "red" }, { colour: "blue" }]);
    const page = (await api.get(`${automobiles}?limit=1`)).json;
    const rest = (await api.get(`${automobiles}?limit=1&continue=${textOf(page["metadata"]?.["continue"])}`)).json;
    expect([page, rest].flatMap(items).map(({ spec }) => spec)).toEqual([{ paint: "red" }, { paint: "blue" }]);
  });

  test("share revisions: a write through one is a conflict for the other", async () => {
    const api = server();
    await api.post(cars, car("a"));
    const { json } = await api.get(`${automobiles}/a`);
    expect((await api.patch(`${cars}/a`, "merge-patch", { spec: { colour: "green" } })).status).toBe(200);
    const conflict = await api.put(`${automobiles}/a`, { ...json, spec: { paint: "black" } });
    expect([conflict.status, conflict.json["details"]?.["group"]]).toEqual([409, "dealer.example.com"]);
    expect((await api.post(automobiles, automobile("a", "x"))).json["reason"]).toBe("AlreadyExists");
    expect((await api.patch(`${automobiles}/a`, "merge-patch", { spec: { paint: "white" } })).status).toBe(200);
    expect((await api.get(`${cars}/a`)).json["spec"]).toEqual({ colour: "white" });
    expect((await api.delete(`${automobiles}/a`)).json["details"]?.["kind"]).toBe("automobiles");
    expect((await api.get(`${cars}/a`)).status).toBe(404);
  });

  test("send each change to the watches of both, with one revision", async () => {
    const api = server();
    const watches = await Promise.all(
      [cars, automobiles].map(
        async (path) => new Events(await api.response("GET", `${path}?watch=true&resourceVersion=0`)),
      ),
    );
    await api.post(cars, car("a"));
    await api.patch(`${automobiles}/a`, "merge-patch", { spec: { paint: "blue" } });
    await api.delete(`${cars}/a`);
    const [own = [], other = []] = await Promise.all(watches.map((events) => events.take(3)));
    const facts = (events: readonly Json[]) =>
      events.map(({ type, object }) => [type, object?.["metadata"]?.["resourceVersion"]]);
    expect(facts(own)).toEqual(facts(other));
    expect(own.map(({ type, object }) => [type, object?.["kind"], object?.["spec"]])).toEqual([
      ["ADDED", "Car", { colour: "red" }],
      ["MODIFIED", "Car", { colour: "blue" }],
      ["DELETED", "Car", { colour: "blue" }],
    ]);
    expect(other.map(({ object }) => [object?.["kind"], object?.["spec"]])).toEqual([
      ["Automobile", { paint: "red" }],
      ["Automobile", { paint: "blue" }],
      ["Automobile", { paint: "blue" }],
    ]);
    for (const watch of watches) watch.hangUp();
  });

  test("store one form of the objects, under one prefix, in one watch cache", async () => {
    const storage = new MemoryStorage();
    const resources: string[] = [];
    const cached = new CachedStorage({
      storage,
      sizeOf: ({ group, resource }) => {
        resources.push(`${resource}.${group}`);
        return 100;
      },
    });
    const infos = groupsOf([dealerGroup, garage], cached);
    const api = new InProcessServer({ storage: cached, groups: infos.map((info) => () => info) });
    await api.post(automobiles, automobile("a", "blue"));
    const stored = (await storage.list("/registry/garage/")).items;
    expect(stored.map(({ key }) => key)).toEqual(["/registry/garage/garage.example.com/cars/default/a"]);
    expect(JSON.parse(Buffer.from(stored[0]?.value ?? []).toString())).toMatchObject({
      kind: "Car",
      apiVersion: "garage.example.com/v1",
      spec: { colour: "blue" },
    });
    expect(resources.filter((name) => /garage|dealer/.test(name))).toEqual(["cars.garage.example.com"]);
    expect((await api.get(`${automobiles}/a?resourceVersion=0`)).json["spec"]).toEqual({ paint: "blue" });
    await cached.close();
  });

  test("have one storage version, so clients see that they share objects", async () => {
    const api = server();
    const hashes = await Promise.all(
      ["garage.example.com", "dealer.example.com"].map(async (group) => {
        const { json } = await api.get(`/apis/${group}/v1`);
        return Object.values(json["resources"] ?? {})[0]?.["storageVersionHash"];
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).toEqual(expect.any(String));
  });

  test("record the managers of both, and server-side apply works through both", async () => {
    const api = server();
    const asCar = { apiVersion: "garage.example.com/v1", kind: "Car", ...car("a") };
    const asAutomobile = {
      apiVersion: "dealer.example.com/v1",
      kind: "Automobile",
      metadata: { name: "a", labels: { sold: "no" } },
    };
    expect((await apply(api, `${cars}/a`, asCar, "fieldManager=owner")).status).toBe(201);
    expect((await apply(api, `${automobiles}/a`, asAutomobile, "fieldManager=dealer")).status).toBe(200);
    expect((await apply(api, `${cars}/a`, asCar, "fieldManager=owner")).status).toBe(200);
    const { json } = await api.get(`${cars}/a`);
    expect([json["spec"], json["metadata"]?.["labels"]]).toEqual([{ colour: "red" }, { sold: "no" }]);
  });

  test("run the strategy of the kind through which a client writes; the stored kind decides the time to live", async () => {
    const writes: number[] = [];
    class Recording extends MemoryStorage {
      override create(...args: Parameters<MemoryStorage["create"]>): ReturnType<MemoryStorage["create"]> {
        writes.push(args[2]?.ttl ?? 0);
        return super.create(...args);
      }
    }
    const seen: string[] = [];
    const own = garageDefinition({
      ttl: ({ spec }) => (spec.colour === "red" ? 60 : 0),
      afterCreate: () => void seen.push("Car"),
    });
    const api = server([own, dealerWith({ afterCreate: () => void seen.push("Automobile") })], new Recording());
    await api.post(automobiles, automobile("a", "red"));
    await api.post(cars, car("b", { colour: "blue" }));
    expect([writes, seen]).toEqual([
      [60, 0],
      ["Automobile", "Car"],
    ]);
  });

  test("keep the fields that both kinds have", async () => {
    const api = server();
    await api.post(cars, car("a", { stopSeconds: 30 }));
    await api.patch(`${automobiles}/a`, "merge-patch", { metadata: { labels: { sold: "yes" } } });
    expect((await api.get(`${cars}/a`)).json["spec"]).toEqual({ colour: "red", stopSeconds: 30 });
  });

  test("are migrated once, by the kind that stores the objects", () => {
    const definition = { name: "garage", description: "", version: "v1", groups: [dealerGroup, garage] };
    const stores = storesOf(definition, new MemoryStorage(), "/registry/garage");
    expect(stores.map(({ kind }) => kind.kind)).toEqual(["Car"]);
  });

  test("can be one group with two kinds", async () => {
    const group = "garage.example.com";
    const api = server([
      {
        ...garage,
        install: (scheme) => {
          install(scheme);
          addAutomobile(scheme, group);
          addConversions(scheme);
        },
        kinds: { Automobile: {}, Car: {} },
        storedAs: { Automobile: { group, kind: "Car" } },
      },
    ]);
    await api.post(cars, car("a"));
    expect((await api.get(cars.replace("cars", "automobiles"))).json).toMatchObject({
      kind: "AutomobileList",
      items: [{ spec: { paint: "red" } }],
    });
    expect((await api.get(cars)).json).toMatchObject({ kind: "CarList", items: [{ spec: { colour: "red" } }] });
  });

  test("work with kubectl", async () => {
    const running = await run({
      name: "garage-apiserver",
      description: "Serves cars.",
      version: "v1.0.0",
      groups: [dealerGroup, garage],
    });
    const created = JSON.stringify({ apiVersion: "garage.example.com/v1", kind: "Car", ...car("a") });
    expect(await running.kubectl(["create", "-f", "-"], created)).toContain("car.garage.example.com/a created");
    expect(await running.kubectl(["get", "automobile", "a", "-o", "jsonpath={.spec.paint}"])).toBe("red");
    expect(await running.kubectl(["delete", "automobile", "a"])).toContain("deleted");
    expect(await running.kubectl(["get", "cars"])).toContain("No resources found");
    await running.stop();
  });
});

describe("a contradictory configuration is an error at the start", () => {
  const storedAs = (kind: string, group = "garage.example.com") => ({ Automobile: { group, kind } });
  test.each<[string, readonly GroupDefinition[]]>([
    [
      'Automobile.dealer.example.com is stored as Car.garage.example.com, which no group of this server has: add the kind to "kinds" of its group',
      [dealerGroup],
    ],
    [
      'Automobile.dealer.example.com is stored as Bus.garage.example.com, which no group of this server has: add the kind to "kinds" of its group',
      [garage, { ...dealerGroup, storedAs: storedAs("Bus") }],
    ],
    [
      '"storedAs" of dealer.example.com names Bus, which is not in "kinds": add its strategy, at least {}',
      [garage, { ...dealerGroup, storedAs: { Bus: { group: "garage.example.com", kind: "Car" } } }],
    ],
    [
      "Automobile.dealer.example.com is stored as Car.garage.example.com, but one is cluster-wide and the other namespaced: give both the same scope",
      [garage, dealerWith({ isNamespaced: false })],
    ],
    [
      'Automobile.dealer.example.com is stored as Car.garage.example.com, so it has no time to live of its own: set "ttl" in the strategy of Car',
      [garage, dealerWith({ ttl: 60 })],
    ],
    [
      "Automobile of dealer.example.com/__internal cannot be converted to Car of garage.example.com/__internal, although both share one storage: register functions for both directions with scheme.addConversionFunc in `install`",
      [
        garage,
        {
          ...dealerGroup,
          install: (scheme) => {
            addAutomobile(scheme, "dealer.example.com");
          },
        },
      ],
    ],
    [
      'the groups dealer.example.com and garage.example.com store objects of each other: "storedAs" may lead in one direction only',
      [dealerGroup, { ...garage, storedAs: { Car: { group: "dealer.example.com", kind: "Automobile" } } }],
    ],
    [
      'Automobile.third.example.com is stored as Automobile.dealer.example.com, which is itself stored as another kind: name that kind in "storedAs"',
      [
        garage,
        dealerGroup,
        {
          install: (scheme) => {
            addAutomobile(scheme, "third.example.com");
          },
          storageVersion: { group: "third.example.com", version: "v1" },
          kinds: { Automobile: {} },
          storedAs: storedAs("Automobile", "dealer.example.com"),
        },
      ],
    ],
    [
      "Automobile.dealer.example.com is stored as Automobile.dealer.example.com, which no group of this server has",
      [{ ...dealerGroup, storedAs: storedAs("Automobile", "dealer.example.com") }],
    ],
  ])("%s", (message, definitions) => {
    expect(() => groupsOf(definitions)).toThrow(message);
  });
});
