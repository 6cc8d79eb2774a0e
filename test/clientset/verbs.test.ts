import { conflictsOf, isAlreadyExists, isConflict, isNotFound, retryOnConflict } from "@apimachinery/client";
import { beforeAll, expect, test } from "vitest";
import { createClientset, type Clientset } from "../../generated/clientset/index.js";
import {
  extractPizza,
  extractPizzaStatus,
} from "../../generated/clientset/restaurant.programming-kubernetes.info/v1beta1.js";
import { PizzaServer } from "../client/pizza-server.js";
import { pizzaInput } from "./pizza-input.js";

let clientset: Clientset;

beforeAll(async () => {
  const server = await PizzaServer.start();
  clientset = createClientset(server.client());
});

test("every verb of a namespaced resource sends its request", async () => {
  const pizzas = clientset.restaurantV1beta1().pizzas("verbs");
  const created = await pizzas.create(pizzaInput("margherita", "tomato"));
  expect(created).toMatchObject({ kind: "Pizza", metadata: { namespace: "verbs" }, status: {} });
  expect(await pizzas.create(pizzaInput("margherita")).catch((error: unknown) => isAlreadyExists(error))).toBe(true);

  const updated = await pizzas.update({ ...created, metadata: { ...created.metadata, labels: { size: "large" } } });
  expect(updated.metadata.labels).toEqual({ size: "large" });
  expect(await pizzas.update(created).catch((error: unknown) => isConflict(error))).toBe(true);

  const patched = await pizzas.patch("margherita", { type: "merge", body: { metadata: { labels: { hot: "yes" } } } });
  expect(patched.metadata.labels).toEqual({ size: "large", hot: "yes" });
  expect((await pizzas.get("margherita")).metadata.uid).toBe(created.metadata.uid);
  expect((await pizzas.list({ labelSelector: "hot" })).items).toHaveLength(1);
  await pizzas.create(pizzaInput("funghi", "mushroom"));
  expect((await pizzas.list({ limit: 1 })).metadata.continue).not.toBe("");

  await pizzas.deleteCollection({}, { labelSelector: "hot" });
  expect((await pizzas.list()).items.map(({ metadata }) => metadata.name)).toEqual(["funghi"]);
  expect(await pizzas.delete("funghi")).toMatchObject({ kind: "Status" });
  expect(await pizzas.get("funghi").catch((error: unknown) => isNotFound(error))).toBe(true);
});

test("a client without a namespace lists and watches all namespaces", async () => {
  const version = clientset.restaurantV1beta1();
  for (const namespace of ["east", "west"]) await version.pizzas(namespace).create(pizzaInput("everywhere"));
  const everywhere = { fieldSelector: "metadata.name=everywhere" };
  const list = await version.pizzas().list(everywhere);
  expect(list.items.map(({ metadata }) => metadata.namespace)).toEqual(["east", "west"]);
  const watch = await version.pizzas().watch(everywhere);
  const seen: (string | undefined)[] = [];
  for await (const { type, object } of watch) {
    seen.push(`${type} ${object.metadata.namespace ?? ""}`);
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(["ADDED east", "ADDED west"]);
  expect(Object.keys(version.pizzas())).toEqual(["list", "watch"]);
});

test("a resource without namespaces has no namespace argument and no methods of the status", async () => {
  const toppings = clientset.restaurantV1alpha1().toppings();
  expect(await toppings.create({ metadata: { name: "basil" }, spec: { cost: 2 } })).toMatchObject({
    spec: { cost: 2 },
  });
  expect((await toppings.get("basil")).metadata.namespace).toBeUndefined();
  expect(Object.keys(toppings)).not.toContain("updateStatus");
});

test("apply merges the fields of managers, and refuses those of others", async () => {
  const pizzas = clientset.restaurantV1beta1().pizzas("apply");
  const metadata = { name: "capricciosa" };
  const spec = { toppings: [{ name: "ham", quantity: 1 }] };
  const applied = await pizzas.apply({ metadata, spec }, { fieldManager: "kitchen" });
  expect(applied).toMatchObject({ apiVersion: "restaurant.programming-kubernetes.info/v1beta1", kind: "Pizza" });

  const more = { metadata, spec: { toppings: [{ name: "ham", quantity: 2 }] } };
  const refused: unknown = await pizzas.apply(more, { fieldManager: "waiter" }).catch((error: unknown) => error);
  expect(conflictsOf(refused)).toMatchObject([{ manager: "kitchen", field: `.spec.toppings[name="ham"].quantity` }]);
  const forced = await pizzas.apply(more, { fieldManager: "waiter", force: true });
  expect(forced.spec.toppings).toEqual([{ name: "ham", quantity: 2 }]);

  expect(extractPizza(forced, "waiter")).toMatchObject({
    metadata: { ...metadata, namespace: "apply" },
    spec: more.spec,
  });
  expect(extractPizza(forced, "till").spec).toBeUndefined();
  expect(extractPizzaStatus(forced, "waiter").spec).toBeUndefined();
  const again = await pizzas.apply(extractPizza(forced, "waiter"), { fieldManager: "waiter" });
  expect(again.metadata.resourceVersion).toBe(forced.metadata.resourceVersion);
});

test("retryOnConflict changes an object that another client changes at the same time", async () => {
  const pizzas = clientset.restaurantV1beta1().pizzas("retry");
  await pizzas.create(pizzaInput("calzone"));
  let attempts = 0;
  const final = await retryOnConflict(async () => {
    attempts++;
    const pizza = await pizzas.get("calzone");
    if (attempts === 1)
      await pizzas.patch("calzone", { type: "merge", body: { metadata: { labels: { by: "other" } } } });
    return pizzas.update({ ...pizza, metadata: { ...pizza.metadata, annotations: { by: "me" } } });
  });
  expect(attempts).toBe(2);
  expect(final.metadata).toMatchObject({ labels: { by: "other" }, annotations: { by: "me" } });

  const failing = { steps: 3, duration: 1, factor: 1, jitter: 0 };
  let failures = 0;
  const conflict = pizzas.update({ ...final, metadata: { ...final.metadata, resourceVersion: "1" } });
  const fail = () => {
    failures++;
    return conflict;
  };
  await expect(retryOnConflict(fail, failing)).rejects.toThrow(/has been modified/);
  expect(failures).toBe(3);
});
