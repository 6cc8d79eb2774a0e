import { expect, test } from "vitest";
import { InProcessServer, alphaPizzas, pizza, pizzas } from "./harness.js";

async function withPizza(): Promise<InProcessServer> {
  const server = new InProcessServer();
  await server.post(pizzas, pizza("a", "tomato"));
  return server;
}

test("a merge patch is applied in the request's version", async () => {
  const server = await withPizza();
  await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { a: "1", b: "2" } } });
  const { status, json } = await server.patch(`${alphaPizzas}/a`, "merge-patch", {
    metadata: { labels: { a: null } },
    spec: { toppings: ["x", "x"] },
  });
  expect(status).toBe(200);
  expect(json["metadata"]?.["labels"]).toEqual({ b: "2" });
  expect((await server.get(`${pizzas}/a`)).json["spec"]).toEqual({ toppings: [{ name: "x", quantity: 2 }] });
});

test("a JSON patch is applied", async () => {
  const server = await withPizza();
  const add = { op: "add", path: "/spec/toppings/-", value: { name: "salami" } };
  expect((await server.patch(`${pizzas}/a`, "json-patch", [add])).json["spec"]).toEqual({
    toppings: [
      { name: "tomato", quantity: 1 },
      { name: "salami", quantity: 1 },
    ],
  });
  const failing = await server.patch(`${pizzas}/a`, "json-patch", [{ op: "test", path: "/metadata/name", value: "b" }]);
  expect(failing.json).toMatchObject({
    code: 422,
    message: "the server rejected our request due to an error in our request",
    details: {},
  });
});

test("30 concurrent patches all succeed", async () => {
  const server = await withPizza();
  const labels = Array.from({ length: 30 }, (_, index) => `l${index}`);
  const replies = await Promise.all(
    labels.map((label) => server.patch(`${pizzas}/a`, "merge-patch", { metadata: { labels: { [label]: "x" } } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(labels.map(() => 200));
  expect(Object.keys((await server.get(`${pizzas}/a`)).json["metadata"]?.["labels"] ?? {}).sort()).toEqual(
    [...labels].sort(),
  );
});

test("the resourceVersion in a patch is a precondition", async () => {
  const server = await withPizza();
  expect((await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { resourceVersion: "77" } })).status).toBe(409);
});

test.each([
  ["nonsense", {}, 415],
  ["merge-patch", "x", 400],
  ["merge-patch", [], 400],
  ["json-patch", {}, 400],
  ["merge-patch", { metadata: { name: "b" } }, 400],
  ["merge-patch", { spec: 5 }, 422],
])("a %s of %j is refused", async (type, body, status) => {
  const server = await withPizza();
  expect((await server.patch(`${pizzas}/a`, type, body)).status).toBe(status);
});

test("a patch of a missing object is a 404", async () => {
  expect((await new InProcessServer().patch(`${pizzas}/a`, "merge-patch", {})).status).toBe(404);
});
