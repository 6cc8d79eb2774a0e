import { describe, expect, test } from "vitest";
import { alphaPizzas, InProcessServer, pizzas, toppings } from "../harness.js";
import { apiVersion, apply, managersOf, pizzaVersion, topping } from "./applying.js";
import { bakeryGroup, oven, ovens } from "./bakery.js";

describe("server-side apply", () => {
  test("creates an object, and records its fields", async () => {
    const server = new InProcessServer();
    const created = await apply(server, `${toppings}/basil`, topping(1));
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ spec: { cost: 1 } });
    expect(managersOf(created)).toEqual(['Apply chef {"f:spec":{"f:cost":{}}}']);
  });

  test("the same configuration changes nothing", async () => {
    const server = new InProcessServer();
    const created = await apply(server, `${toppings}/basil`, topping(1));
    const again = await apply(server, `${toppings}/basil`, topping(1));
    expect(again.status).toBe(200);
    expect(again.text).toBe(created.text);
  });

  test("a field that the configuration no longer has is removed", async () => {
    const server = new InProcessServer();
    await apply(server, `${toppings}/basil`, topping(1, { labels: { a: "1", b: "2" } }));
    const second = await apply(server, `${toppings}/basil`, topping(1, { labels: { a: "1" } }));
    expect(second.json["metadata"]?.["labels"]).toEqual({ a: "1" });
  });

  test("a field of another manager with another value is a conflict, unless force takes it", async () => {
    const server = new InProcessServer();
    await server.send("POST", `${toppings}?fieldManager=cook`, { body: topping(1) });
    const refused = await apply(server, `${toppings}/basil`, topping(2));
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      reason: "Conflict",
      message: `Apply failed with 1 conflict: conflict with "cook" using ${apiVersion}: .spec.cost`,
      details: {
        causes: [
          {
            reason: "FieldManagerConflict",
            message: `conflict with "cook" using ${apiVersion}`,
            field: ".spec.cost",
          },
        ],
      },
    });
    const forced = await apply(server, `${toppings}/basil`, topping(2), "fieldManager=chef&force=true");
    expect(forced.status).toBe(200);
    expect(managersOf(forced)).toEqual(['Apply chef {"f:spec":{"f:cost":{}}}']);
  });

  test("several conflicts are listed by manager", async () => {
    const server = new InProcessServer();
    await server.send("POST", `${toppings}?fieldManager=cook`, { body: topping(1, { labels: { k1: "a" } }) });
    await apply(server, `${toppings}/basil`, { ...topping(1, { labels: { k2: "a" } }) }, "fieldManager=x");
    const refused = await apply(server, `${toppings}/basil`, topping(2, { labels: { k1: "b", k2: "b" } }));
    expect(refused.json["message"]).toBe(
      `Apply failed with 4 conflicts: conflicts with "cook" using ${apiVersion}:\n- .metadata.labels.k1\n- .spec.cost\nconflicts with "x":\n- .metadata.labels.k2\n- .spec.cost`,
    );
  });

  test("a configuration may be YAML", async () => {
    const server = new InProcessServer();
    const body = `apiVersion: ${apiVersion}\nkind: Topping\nmetadata:\n  name: basil\nspec:\n  cost: 3\n`;
    expect(await apply(server, `${toppings}/basil`, body)).toMatchObject({ status: 201, json: { spec: { cost: 3 } } });
  });

  test("a dry run stores nothing", async () => {
    const server = new InProcessServer();
    const created = await apply(server, `${toppings}/basil`, topping(1), "fieldManager=chef&dryRun=All");
    expect(created.status).toBe(201);
    expect((await server.send("GET", `${toppings}/basil`)).status).toBe(404);
  });

  test("defaults are set, and belong to no manager", async () => {
    const server = new InProcessServer();
    await apply(server, `${toppings}/mozzarella`, {
      apiVersion,
      kind: "Topping",
      metadata: { name: "mozzarella" },
      spec: { cost: 1 },
    });
    const created = await apply(server, `${pizzas}/margherita`, {
      apiVersion: pizzaVersion,
      kind: "Pizza",
      metadata: { name: "margherita" },
      spec: { toppings: [{ name: "mozzarella", quantity: 1 }] },
    });
    expect(created.status).toBe(201);
    expect(managersOf(created)[0]).toContain("Apply chef");
  });
});

describe("a configuration that the server refuses", () => {
  test.each([
    [
      "without the name of the client",
      "",
      topping(1),
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    ],
    [
      "of another version",
      "fieldManager=chef",
      { ...topping(1), apiVersion: pizzaVersion },
      400,
      `invalid object type: ${pizzaVersion}, Kind=Topping`,
    ],
    ["without a kind", "fieldManager=chef", { metadata: { name: "basil" } }, 400, "invalid object type: /, Kind="],
    [
      "with managed fields",
      "fieldManager=chef",
      topping(1, { managedFields: [] }),
      400,
      "metadata.managedFields must be nil",
    ],
    [
      "with an unknown field",
      "fieldManager=chef",
      { ...topping(1), spec: { nope: 1 } },
      400,
      `failed to create typed patch object (/basil; ${apiVersion}, Kind=Topping): .spec.nope: field not declared in schema`,
    ],
    [
      "with a value of another type",
      "fieldManager=chef",
      { ...topping(1), spec: { cost: "x" } },
      400,
      `failed to create typed patch object (/basil; ${apiVersion}, Kind=Topping): .spec.cost: expected numeric (int or float), got string`,
    ],
    [
      "with another name",
      "fieldManager=chef",
      topping(1, { name: "salami" }),
      400,
      "the name of the object (salami) does not match the name on the URL (basil)",
    ],
    [
      "without a name",
      "fieldManager=chef",
      { apiVersion, kind: "Topping", spec: { cost: 1 } },
      400,
      "the name of the object (basil based on URL) was undeterminable: name must be provided",
    ],
    [
      "that is a list",
      "fieldManager=chef",
      "[]",
      400,
      "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {} (the value must be an object)",
    ],
    [
      "that is not YAML",
      "fieldManager=chef",
      "{",
      400,
      "error decoding patch: error converting YAML to JSON: yaml: line 1: flow map must end with a }",
    ],
    [
      "with a number beyond a float64, which Go's parser of YAML reads as a string",
      "fieldManager=chef",
      `{"apiVersion":"${apiVersion}","kind":"Topping","metadata":{"name":"basil"},"spec":{"cost":1e400}}`,
      400,
      "failed to create typed patch object (/basil; restaurant.programming-kubernetes.info/v1alpha1, Kind=Topping): .spec.cost: expected numeric (int or float), got string",
    ],
    [
      "with a key that occurs twice",
      "fieldManager=chef&fieldValidation=Strict",
      `apiVersion: ${apiVersion}\nkind: Topping\nmetadata:\n  name: basil\nspec:\n  cost: 3\n  cost: 4\n`,
      400,
      'error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "cost" already set in map',
    ],
    [
      "with the uid of an object that does not exist",
      "fieldManager=chef",
      topping(1, { uid: "u1" }),
      409,
      'Operation cannot be fulfilled on toppings.restaurant.programming-kubernetes.info "basil": uid mismatch: the provided object specified uid u1, and no existing object was found',
    ],
  ])("%s", async (_, query, body, status, message) => {
    const server = new InProcessServer();
    const refused = await apply(server, `${toppings}/basil`, body, query);
    expect([refused.status, refused.json["message"]]).toEqual([status, message]);
    expect((await server.send("GET", `${toppings}/basil`)).status).toBe(404);
  });

  test("a value that cannot be converted for the manager of another version", async () => {
    const server = new InProcessServer();
    await server.post(toppings, { metadata: { name: "tomato" }, spec: { cost: 1 } });
    await server.post(pizzas, { metadata: { name: "plain" }, spec: { toppings: [{ name: "tomato", quantity: 1 }] } });
    const refused = await apply(server, `${alphaPizzas}/plain`, {
      apiVersion,
      kind: "Pizza",
      metadata: { name: "plain", deletionTimestamp: "1Gi" },
      spec: { toppings: ["tomato"] },
    });
    expect([refused.status, refused.json["message"]]).toEqual([
      400,
      'failed to convert new object: metadata.deletionTimestamp: parsing time "1Gi" as "2006-01-02T15:04:05Z07:00": cannot parse "1Gi" as "2006"',
    ]);
  });
});

describe("apply on the status", () => {
  test("sets only the status, and a missing object is not created", async () => {
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
    const config = {
      apiVersion: "bakery.example.com/v1",
      kind: "Oven",
      metadata: { name: "o", labels: { hot: "yes" } },
      status: { heat: "high" },
    };
    expect((await apply(server, `${ovens}/o/status`, config)).status).toBe(404);
    await server.send("POST", `${ovens}?fieldManager=cook`, { body: oven("o") });
    const applied = await apply(server, `${ovens}/o/status`, config);
    expect(applied.status).toBe(200);
    expect(applied.json["metadata"]).not.toHaveProperty("labels");
    expect(managersOf(applied)[0]).toBe('Apply chef/status {"f:status":{"f:heat":{}}}');
  });
});

describe("apply on the scale", () => {
  const scale = (replicas: number): object => ({
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "o" },
    spec: { replicas },
  });

  test("an update takes the number of replicas from its manager", async () => {
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
    await server.send("POST", `${ovens}?fieldManager=cook`, { body: oven("o", { replicas: 1, trays: [] }) });
    const scaled = await server.send("PUT", `${ovens}/o/scale?fieldManager=autoscaler`, { body: scale(3) });
    expect([scaled.status, managersOf(scaled)]).toEqual([200, []]);
    expect(managersOf(await server.send("GET", `${ovens}/o`))).toEqual([
      'Update autoscaler/scale {"f:spec":{"f:replicas":{}}}',
      'Update cook {"f:spec":{"f:colour":{}}}',
    ]);
  });

  test("an apply conflicts with the manager of the object's number of replicas", async () => {
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
    expect((await apply(server, `${ovens}/o/scale`, scale(3))).status).toBe(404);
    await server.send("POST", `${ovens}?fieldManager=cook`, { body: oven("o", { replicas: 1, trays: [] }) });
    const refused = await apply(server, `${ovens}/o/scale`, scale(3));
    expect([refused.status, refused.json["message"]]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "cook" using autoscaling/v1: .spec.replicas',
    ]);
    const forced = await apply(server, `${ovens}/o/scale`, scale(3), "fieldManager=chef&force=true");
    expect([forced.status, forced.json["spec"]]).toEqual([200, { replicas: 3 }]);
    expect(managersOf(await server.send("GET", `${ovens}/o`))).toEqual([
      'Apply chef/scale {"f:spec":{"f:replicas":{}}}',
      'Update cook {"f:spec":{"f:colour":{}}}',
    ]);
  });
});
