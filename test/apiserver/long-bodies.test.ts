import { expect, test } from "vitest";
import { InProcessServer, alphaPizzas, toppings } from "./harness.js";

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const topping = (metadata: object, more: object = {}) => ({ metadata, spec: { cost: 1 }, ...more });

test.each<[string, object, RegExp]>([
  [
    "unknown fields",
    topping({ name: "x" }, Object.fromEntries(upTo(200_000).map((i) => [`k${i}`, 0]))),
    /, 199900 more unknown or duplicate fields$/,
  ],
  [
    "invalid labels",
    topping({ name: "x", labels: Object.fromEntries(upTo(30_000).map((i) => [`-${i}`, "-"])) }),
    /\] and \d+ more$/,
  ],
  ["a long name", topping({ name: "a\n".repeat(900_000) }), /\.\.\. \(1798976 more characters\)/],
])("an error about %s is short", async (_, body, message) => {
  const server = new InProcessServer();
  for (const accept of ["application/json", "application/yaml"]) {
    const reply = await server.send("POST", `${toppings}?fieldValidation=Strict`, {
      body,
      headers: { "content-type": "application/json", accept },
    });
    expect([400, 422]).toContain(reply.status);
    expect(reply.text.length).toBeLessThan(65_536);
    if (accept === "application/json") expect(reply.json["message"]).toMatch(message);
  }
});

test("the error for a number with millions of digits contains only its beginning", async () => {
  const body = `{"metadata":{"name":"x","generation":${"7".repeat(2_900_000)}},"spec":{"cost":1}}`;
  const reply = await new InProcessServer().send("POST", toppings, {
    body,
    headers: { "content-type": "application/json" },
  });
  expect(reply.status).toBe(400);
  expect(reply.text.length).toBeLessThan(4_096);
  expect(reply.json["message"]).toContain("7... (2898976 more characters)");
});

test("the server refuses a JSON patch that moves millions of list items repeatedly", async () => {
  const server = new InProcessServer();
  await server.post(toppings, topping({ name: "t" }));
  await server.post(alphaPizzas, { metadata: { name: "p" }, spec: { toppings: ["t"] } });
  const patch = (items: number, operations: number) => {
    const body = [
      { op: "add", path: "/spec/toppings", value: upTo(items).map(() => "t") },
      ...upTo(operations).map(() => ({ op: "add", path: "/spec/toppings/0", value: "t" })),
    ];
    return server.send("PATCH", `${alphaPizzas}/p?dryRun=All`, {
      body,
      headers: { "content-type": "application/json-patch+json" },
    });
  };
  expect((await patch(100_000, 250)).status).toBe(422);
  expect((await patch(1_000, 250)).status).toBe(200);
});
