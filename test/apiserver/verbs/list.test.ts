import { describe, expect, test } from "vitest";
import { InProcessServer, pizza, pizzas, textOf, type Reply } from "../harness.js";

const all = "/apis/restaurant.programming-kubernetes.info/v1beta1/pizzas";

async function withPizzas(...names: readonly string[]): Promise<InProcessServer> {
  const server = new InProcessServer();
  for (const name of names) await server.post(pizzas, { metadata: { name, labels: { name } } });
  return server;
}

function namesOf({ json }: Reply): readonly string[] {
  return Object.values(json["items"] ?? {}).map((item) => textOf(item["metadata"]?.["name"]));
}

describe("list", () => {
  test("items have no kind, and an empty list has an empty array", async () => {
    const server = new InProcessServer();
    const empty = await server.get(pizzas);
    expect(empty.json).toEqual({
      kind: "PizzaList",
      apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
      metadata: { resourceVersion: "1" },
      items: [],
    });
    const { json } = await server.post(pizzas, pizza("a", "tomato"));
    const list = await server.get(pizzas);
    expect(list.json["items"]).toEqual([{ metadata: json["metadata"], spec: json["spec"], status: json["status"] }]);
    expect(list.json["metadata"]).toEqual({ resourceVersion: "2" });
  });

  test("a list has the objects of one namespace or all, which label and field selectors restrict", async () => {
    const server = await withPizzas("a", "b");
    await server.post(pizzas.replace("default", "other"), pizza("c"));
    expect(namesOf(await server.get(pizzas))).toEqual(["a", "b"]);
    expect(namesOf(await server.get(all))).toEqual(["a", "b", "c"]);
    expect(namesOf(await server.get(`${all}?labelSelector=name in (b)`))).toEqual(["b"]);
    expect(namesOf(await server.get(`${all}?labelSelector=!name`))).toEqual(["c"]);
    expect(namesOf(await server.get(`${all}?fieldSelector=metadata.namespace!=default`))).toEqual(["c"]);
    expect((await server.get(`${all}?fieldSelector=spec.x=1`)).json["message"]).toBe(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect((await server.get(`${all}?labelSelector=a,,b`)).json["message"]).toBe(
      "found ',', expected: identifier after ','",
    );
  });

  test("all pages have the state of the first page", async () => {
    const server = await withPizzas("a", "b", "c", "d", "e");
    const first = await server.get(`${pizzas}?limit=2`);
    expect(first.json["metadata"]).toMatchObject({ resourceVersion: "6", remainingItemCount: 3 });
    await server.delete(`${pizzas}/c`);
    const second = await server.get(`${pizzas}?limit=2&continue=${textOf(first.json["metadata"]?.["continue"])}`);
    const third = await server.get(`${pizzas}?limit=2&continue=${textOf(second.json["metadata"]?.["continue"])}`);
    expect([first, second, third].map(namesOf)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(third.json["metadata"]).toEqual({ resourceVersion: "6" });
  });

  test("pages are full although selectors exclude objects", async () => {
    const server = await withPizzas("a", "b", "c", "d", "e");
    const first = await server.get(`${pizzas}?limit=2&labelSelector=name notin (a,c)`);
    expect(namesOf(first)).toEqual(["b", "d"]);
    expect(first.json["metadata"]).not.toHaveProperty("remainingItemCount");
    const second = await server.get(
      `${pizzas}?limit=2&labelSelector=name notin (a,c)&continue=${textOf(first.json["metadata"]?.["continue"])}`,
    );
    expect(namesOf(second)).toEqual(["e"]);
  });

  test("a page of a compacted revision is an error with a token for the rest of the current list", async () => {
    const server = await withPizzas("a", "b", "c");
    const first = await server.get(`${pizzas}?limit=1`);
    await server.delete(`${pizzas}/b`);
    await server.storage.compact(5);
    const expired = await server.get(`${pizzas}?limit=1&continue=${textOf(first.json["metadata"]?.["continue"])}`);
    expect(expired.json).toMatchObject({ code: 410, reason: "Expired" });
    expect(namesOf(await server.get(`${pizzas}?continue=${textOf(expired.json["metadata"]?.["continue"])}`))).toEqual([
      "c",
    ]);
  });

  test.each([
    ["resourceVersion=2&resourceVersionMatch=Exact", ["a"]],
    ["resourceVersion=2&limit=5", ["a"]],
    ["resourceVersion=2", ["a", "b", "c"]],
    ["resourceVersion=3&resourceVersionMatch=NotOlderThan", ["a", "b", "c"]],
    ["resourceVersion=0&limit=1", ["a", "b", "c"]],
  ])("the list with %s has the objects of the expected revision", async (query, names) => {
    expect(namesOf(await (await withPizzas("a", "b", "c")).get(`${pizzas}?${query}`))).toEqual(names);
  });

  test.each([
    ["resourceVersionMatch=Exact", 422, "resourceVersionMatch is forbidden unless resourceVersion is provided"],
    [
      "resourceVersion=0&resourceVersionMatch=Exact",
      422,
      'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    ["resourceVersion=2&resourceVersionMatch=X", 422, 'supported values: "Exact", "NotOlderThan", ""'],
    ["sendInitialEvents=false", 422, "sendInitialEvents is forbidden for list"],
    [
      "resourceVersion=abc",
      400,
      'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    ["limit=x", 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ["continue=%3F", 400, "invalid continue token: continue key is not valid: illegal base64 data at input byte 0"],
  ])("the server refuses %s", async (query, status, message) => {
    const reply = await new InProcessServer().get(`${pizzas}?${query}`);
    expect(reply.status).toBe(status);
    expect(reply.json["message"]).toContain(message);
  });

  test("a list at a future revision is a timeout", async () => {
    const { status, json, headers } = await new InProcessServer().get(
      `${pizzas}?resourceVersion=77&resourceVersionMatch=Exact`,
    );
    expect([status, headers["retry-after"]]).toEqual([504, "1"]);
    expect(json).toMatchObject({
      reason: "Timeout",
      message: "Timeout: Too large resource version: 77, current: 1",
      details: { causes: [{ reason: "ResourceVersionTooLarge" }] },
    });
  });
});
