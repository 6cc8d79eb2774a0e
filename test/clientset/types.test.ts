import type { DeepReadonly, ObjectList } from "@apimachinery/client";
import type { Status } from "@apimachinery/runtime";
import { expect, expectTypeOf, test } from "vitest";
import { createInformerFactory, type Clientset } from "../../generated/clientset/index.js";
import type {
  PizzaApplyConfiguration,
  PizzaClient,
  PizzaInput,
  PizzaLister,
} from "../../generated/clientset/restaurant.programming-kubernetes.info/v1beta1.js";
import type { Topping } from "../../apis/restaurant/v1alpha1/types.js";
import type { Pizza } from "../../apis/restaurant/v1beta1/types.js";
import type { CoffeeClient } from "./cafe-clientset.js";

/** Calls that the compiler checks. The functions are never called. */
const calls = (clientset: Clientset, coffees: CoffeeClient) => ({
  results: async () => {
    const pizzas = clientset.restaurantV1beta1().pizzas("default");
    expectTypeOf(await pizzas.get("margherita")).toEqualTypeOf<Pizza>();
    expectTypeOf(await pizzas.list()).toEqualTypeOf<ObjectList<Pizza>>();
    expectTypeOf(await pizzas.delete("margherita")).toEqualTypeOf<Pizza | Status>();
    for await (const { object } of await pizzas.watch()) expectTypeOf(object).toEqualTypeOf<Pizza>();
    expectTypeOf(await clientset.restaurantV1alpha1().toppings().get("basil")).toEqualTypeOf<Topping>();
    const informers = createInformerFactory(clientset);
    const { lister } = informers.restaurantV1beta1().pizzas();
    expectTypeOf(lister).toEqualTypeOf<PizzaLister>();
    expectTypeOf(lister.namespace("default").get("x")).toEqualTypeOf<DeepReadonly<Pizza> | undefined>();
    expectTypeOf(await coffees.getScale("lungo")).toHaveProperty("spec");
  },
  namespaces: async () => {
    // A client for all namespaces reads no single object.
    expectTypeOf(clientset.restaurantV1beta1().pizzas()).not.toHaveProperty("get");
    // @ts-expect-error -- toppings are not in namespaces
    await clientset.restaurantV1alpha1().toppings("default").get("basil");
    const { lister } = createInformerFactory(clientset).restaurantV1alpha1().toppings();
    expectTypeOf(lister).not.toHaveProperty("namespace");
  },
  verbs: async (pizzas: PizzaClient) => {
    expectTypeOf(clientset.restaurantV1alpha1().toppings()).not.toHaveProperty("updateStatus");
    expectTypeOf(clientset.restaurantV1alpha1().toppings()).toHaveProperty("update");
    expectTypeOf(clientset.restaurantV1beta1()).not.toHaveProperty("toppings");
    expectTypeOf(clientset).not.toHaveProperty("restaurantV2");
    // @ts-expect-error -- the subresource of create is fixed
    await pizzas.create({ metadata: {}, spec: { toppings: [] } }, { subresource: "status" });
  },
  inputs: async (pizzas: PizzaClient, pizza: Pizza) => {
    await pizzas.create(pizza);
    await pizzas.create({ metadata: { generateName: "a" }, spec: { toppings: [] } });
    // @ts-expect-error -- the spec has no default
    await pizzas.create({ metadata: { name: "a" } });
    // @ts-expect-error -- the name of a topping has no default
    await pizzas.create({ metadata: { name: "a" }, spec: { toppings: [{ quantity: 1 }] } });
    // @ts-expect-error -- an update needs the whole object
    await pizzas.update({ metadata: { name: "a" }, spec: { toppings: [] } });
    await coffees.create({ metadata: {}, spec: { beans: [] } });
    await coffees.create({
      metadata: {},
      spec: { beans: [], cups: 1, milk: "Oat" },
      status: { cups: 1, conditions: [] },
    });
    // @ts-expect-error -- the beans have no default
    await coffees.create({ metadata: {}, spec: { cups: 1 } });
    // @ts-expect-error -- a number of cups is not a text
    await coffees.create({ metadata: {}, spec: { beans: [], cups: "1" } });
  },
  apply: async (pizzas: PizzaClient, applied: PizzaApplyConfiguration) => {
    await pizzas.apply(applied, { fieldManager: "a", force: true });
    await pizzas.apply({ metadata: { name: "a" } }, { fieldManager: "a" });
    // @ts-expect-error -- apply needs the name of a field manager
    await pizzas.apply({ metadata: { name: "a" } }, { force: true });
    // @ts-expect-error -- apply needs options
    await pizzas.apply({ metadata: { name: "a" } });
    // @ts-expect-error -- the fields of an apply belong to a named object
    await pizzas.apply({ metadata: {} }, { fieldManager: "a" });
    // @ts-expect-error -- the item of a list needs its key
    await pizzas.apply({ metadata: { name: "a" }, spec: { toppings: [{ quantity: 1 }] } }, { fieldManager: "a" });
    // @ts-expect-error -- the kind is that of the client
    await pizzas.apply({ kind: "Topping", metadata: { name: "a" } }, { fieldManager: "a" });
  },
});

test("the compiler accepts the calls that a client permits, and refuses all others", () => {
  expect(calls).toBeTypeOf("function");
  expectTypeOf<Pizza>().toExtend<PizzaInput>();
});
