import { MemoryStorage } from "@apimachinery/apiserver";
import { afterEach, expect, test, vi } from "vitest";
import { pizzaToppings } from "../../cmd/pizza-apiserver/admission/pizza-toppings.js";
import { ToppingNames } from "../../cmd/pizza-apiserver/admission/topping-names.js";
import { restaurantGroup } from "../../cmd/pizza-apiserver/restaurant-group.js";
import { InProcessServer, alphaPizzas, pizza, pizzas, toppings } from "./harness.js";

const names: ToppingNames[] = [];

afterEach(async () => {
  for (const each of names.splice(0)) await each.stop();
});

function withPlugin(): InProcessServer {
  const storage = new MemoryStorage();
  const lister = new ToppingNames(restaurantGroup(storage).toppings);
  names.push(lister);
  return new InProcessServer({ storage, admission: [pizzaToppings(lister)] });
}

test("a pizza has toppings that there are", async () => {
  const server = withPlugin();
  const refused = await server.post(alphaPizzas, { metadata: { name: "salami" } });
  expect(refused.json).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'pizzas.restaurant.programming-kubernetes.info "salami" is forbidden: unknown topping: salami',
  });
  for (const name of ["salami", "mozzarella", "tomato"]) await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
  // What the plugin has heard is a moment old.
  await vi.waitFor(async () => {
    const made = await server.post(alphaPizzas, { metadata: { name: "salami" } });
    expect([made.status, made.json["spec"]]).toEqual([201, { toppings: ["salami", "mozzarella", "tomato"] }]);
  });
  const changed = await server.patch(`${pizzas}/salami`, "merge-patch", { spec: { toppings: [{ name: "pineapple" }] } });
  expect(changed.json["message"]).toContain("unknown topping: pineapple");
});

test("a topping that goes is heard of", async () => {
  const server = withPlugin();
  await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } });
  await vi.waitFor(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(201);
  });
  await server.delete(`${toppings}/tomato`);
  await vi.waitFor(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(403);
  });
});

test("who has not seen all toppings yet judges nothing", async () => {
  const server = new InProcessServer({ admission: [pizzaToppings({ has: () => false, synced: () => Promise.resolve(false) })] });
  expect((await server.post(pizzas, pizza("a"))).json["message"]).toContain('"a" is forbidden: not yet ready to handle request');
});
