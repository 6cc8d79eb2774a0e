import { describe, expect, test } from "vitest";
import type { AdmissionPlugin, Strategy } from "@apimachinery/apiserver";
import { FieldSet, makePath } from "@apimachinery/runtime/structuredmerge";
import { Events } from "../events.js";
import { InProcessServer, toppings } from "../harness.js";
import { apply, managersOf, topping } from "./applying.js";
import { bakeryGroup, oven, ovens, ovenStrategy, type Oven } from "./bakery.js";

describe("managedFields", () => {
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
