import { isAlreadyExists, isConflict, isInvalid } from "@apimachinery/client";
import { afterEach, describe, expect, test } from "vitest";
import { pizzaToppings } from "../../cmd/pizza-apiserver/admission/pizza-toppings.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { newFakeClientset, newFakeClientsetFor, type FakeClientset } from "../../generated/clientset/fake.js";
import { createInformerFactory } from "../../generated/clientset/index.js";
import { pizzaInput } from "./pizza-input.js";

const group = "restaurant.programming-kubernetes.info";
const basil = { apiVersion: `${group}/v1alpha1`, kind: "Topping", metadata: { name: "basil" }, spec: { cost: 2 } };
const pizza = (name: string, toppings: readonly string[], status = {}) => ({
  apiVersion: `${group}/v1alpha1`,
  kind: "Pizza",
  metadata: { name },
  spec: { toppings },
  status,
});

const running: FakeClientset[] = [];
const fake = (...objects: readonly object[]): FakeClientset => {
  const clientset = newFakeClientset(...objects);
  running.push(clientset);
  return clientset;
};
afterEach(async () => {
  for (const clientset of running.splice(0)) await clientset.close();
});

describe("a fake clientset", () => {
  test("has the given objects, with their status, in every version", async () => {
    const clientset = fake(basil, pizza("margherita", ["tomato", "tomato"], { cost: 5 }));
    expect((await clientset.restaurantV1alpha1().toppings().get("basil")).spec.cost).toBe(2);
    const margherita = await clientset.restaurantV1beta1().pizzas("default").get("margherita");
    expect(margherita).toMatchObject({ spec: { toppings: [{ name: "tomato", quantity: 2 }] }, status: { cost: 5 } });
  });

  test("sets defaults, names and metadata like a server", async () => {
    const pizzas = fake().restaurantV1alpha1().pizzas("default");
    const created = await pizzas.create({ metadata: { generateName: "pizza-" }, spec: { toppings: [] } });
    expect(created.spec.toppings).toEqual(["salami", "mozzarella", "tomato"]);
    expect(created.metadata.name).toMatch(/^pizza-\w{5}$/);
    expect(created.metadata.uid).toMatch(/-/);
  });

  test("refuses conflicts, duplicates and invalid objects like a server", async () => {
    const clientset = fake();
    const pizzas = clientset.restaurantV1beta1().pizzas("default");
    const first = await pizzas.create(pizzaInput("margherita", "tomato"));
    await pizzas.update({ ...first, metadata: { ...first.metadata, labels: { a: "b" } } });
    const stale: unknown = await pizzas.update(first).catch((error: unknown) => error);
    expect(isConflict(stale)).toBe(true);
    expect(isAlreadyExists(await pizzas.create(pizzaInput("margherita")).catch((error: unknown) => error))).toBe(true);
    const emptyName = { metadata: { name: "invalid" }, spec: { toppings: [""] } };
    const invalid: unknown = await clientset
      .restaurantV1alpha1()
      .pizzas("default")
      .create(emptyName)
      .catch((error: unknown) => error);
    expect(isInvalid(invalid)).toBe(true);
  });

  test("watches and informers see changes", async () => {
    const clientset = fake(basil);
    const informers = createInformerFactory(clientset);
    const { informer, lister } = informers.restaurantV1alpha1().toppings();
    const added: string[] = [];
    const removed = new Promise<string>((resolve) => {
      informer.addEventHandler({
        onAdd: ({ metadata }) => {
          added.push(metadata.name ?? "");
        },
        onDelete: () => {
          resolve("removed");
        },
      });
    });
    informers.start();
    expect(await informers.waitForCacheSync()).toBe(true);
    expect(lister.get("basil")?.spec.cost).toBe(2);
    await clientset.restaurantV1alpha1().toppings().delete("basil");
    expect(await removed).toBe("removed");
    expect(added).toEqual(["basil"]);
    await informers.shutdown();
  });

  test("accepts a list of objects, and objects that a server has returned", async () => {
    const first = fake(basil);
    const stored = await first.restaurantV1alpha1().toppings().list();
    const second = fake(stored);
    expect((await second.restaurantV1alpha1().toppings().get("basil")).spec.cost).toBe(2);
    const third = fake(...stored.items);
    expect((await third.restaurantV1alpha1().toppings().list()).items).toHaveLength(1);
  });

  test("names an object that cannot be created", async () => {
    const invalid = fake(basil, pizza("margherita", [""]));
    await expect(invalid.ready()).rejects.toThrow(
      /^the server refused object 2 of 2, Pizza "margherita": .*spec\.toppings\[0\]/,
    );
    await expect(invalid.restaurantV1alpha1().toppings().get("basil")).rejects.toThrow(/object 2 of 2/);
    await expect(fake({ metadata: { name: "x" } }).ready()).rejects.toThrow(
      `object 1 of 1 "x" has no apiVersion or no kind: set both`,
    );
    await expect(fake({ ...basil, kind: "Sauce" }).ready()).rejects.toThrow(
      /object 1 of 1 is a Sauce of .* "basil", which the server does not serve; it serves Pizza of/,
    );
  });

  test("ends watches when it is closed, and refuses later requests", async () => {
    const clientset = fake(basil);
    const watch = await clientset.restaurantV1alpha1().toppings().watch();
    await clientset.close();
    const rest = async () => {
      for await (const event of watch) expect(event.type).toBe("ADDED");
    };
    await rest().catch(() => undefined);
    await expect(clientset.restaurantV1alpha1().toppings().get("basil")).rejects.toThrow(/not serving/);
  });
});

test("a fake clientset for a definition has its strategies and its admission plugins", async () => {
  const clientset = newFakeClientsetFor({ groups: [restaurantGroup], admissionPlugins: [pizzaToppings] }, basil);
  running.push(clientset);
  const pizzas = clientset.restaurantV1beta1().pizzas("default");
  await pizzas.create(pizzaInput("verde", "basil"));
  await expect(pizzas.create(pizzaInput("rossa", "tomato"))).rejects.toThrow(/tomato/);
});
