import { describe, expect, test } from "vitest";
import type { AdmissionPlugin, Strategy } from "@apimachinery/apiserver";
import { FieldSet, makePath } from "@apimachinery/runtime/structuredmerge";
import { Events } from "../events.js";
import { bakeryGroup, oven, ovens, ovenStrategy, type Oven } from "./bakery.js";
import { InProcessServer, toppings, type Reply } from "../harness.js";

const apiVersion = "restaurant.programming-kubernetes.info/v1alpha1";
const pizzaVersion = "restaurant.programming-kubernetes.info/v1beta1";
const pizzas = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
const applyHeaders = { "content-type": "application/apply-patch+yaml" };

function topping(cost: number, more: object = {}): object {
  return { apiVersion, kind: "Topping", metadata: { name: "basil", ...more }, spec: { cost } };
}

async function apply(server: InProcessServer, uri: string, body: unknown, query = "fieldManager=chef"): Promise<Reply> {
  return server.send("PATCH", `${uri}?${query}`, { body, headers: applyHeaders });
}

interface Entry {
  readonly operation: string;
  readonly manager: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

/** Returns the managers of an object: operation, name, subresource and fields. */
function managersOf(reply: Reply): readonly string[] {
  const { metadata } = JSON.parse(reply.text) as { readonly metadata: { readonly managedFields?: readonly Entry[] } };
  return (metadata.managedFields ?? []).map(
    ({ operation, manager, subresource, fieldsV1 }) =>
      `${operation} ${manager}${subresource === undefined ? "" : `/${subresource}`} ${JSON.stringify(fieldsV1)}`,
  );
}

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
      "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
    ],
    [
      "that is not YAML",
      "fieldManager=chef",
      "{",
      400,
      "error decoding patch: error converting YAML to JSON: yaml: line 1: flow map must end with a }",
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

  test("CBOR has no decoder", async () => {
    const server = new InProcessServer();
    const refused = await server.send("PATCH", `${toppings}/basil?fieldManager=chef`, {
      body: "",
      headers: { "content-type": "application/apply-patch+cbor" },
    });
    expect(refused.status).toBe(415);
  });
});

describe("the other writers", () => {
  test("an update, a patch and the User-Agent name their managers", async () => {
    const server = new InProcessServer();
    const headers = { "user-agent": "cook/1.2 (linux)" };
    const created = await server.send("POST", toppings, { body: topping(1), headers });
    expect(managersOf(created)).toEqual(['Update cook {"f:spec":{"f:cost":{}}}']);
    const patched = await server.send("PATCH", `${toppings}/basil?fieldManager=waiter`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(managersOf(patched)).toEqual([
      'Update cook {"f:spec":{"f:cost":{}}}',
      'Update waiter {"f:metadata":{"f:labels":{".":{},"f:a":{}}}}',
    ]);
  });

  test("a write of the status has a manager of its own, and the object's writers do not own the status", async () => {
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
    const created = await server.send("POST", `${ovens}?fieldManager=cook`, {
      body: { ...oven("o"), status: { heat: "low" } },
    });
    expect(managersOf(created).join()).not.toContain("f:status");
    const heated = await server.send("PATCH", `${ovens}/o/status?fieldManager=thermometer`, {
      body: { metadata: { labels: { hot: "yes" } }, status: { heat: "high" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(heated.status).toBe(200);
    expect(managersOf(heated).filter((each) => each.includes("thermometer"))).toEqual([
      'Update thermometer/status {"f:status":{"f:heat":{}}}',
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

describe("the strategy of a kind", () => {
  test("managedFields: false turns the tracking off, and server-side apply with it", async () => {
    const server = new InProcessServer({
      groups: [(storage) => bakeryGroup(storage, { ...ovenStrategy, managedFields: false })],
    });
    const sent = { ...oven("o"), metadata: { name: "o", managedFields: [{ manager: "x", operation: "Update" }] } };
    const created = await server.send("POST", ovens, { body: sent });
    expect([created.status, managersOf(created)]).toEqual([201, []]);
    const refused = await apply(server, `${ovens}/o`, {});
    expect([refused.status, refused.json["message"]]).toEqual([
      415,
      "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json",
    ]);
  });

  test("clients do not manage the fields that the strategy resets", async () => {
    const strategy: Strategy<Oven> = {
      ...ovenStrategy,
      resetFields: { v1: new FieldSet(makePath("spec", "replicas")) },
      prepareForCreate: (_context, { spec }) => {
        delete spec.replicas;
      },
    };
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage, strategy)] });
    const body = oven("o", { replicas: 3, trays: [] });
    const created = await server.send("POST", `${ovens}?fieldManager=cook`, { body });
    expect(managersOf(created)).toEqual(['Update cook {"f:spec":{"f:colour":{}}}']);
  });

  test("a write whose change the strategy undoes is not stored", async () => {
    const server = new InProcessServer({ groups: [(storage) => bakeryGroup(storage)] });
    const created = await server.send("POST", `${ovens}?fieldManager=cook`, { body: oven("o") });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const patched = await server.send("PATCH", `${ovens}/o?fieldManager=cook`, {
      body: { status: { heat: "high" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(patched.json["metadata"]).toEqual(created.json["metadata"]);
  });
});

describe("an admission plug-in that breaks managedFields", () => {
  test("has no effect on them, and the client gets a warning", async () => {
    const breaks: AdmissionPlugin = {
      name: "Breaks",
      handles: () => true,
      admit: ({ object }) => {
        if (object !== undefined) object.metadata.managedFields = [{ manager: "x", operation: "Update" }];
        return Promise.resolve();
      },
    };
    const server = new InProcessServer({ admission: [breaks] });
    const created = await server.send("POST", `${toppings}?fieldManager=cook`, { body: topping(1) });
    expect(managersOf(created)).toEqual(['Update cook {"f:spec":{"f:cost":{}}}']);
    expect(String(created.headers["warning"])).toContain(
      ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: apiVersion must not be empty",
    );
  });
});

describe("Accept: application/json;drop=metadata.managedFields", () => {
  const drop = { accept: "application/json;drop=metadata.managedFields" };

  test.each([
    ["GET", `${toppings}/basil`],
    ["GET", toppings],
  ])("%s %s has no managedFields", async (method, uri) => {
    const server = new InProcessServer();
    await server.send("POST", toppings, { body: topping(1) });
    expect((await server.send(method, uri)).text).toContain("managedFields");
    const reply = await server.send(method, uri, { headers: drop });
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/json"]);
    expect(reply.text).not.toContain("managedFields");
    expect(reply.text).toContain("basil");
  });

  test("writes, Tables and YAML omit them too", async () => {
    const server = new InProcessServer();
    const created = await server.send("POST", toppings, { body: topping(1), headers: drop });
    expect(created.text).not.toContain("managedFields");
    const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io;drop=metadata.managedFields" };
    const rows = await server.send("GET", `${toppings}?includeObject=Object`, { headers: table });
    expect(rows.json["kind"]).toBe("Table");
    expect(rows.text).not.toContain("managedFields");
    const yaml = await server.send("GET", `${toppings}/basil`, {
      headers: { accept: "application/yaml;drop=metadata.managedFields" },
    });
    expect(yaml.text).not.toContain("managedFields");
  });

  test("watches that want managedFields and watches that do not share a server", async () => {
    const server = new InProcessServer();
    const full = new Events(await server.response("GET", `${toppings}?watch=1`));
    const dropped = new Events(await server.response("GET", `${toppings}?watch=1`, { headers: drop }));
    await server.send("POST", toppings, { body: topping(1) });
    for (const [stream, has] of [
      [full, true],
      [dropped, false],
    ] as const) {
      const [event] = await stream.take(1);
      expect(event?.["type"]).toBe("ADDED");
      expect("managedFields" in (event?.["object"]?.["metadata"] ?? {})).toBe(has);
      stream.hangUp();
    }
  });

  test("unknown fields are ignored", async () => {
    const server = new InProcessServer();
    await server.send("POST", toppings, { body: topping(1) });
    const both = { accept: "application/json;drop=spec.cost+metadata.managedFields" };
    const reply = await server.send("GET", `${toppings}/basil`, { headers: both });
    expect(reply.json).toMatchObject({ spec: { cost: 1 } });
    expect(reply.text).not.toContain("managedFields");
    const other = await server.send("GET", `${toppings}/basil`, { headers: { accept: "application/json;drop=spec" } });
    expect(other.text).toContain("managedFields");
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
