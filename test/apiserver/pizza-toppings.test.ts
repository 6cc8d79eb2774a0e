import { afterEach, expect, test, vi } from "vitest";
import { pizzaToppings } from "../../cmd/pizza-apiserver/admission/pizza-toppings.js";
import { admitting } from "./admitting.js";
import { alphaPizzas, pizza, pizzas, toppings } from "./harness.js";
import { eventually } from "../eventually.js";

afterEach(() => {
  vi.useRealTimers();
});

test("a pizza can only have existing toppings", async () => {
  const server = await admitting([pizzaToppings]);
  const refused = await server.post(alphaPizzas, { metadata: { name: "salami" } });
  expect(refused.json).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'pizzas.restaurant.programming-kubernetes.info "salami" is forbidden: unknown topping: salami',
  });
  for (const name of ["salami", "mozzarella", "tomato"])
    await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
  // The informer of the plugin receives the topping after a short delay.
  await eventually(async () => {
    const made = await server.post(alphaPizzas, { metadata: { name: "salami" } });
    expect([made.status, made.json["spec"]]).toEqual([201, { toppings: ["salami", "mozzarella", "tomato"] }]);
  });
  const changed = await server.patch(`${pizzas}/salami`, "merge-patch", {
    spec: { toppings: [{ name: "pineapple" }] },
  });
  expect(changed.json["message"]).toContain("unknown topping: pineapple");
});

test("the error about a generated name contains its base", async () => {
  const server = await admitting([pizzaToppings]);
  const refused = await server.post(alphaPizzas, { metadata: { generateName: "new-" } });
  expect(refused.json["message"]).toMatch(
    /^pizzas\.restaurant\.programming-kubernetes\.info "new-.*" is forbidden: unknown topping: salami$/,
  );
});

test("the plugin receives the deletion of a topping", async () => {
  const server = await admitting([pizzaToppings]);
  await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } });
  await eventually(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(201);
  });
  await server.delete(`${toppings}/tomato`);
  await eventually(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(403);
  });
});

test("before its informer has synced, the plugin waits ten seconds and then refuses", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = await admitting([pizzaToppings], undefined, false);
  let message: unknown;
  const response = server.post(pizzas, pizza("a")).then(({ json }) => {
    message = json["message"];
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(message).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  await response;
  expect(message).toBe(
    'pizzas.restaurant.programming-kubernetes.info "a" is forbidden: not yet ready to handle request',
  );
  // The plugin checks only pizzas, so toppings can be created without further conditions.
  expect((await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } })).status).toBe(201);
});
