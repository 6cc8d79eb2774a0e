import { expect, test } from "vitest";
import { alphaPizzas, InProcessServer, pizza, pizzas } from "./harness.js";

/**
 * @file The server sends stored bytes as a response without decoding them, if they have the order
 * of a decoded object. It inserts the revision in front of the other metadata.
 */

const stored = /^\{"kind":"Pizza","apiVersion":"[^"]*\/v1alpha1","metadata":\{"resourceVersion":"\d+",/;
const name = "margherita";
const scrambled = {
  spec: { toppings: [{ quantity: 1, name: "tomato" }] },
  metadata: { annotations: { b: "1", a: "2" }, labels: { menu: "lunch" }, finalizers: ["example.com/oven"], name },
};

test("a created object is stored in the order of a decoded object", async () => {
  const server = new InProcessServer();
  expect((await server.post(pizzas, scrambled)).status).toBe(201);
  expect((await server.get(`${alphaPizzas}/${name}`)).text).toMatch(stored);
});

test.each([
  [
    "an update",
    async (server: InProcessServer) => {
      const { json } = await server.get(`${pizzas}/${name}`);
      return server.put(`${pizzas}/${name}`, { ...json, ...pizza(name, "salami"), metadata: json["metadata"] });
    },
  ],
  [
    "a patch",
    (server: InProcessServer) =>
      server.patch(`${pizzas}/${name}`, "merge-patch", { metadata: { labels: { menu: "dinner" } } }),
  ],
  ["a deletion that waits for a finalizer", (server: InProcessServer) => server.delete(`${pizzas}/${name}`)],
  [
    "an apply",
    (server: InProcessServer) =>
      server.send("PATCH", `${pizzas}/${name}?fieldManager=kitchen`, {
        body: {
          apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
          kind: "Pizza",
          metadata: { name, labels: { season: "winter" } },
        },
        headers: { "content-type": "application/apply-patch+yaml" },
      }),
  ],
])("after %s the object is stored in the order of a decoded object", async (_, write) => {
  const server = new InProcessServer();
  await server.post(pizzas, scrambled);
  expect((await write(server)).status).toBe(200);
  expect((await server.get(`${alphaPizzas}/${name}`)).text).toMatch(stored);
});
