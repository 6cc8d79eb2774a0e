import { InformerFactory, leaseResource, type DeepReadonly } from "@apimachinery/client";
import {
  addFinalizer,
  annotationsChanged,
  controllerReference,
  createController,
  generationChanged,
  labelsChanged,
  labelSelector,
  removeFinalizer,
  resourceVersionChanged,
  watch,
  type Change,
  type MapFunction,
  type Predicate,
} from "@apimachinery/client/controller";
import { describe, expect, test } from "vitest";
import type { Pizza } from "../../../apis/restaurant/v1beta1/types.js";
import { Kinds } from "../../../apis/restaurant/v1beta1/zz_generated.register.js";
import { cacheReader, ownersOf, type EnqueueOptions, type ObjectName } from "../../../client/controller/source.js";
import { resourceOfKind } from "../../../client/rest/resource-type.js";
import { pizza } from "../pizza.js";
import { Kitchen } from "./kitchen.js";

// The titles are those of controller-runtime 0.25.2, pkg/handler, pkg/source and pkg/predicate.

const type = resourceOfKind(Kinds.Pizza);
const reference = { apiVersion: "restaurant.programming-kubernetes.info/v1", kind: "Pizza", name: "a", uid: "1" };
const owned = (...ownerReferences: NonNullable<Pizza["metadata"]["ownerReferences"]>) => {
  const object = pizza("x");
  object.metadata.namespace = "kitchen";
  object.metadata.ownerReferences = ownerReferences;
  return object;
};
const noCaches = cacheReader(new InformerFactory(new Kitchen().client));
const every = (object: Pizza) => [...ownersOf(type, true)(object, noCaches)];
const first = (object: Pizza) => [...ownersOf(type, false)(object, noCaches)];

describe("EnqueueRequestForOwner", () => {
  test("should enqueue a Request if there are owners matching Group and Kind with a different version", () => {
    expect(every(owned(reference))).toEqual([{ namespace: "kitchen", name: "a" }]);
  });

  test("should not enqueue a Request if there are no owners matching Group and Kind", () => {
    const others = [
      { ...reference, kind: "Topping" },
      { ...reference, apiVersion: "v1" },
      { ...reference, apiVersion: "other/v1" },
    ];
    expect(every(owned(...others))).toEqual([]);
  });

  test("should enqueue a Request for a owner that is cluster scoped", () => {
    const owners = ownersOf({ ...type, scope: "Cluster" }, true);
    expect([...owners(owned(reference), noCaches)]).toEqual([{ name: "a" }]);
  });

  test("should enqueue reconcile.Requests for only the first the Controller if there are multiple Controller owners", () => {
    const controllers = ["b", "c"].map((name) => ({ ...reference, name, controller: true }));
    expect(first(owned(reference, ...controllers))).toEqual([{ namespace: "kitchen", name: "b" }]);
  });

  test("should not enqueue reconcile.Requests if there are no Controller owners, or no owners", () => {
    expect([first(owned(reference)), first(owned()), first(pizza("x"))]).toEqual([[], [], []]);
  });

  test("should enqueue a reconcile.Requests for all owners", () => {
    const object = owned(reference, { ...reference, name: "b", controller: true });
    expect(every(object).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test("should do nothing with an invalid APIVersion in the OwnerReference", () => {
    expect(every(owned({ ...reference, apiVersion: "a/b/c" }))).toEqual([]);
  });
});

/** Returns the pizza that a label names, or the pizza itself. */
function labelled({ metadata }: DeepReadonly<Pizza>): readonly ObjectName[] {
  if (metadata.name === "bad") throw new Error("no map");
  return [{ name: metadata.labels?.["for"] ?? metadata.name ?? "" }];
}

/** Starts the source of pizzas and records what it requests. */
async function started(
  kitchen: Kitchen,
  predicates: readonly Predicate<Pizza>[] = [],
  map: MapFunction<Pizza> = labelled,
) {
  const requests: (ObjectName & EnqueueOptions)[] = [];
  const errors: string[] = [];
  const stop = new AbortController();
  const informers = new InformerFactory(kitchen.client, { resync: 0 });
  const source = watch(Kinds.Pizza, map, { predicates });
  source.prepare?.(informers);
  informers.start(stop.signal);
  await source.start({
    client: kitchen.client,
    informers,
    ...cacheReader(informers),
    predicates: [],
    signal: stop.signal,
    enqueue: (name, options) => void requests.push({ ...name, ...options }),
    onError: (message, error) => void errors.push(`${message}: ${String(error)}`),
  });
  return { requests, errors, stop };
}

test("should enqueue a Request with the Owners of both objects in the UpdateEvent, and one for a duplicate Owner", async () => {
  const kitchen = new Kitchen();
  const { requests, stop } = await started(kitchen, [], ownersOf(type, true));
  const owners = (...names: readonly string[]) => names.map((name) => ({ ...reference, name, uid: name }));
  const dependent = pizza("x");
  dependent.metadata.ownerReferences = owners("a");
  await kitchen.pizzas.create(dependent);
  for (const names of [["b"], ["b", "c"]])
    await kitchen.pizzas.patch("x", { type: "merge", body: { metadata: { ownerReferences: owners(...names) } } });
  await kitchen.pizzas.delete("x");
  await expect.poll(() => requests.map(({ name }) => name)).toEqual(["a", "a", "b", "b", "c", "b", "c"]);
  stop.abort();
});

describe("EnqueueRequestsFromMapFunc", () => {
  test("should lower the priority of a create request for an object that was part of the initial list", async () => {
    const kitchen = new Kitchen();
    await kitchen.pizzas.create(pizza("old"));
    const { requests, stop } = await started(kitchen);
    await kitchen.pizzas.create(pizza("new"));
    await expect
      .poll(() => requests)
      .toEqual([
        { name: "old", priority: -100 },
        { name: "new", priority: 0 },
      ]);
    stop.abort();
  });

  test("should enqueue a Request with the function applied to both objects in the UpdateEvent", async () => {
    const kitchen = new Kitchen();
    const { requests, stop } = await started(kitchen);
    await kitchen.pizzas.create(pizza("x", { for: "a" }));
    await kitchen.pizzas.patch("x", { type: "merge", body: { metadata: { labels: { for: "b" } } } });
    await kitchen.pizzas.patch("x", { type: "merge", body: { metadata: { labels: { for: "b", more: "c" } } } });
    await kitchen.pizzas.delete("x");
    await expect.poll(() => requests.map(({ name }) => name)).toEqual(["a", "a", "b", "b", "b"]);
    stop.abort();
  });

  test("an error of the map is reported with the kind, and the next change is handled", async () => {
    const kitchen = new Kitchen();
    const { requests, errors, stop } = await started(kitchen);
    await kitchen.pizzas.create(pizza("bad"));
    await kitchen.pizzas.create(pizza("good"));
    await expect.poll(() => requests.map(({ name }) => name)).toEqual(["good"]);
    expect(errors).toEqual(["a predicate or the function map of the kind source: Pizza failed: Error: no map"]);
    stop.abort();
  });
});

describe("Internal EventHandler", () => {
  test("should used Predicates to filter CreateEvents, UpdateEvents and DeleteEvents", async () => {
    const kitchen = new Kitchen();
    const seen: string[] = [];
    const filter: Predicate<Pizza> = (change) => {
      seen.push(change.type);
      return change.object.metadata.labels?.["for"] !== "guest";
    };
    const { requests, stop } = await started(kitchen, [filter, () => true]);
    await kitchen.pizzas.create(pizza("x", { for: "guest" }));
    await kitchen.pizzas.patch("x", { type: "merge", body: { metadata: { annotations: { a: "b" } } } });
    await kitchen.pizzas.delete("x");
    await kitchen.pizzas.create(pizza("y"));
    await expect.poll(() => requests.map(({ name }) => name)).toEqual(["y"]);
    expect(seen).toEqual(["add", "update", "delete", "add"]);
    stop.abort();
  });

  test("an ended source handles no further changes", async () => {
    const kitchen = new Kitchen();
    const informers = new InformerFactory(kitchen.client);
    const seen: string[] = [];
    const controller = createController({
      name: "test",
      for: Kinds.Pizza,
      predicates: [({ object }) => seen.push(object.metadata.name ?? "") > 0],
      reconcile: () => Promise.resolve(),
    });
    const { end } = kitchen.run([controller], { informers });
    await kitchen.pizzas.create(pizza("x"));
    await expect.poll(() => seen).toEqual(["x"]);
    await end();
    await kitchen.pizzas.create(pizza("y"));
    await expect.poll(() => informers.forKind(Kinds.Pizza).indexer.size).toBe(2);
    expect(seen).toEqual(["x"]);
    await informers.stop();
  });
});

describe("predicates", () => {
  const old = pizza("x", { a: "b" });
  const update = (metadata: Partial<Pizza["metadata"]>): Change<Pizza> => ({
    type: "update",
    old,
    object: { ...old, metadata: { ...old.metadata, ...metadata } },
  });

  test.each<
    [name: string, predicate: Predicate, accepted: Partial<Pizza["metadata"]>, refused: Partial<Pizza["metadata"]>]
  >([
    ["GenerationChangedPredicate", generationChanged, { generation: 2 }, { resourceVersion: "2", labels: {} }],
    ["ResourceVersionChangedPredicate", resourceVersionChanged, { resourceVersion: "2" }, {}],
    ["LabelChangedPredicate", labelsChanged, { labels: { a: "c" } }, { labels: { a: "b" }, generation: 2 }],
    ["LabelChangedPredicate", labelsChanged, { labels: { a: "b", c: "d" } }, { annotations: { a: "c" } }],
    ["AnnotationChangedPredicate", annotationsChanged, { annotations: { a: "" } }, { annotations: {} }],
    ["LabelSelectorPredicate", labelSelector("a in (b,c)"), { labels: { a: "c" } }, { labels: { a: "d" } }],
  ])("%s accepts and refuses updates", (_name, predicate, accepted, refused) => {
    expect([predicate(update(accepted)), predicate(update(refused))]).toEqual([true, false]);
  });

  test("the predicates about updates accept creations and deletions", () => {
    for (const predicate of [generationChanged, resourceVersionChanged, labelsChanged, annotationsChanged]) {
      expect(predicate({ type: "add", object: old, isInInitialList: true })).toBe(true);
      expect(predicate({ type: "delete", object: old })).toBe(true);
    }
    expect(() => labelSelector("a in")).toThrow();
  });
});

describe("controllerutil", () => {
  test("a finalizer is added once, and removed once", () => {
    const object = pizza("x");
    expect([addFinalizer(object, "a"), addFinalizer(object, "a"), addFinalizer(object, "b")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(object.metadata.finalizers).toEqual(["a", "b"]);
    expect([removeFinalizer(object, "a"), removeFinalizer(object, "a")]).toEqual([true, false]);
    expect(object.metadata.finalizers).toEqual(["b"]);
  });

  test("a controller reference needs an owner that a server has stored", async () => {
    const kitchen = new Kitchen();
    expect(() => controllerReference(pizza("x"), Kinds.Pizza)).toThrow('the Pizza "x" has no uid: create it first');
    const lease = await kitchen.lease("l");
    expect(controllerReference(lease, leaseResource)).toEqual({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      name: "l",
      uid: lease.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    });
  });
});
