import { describe, expect, test } from "vitest";
import { InProcessServer, pizza, pizzas } from "./harness.js";

async function withPizzas(...names: readonly string[]): Promise<InProcessServer> {
  const server = new InProcessServer();
  for (const name of names) await server.post(pizzas, pizza(name, "tomato"));
  return server;
}

describe("a deletion", () => {
  test("the response is a Status", async () => {
    const server = await withPizzas("a");
    const { metadata } = (await server.get(`${pizzas}/a`)).json;
    const { status, json } = await server.delete(`${pizzas}/a`);
    expect(status).toBe(200);
    expect(json).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "a", group: "restaurant.programming-kubernetes.info", kind: "pizzas", uid: metadata?.["uid"] },
    });
    expect((await server.delete(`${pizzas}/a`)).status).toBe(404);
  });

  test("preconditions are checked", async () => {
    const server = await withPizzas("a");
    const { json } = await server.delete(`${pizzas}/a`, { preconditions: { uid: "x" } });
    expect(json["message"]).toMatch(
      /^Operation cannot be fulfilled on Pizza\.restaurant\.programming-kubernetes\.info "a": the UID in the precondition \(x\) does not match the UID in record/,
    );
    expect((await server.delete(`${pizzas}/a`, { preconditions: { resourceVersion: "2" } })).status).toBe(200);
  });

  test("a dry run deletes nothing", async () => {
    const server = await withPizzas("a");
    expect((await server.delete(`${pizzas}/a?dryRun=All`)).status).toBe(200);
    expect((await server.get(`${pizzas}/a`)).status).toBe(200);
  });

  test("an object waits for its finalizers", async () => {
    const server = new InProcessServer();
    await server.post(pizzas, { metadata: { name: "a", finalizers: ["example.com/f"] } });
    const first = await server.delete(`${pizzas}/a`);
    expect(first.json["metadata"]).toMatchObject({
      finalizers: ["example.com/f"],
      deletionGracePeriodSeconds: 0,
      resourceVersion: "3",
    });
    expect((await server.delete(`${pizzas}/a`)).json).toEqual(first.json);
    expect((await server.post(pizzas, pizza("a"))).json["message"]).toMatch(/^object is being deleted: /);

    const added = await server.patch(`${pizzas}/a`, "merge-patch", {
      metadata: { finalizers: ["example.com/f", "x"] },
    });
    expect(added.json["message"]).toContain(
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"x"}',
    );

    const last = await server.patch(`${pizzas}/a`, "merge-patch", { metadata: { finalizers: null } });
    expect([last.status, last.json["metadata"]?.["resourceVersion"]]).toEqual([200, "3"]);
    expect((await server.get(`${pizzas}/a`)).status).toBe(404);
  });

  test("the propagation policy is validated", async () => {
    const server = await withPizzas("b");
    const { json } = await server.delete(`${pizzas}/b`, { propagationPolicy: "Foo" });
    expect(json["message"]).toBe(
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"',
    );
  });
});

test("the deletion of a collection follows the selectors, and returns the list as it was before", async () => {
  const server = await withPizzas("a", "b", "c");
  await server.patch(`${pizzas}/b`, "merge-patch", { metadata: { labels: { keep: "no" } } });
  const { status, json } = await server.delete(`${pizzas}?labelSelector=keep`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ kind: "PizzaList", items: [{ metadata: { name: "b" } }] });
  expect((await server.get(pizzas)).json["items"]).toMatchObject([
    { metadata: { name: "a" } },
    { metadata: { name: "c" } },
  ]);
});
