import { afterEach, expect, test, vi } from "vitest";
import { pizzaToppings } from "../../cmd/pizza-apiserver/admission/pizza-toppings.js";
import { admitting } from "./admitting.js";
import { alphaPizzas, pizza, pizzas, toppings } from "./harness.js";

afterEach(() => {
  vi.useRealTimers();
});

test("a pizza has toppings that there are", async () => {
  const server = await admitting([pizzaToppings]);
  const refused = await server.post(alphaPizzas, { metadata: { name: "salami" } });
  expect(refused.json).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'pizzas.restaurant.programming-kubernetes.info "salami" is forbidden: unknown topping: salami',
  });
  for (const name of ["salami", "mozzarella", "tomato"])
    await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
  // What the plugin has heard is a moment old.
  await vi.waitFor(async () => {
    const made = await server.post(alphaPizzas, { metadata: { name: "salami" } });
    expect([made.status, made.json["spec"]]).toEqual([201, { toppings: ["salami", "mozzarella", "tomato"] }]);
  });
  const changed = await server.patch(`${pizzas}/salami`, "merge-patch", {
    spec: { toppings: [{ name: "pineapple" }] },
  });
  expect(changed.json["message"]).toContain("unknown topping: pineapple");
});

test("a name that is yet to be generated is told by its beginning", async () => {
  const server = await admitting([pizzaToppings]);
  const refused = await server.post(alphaPizzas, { metadata: { generateName: "new-" } });
  expect(refused.json["message"]).toMatch(
    /^pizzas\.restaurant\.programming-kubernetes\.info "new-.*" is forbidden: unknown topping: salami$/,
  );
});

test("a topping that goes is heard of", async () => {
  const server = await admitting([pizzaToppings]);
  await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } });
  await vi.waitFor(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(201);
  });
  await server.delete(`${toppings}/tomato`);
  await vi.waitFor(async () => {
    expect((await server.post(`${pizzas}?dryRun=All`, pizza("a", "tomato"))).status).toBe(403);
  });
});

test("who has not seen all toppings yet waits ten seconds, and then judges nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const server = await admitting([pizzaToppings], undefined, false);
  let message: unknown;
  const answered = server.post(pizzas, pizza("a")).then(({ json }) => {
    message = json["message"];
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(message).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  await answered;
  expect(message).toBe(
    'pizzas.restaurant.programming-kubernetes.info "a" is forbidden: not yet ready to handle request',
  );
  // What it does not judge goes through.
  expect((await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } })).status).toBe(201);
});
