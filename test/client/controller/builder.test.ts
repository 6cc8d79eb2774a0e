import { leaseResource, untypedResource, type DeepReadonly, type Lease } from "@apimachinery/client";
import {
  controllerReference,
  createController,
  lowPriority,
  watch,
  type ControllerOptions,
} from "@apimachinery/client/controller";
import { describe, expect, test } from "vitest";
import type { Pizza } from "../../../apis/restaurant/v1beta1/types.js";
import { Kinds as ToppingKinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Kinds } from "../../../apis/restaurant/v1beta1/zz_generated.register.js";
import type { APIObject } from "../../../client/rest/resource-type.js";
import { pizza } from "../pizza.js";
import { Kitchen, manual, Measured } from "./kitchen.js";
import { expectedLife, pizzaLife } from "./pizza-life.js";

// The titles are those of controller-runtime 0.25.2, pkg/builder.

/** Returns a controller that records the names of its reconciles. */
function recording<T extends APIObject>(options: Omit<ControllerOptions<T>, "reconcile" | "name"> & { name?: string }) {
  const reconciled: string[] = [];
  const controller = createController<T>({
    name: "test",
    ...options,
    reconcile: async ({ name }) => void reconciled.push(await Promise.resolve(name)),
  });
  return { controller, reconciled };
}

describe("New", () => {
  const reconcile = () => Promise.resolve();
  test.each<[title: string, options: ControllerOptions<APIObject>, message: string]>([
    [
      "For and Named function are not called",
      { name: "", for: leaseResource, reconcile },
      "the controller has no name",
    ],
    [
      "using Owns without For",
      { name: "test", owns: [leaseResource], reconcile },
      'the controller "test" has "owns" without "for"',
    ],
    ["there are no watches", { name: "test", reconcile }, 'the controller "test" would never reconcile'],
    [
      "the concurrency is not a positive integer",
      { name: "test", for: leaseResource, concurrency: 0, reconcile },
      "it must be an integer of at least 1",
    ],
  ])("should return an error if %s", (_title, options, message) => {
    expect(() => createController(options)).toThrow(message);
  });

  test("should return an error if a kind has no resource", () => {
    expect(() => createController({ name: "test", for: Kinds.PizzaList, reconcile })).toThrow(
      "PizzaList has no resource",
    );
  });

  test("should override max concurrent reconcilers during creation of controller", async () => {
    const measured = new Measured();
    const { controller } = recording({ watches: [manual], concurrency: 5, metrics: measured.registry });
    new Kitchen().run([controller]);
    await expect
      .poll(() => measured.value("controller_runtime_max_concurrent_reconciles", 'controller="test"'))
      .toBe(5);
  });

  test("should allow multiple controllers for the same kind, which share a cache, but not their name", async () => {
    const kitchen = new Kitchen();
    let lists = 0;
    const list = kitchen.client.send.bind(kitchen.client);
    kitchen.client.send = (request) => {
      if (request.path.endsWith("/pizzas")) lists++;
      return list(request);
    };
    const [first, second] = [recording({ for: Kinds.Pizza, name: "a" }), recording({ for: Kinds.Pizza, name: "b" })];
    kitchen.run([first.controller, second.controller]);
    await expect.poll(() => lists).toBe(1);
    await kitchen.pizzas.create(pizza("x"));
    await expect.poll(() => [first.reconciled, second.reconciled]).toEqual([["x"], ["x"]]);
    await expect(
      kitchen.run([recording({ watches: [manual] }), recording({ watches: [manual] })].map((each) => each.controller))
        .ended,
    ).rejects.toThrow('two controllers have the name "test"');
  });
});

describe("Start with ControllerManagedBy", () => {
  test("should Reconcile Owns objects, of a controller only", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = recording<Pizza>({ for: Kinds.Pizza, owns: [leaseResource] });
    kitchen.run([controller]);
    const [owner, other] = [await kitchen.pizzas.create(pizza("owner")), await kitchen.pizzas.create(pizza("other"))];
    await expect.poll(() => reconciled).toEqual(["owner", "other"]);
    const lesser = { ...controllerReference(other, Kinds.Pizza), controller: false };
    const references = [lesser, controllerReference(owner, Kinds.Pizza)];
    await kitchen.lease("l", { ownerReferences: references });
    await expect.poll(() => reconciled).toEqual(["owner", "other", "owner"]);
    await kitchen.leases.patch("l", { type: "merge", body: { metadata: { labels: { a: "b" } } } });
    await expect.poll(() => reconciled).toHaveLength(4);
    await kitchen.leases.delete("l");
    await expect.poll(() => reconciled.slice(2)).toEqual(["owner", "owner", "owner"]);
  });

  test("should Reconcile Owns objects for every owner", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = recording<Pizza>({
      for: Kinds.Pizza,
      owns: [{ kind: leaseResource, everyOwner: true }],
    });
    kitchen.run([controller]);
    const owners = [await kitchen.pizzas.create(pizza("a")), await kitchen.pizzas.create(pizza("b"))];
    await expect.poll(() => reconciled).toHaveLength(2);
    const [first, ...others] = owners.map((owner) => controllerReference(owner, Kinds.Pizza));
    if (first === undefined) throw new Error("no owner");
    await kitchen.lease("l", {
      ownerReferences: [first, ...others.map((other) => ({ ...other, controller: false }))],
    });
    await expect.poll(() => reconciled.toSorted()).toEqual(["a", "a", "b", "b"]);
  });

  test("should Reconcile Watches objects, and without For", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = recording({
      watches: [watch(leaseResource, ({ metadata }) => [{ name: `of-${metadata.name}` }, { name: "all" }])],
    });
    kitchen.run([controller]);
    await kitchen.lease("l");
    await expect.poll(() => reconciled).toEqual(["of-l", "all"]);
  });

  test("a reconcile gets the object of the cache, and undefined after its deletion", async () => {
    const kitchen = new Kitchen();
    const objects: (DeepReadonly<Pizza> | undefined)[] = [];
    const controller = createController({
      name: "test",
      for: Kinds.Pizza,
      reconcile: async ({ object }) => void objects.push(await Promise.resolve(object)),
    });
    kitchen.run([controller]);
    const created = await kitchen.pizzas.create(pizza("x"));
    await expect.poll(() => objects).toEqual([created]);
    await kitchen.pizzas.delete("x");
    await expect.poll(() => objects).toEqual([created, undefined]);
  });

  test("a reconcile reads the caches of watched kinds with their indexes, and no other caches", async () => {
    const kitchen = new Kitchen();
    const found: unknown[] = [];
    const byHolder = ({ spec }: DeepReadonly<Lease>) => [spec?.holderIdentity ?? ""];
    const controller = createController({
      name: "test",
      for: Kinds.Pizza,
      watches: [watch(leaseResource, undefined, { indexers: { byHolder } })],
      reconcile: async ({ cache }) => {
        found.push(cache(leaseResource).indexer.byIndex("byHolder", "").length);
        found.push(cache(leaseResource).lister.namespace("default").get("l")?.metadata.name);
        await Promise.resolve();
        cache(ToppingKinds.Topping);
      },
    });
    await kitchen.lease("l");
    kitchen.run([controller]);
    await kitchen.pizzas.create(pizza("x"));
    await expect
      .poll(() => kitchen.errors[0]?.[1])
      .toBe('Error: the controllers do not cache toppings: add watch(Kinds.Topping) to "watches"');
    expect(found.slice(0, 2)).toEqual([1, "l"]);
  });
});

describe("Set custom predicates", () => {
  test("should execute registered predicates only for assigned kind", async () => {
    const kitchen = new Kitchen();
    const seen: Record<"all" | "pizza" | "lease" | "owned", string[]> = { all: [], pizza: [], lease: [], owned: [] };
    const kindsOf = (list: string[]) => (change: { readonly object: { readonly kind: string } }) => {
      list.push(change.object.kind);
      return true;
    };
    const { controller, reconciled } = recording<Pizza>({
      predicates: [kindsOf(seen.all)],
      for: { kind: Kinds.Pizza, predicates: [kindsOf(seen.pizza)] },
      owns: [{ kind: ToppingKinds.Topping, predicates: [kindsOf(seen.owned)] }],
      watches: [watch(leaseResource, () => [], { predicates: [kindsOf(seen.lease)] })],
    });
    kitchen.run([controller]);
    await kitchen.pizzas.create(pizza("x"));
    await kitchen.lease("l");
    await expect.poll(() => [reconciled, seen.all.toSorted()]).toEqual([["x"], ["Lease", "Pizza"]]);
    expect([seen.pizza, seen.lease, seen.owned]).toEqual([["Pizza"], ["Lease"], []]);
  });
});

describe("priorities", () => {
  test("changes are reconciled before the objects that existed, and before a resync", async () => {
    const kitchen = new Kitchen();
    for (const name of ["a", "b", "c"]) await kitchen.pizzas.create(pizza(name));
    const order: string[] = [];
    const controller = createController({
      name: "test",
      for: Kinds.Pizza,
      reconcile: async ({ name }) => {
        order.push(name);
        if (order.length > 1) return;
        await kitchen.pizzas.create(pizza("new"));
        await kitchen.pizzas.patch("c", { type: "merge", body: { metadata: { labels: { a: "b" } } } });
        await expect.poll(() => changes).toBe(2);
      },
    });
    let changes = 0;
    const counting = createController({
      name: "counting",
      watches: [
        watch(Kinds.Pizza, () => [{ name: "all" }], {
          predicates: [(change) => !(change.type === "add" && change.isInInitialList)],
        }),
      ],
      reconcile: async () => void (changes = await Promise.resolve(2)),
    });
    kitchen.run([controller, counting]);
    await expect.poll(() => order).toEqual(["a", "new", "c", "b"]);
    expect(lowPriority).toBe(-100);
  });
});

test("a controller reconciles objects of an untyped, cluster-scoped resource and their dependents", async () => {
  const kitchen = new Kitchen();
  const group = "restaurant.programming-kubernetes.info";
  const untyped = untypedResource({ group, version: "v1alpha1", kind: "Topping" }, "toppings", "Cluster");
  const { controller, reconciled } = recording({ for: untyped, owns: [Kinds.Pizza] });
  kitchen.run([controller]);
  const owner = await kitchen.client.resourceOf(untyped).create({
    apiVersion: `${group}/v1alpha1`,
    kind: "Topping",
    metadata: { name: "tomato" },
    ...{ spec: { cost: 1 } },
  });
  await expect.poll(() => reconciled).toEqual(["tomato"]);
  const dependent = pizza("x");
  dependent.metadata.ownerReferences = [controllerReference(owner, untyped)];
  await kitchen.pizzas.create(dependent);
  await expect.poll(() => reconciled).toEqual(["tomato", "tomato"]);
});

test("a controller sets a status, owns a Lease, follows another kind and keeps a finalizer", async () => {
  expect(await pizzaLife(new Kitchen().client)).toEqual(expectedLife);
});
