import {
  conflictsOf,
  extract,
  InformerFactory,
  isConflict,
  isInvalid,
  RESTClient,
  untypedResource,
  type ClientConfig,
  type Transport,
  type TransportRequest,
} from "@apimachinery/client";
import { describe, expect, test } from "vitest";
import { Kinds as alpha } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Kinds } from "../../apis/restaurant/v1beta1/zz_generated.register.js";
import { PizzaServer } from "./pizza-server.js";

const apiVersion = "restaurant.programming-kubernetes.info/v1beta1";

/** Returns a client whose requests are recorded. Each response is the same text. */
function recording(
  text: string,
  config: Partial<ClientConfig> = {},
): { readonly client: RESTClient; readonly requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    send: (request) => {
      requests.push(request);
      const body = (async function* () {
        yield await Promise.resolve(Buffer.from(text));
      })();
      return Promise.resolve({ status: 200, headers: { "content-type": "application/json" }, body });
    },
    close: () => Promise.resolve(),
  };
  return { client: new RESTClient({ server: "http://server", ...config }, transport), requests };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("the request of an apply", () => {
  const answer = JSON.stringify({ apiVersion, kind: "Pizza", metadata: { name: "a" }, spec: {} });

  test("is a patch with the fields, the kind and the manager", async () => {
    const { client, requests } = recording(answer);
    const pizzas = client.resource(Kinds.Pizza).namespace("n");
    const applied = await pizzas.apply(
      { metadata: { name: "a" }, spec: { toppings: [{ name: "tomato" }] } },
      { fieldManager: "kitchen" },
    );
    expect(applied).toMatchObject({ kind: "Pizza", metadata: { name: "a" } });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: "PATCH",
      path: "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/n/pizzas/a?fieldManager=kitchen",
      headers: { "content-type": "application/apply-patch+yaml", accept: "application/json" },
      body: JSON.stringify({
        apiVersion,
        kind: "Pizza",
        metadata: { name: "a" },
        spec: { toppings: [{ name: "tomato" }] },
      }),
    });
  });

  test("has all options", async () => {
    const { client, requests } = recording(answer);
    await client
      .resource(Kinds.Pizza)
      .namespace("n")
      .apply(
        { apiVersion, kind: "Pizza", metadata: { name: "a" }, status: { cost: 1 } },
        {
          fieldManager: "a b",
          force: true,
          dryRun: true,
          fieldValidation: "Strict",
          subresource: "status",
          dropManagedFields: true,
        },
      );
    expect(requests[0]).toMatchObject({
      path:
        "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/n/pizzas/a/status" +
        "?dryRun=All&fieldManager=a+b&fieldValidation=Strict&force=true",
      headers: { accept: "application/json;drop=metadata.managedFields" },
    });
  });

  test("of a kind without generated code is the same", async () => {
    const { client, requests } = recording('{"apiVersion":"v1","kind":"Thing","metadata":{"name":"a"}}');
    const things = client.resourceOf(untypedResource({ group: "", version: "v1", kind: "Thing" }, "things"));
    await things.apply({ metadata: { name: "a", labels: { b: "c" } } }, { fieldManager: "me" });
    expect(requests[0]?.body).toBe('{"apiVersion":"v1","kind":"Thing","metadata":{"name":"a","labels":{"b":"c"}}}');
  });
});

describe("responses without managedFields", () => {
  const dropped = "application/json;drop=metadata.managedFields";
  const list = JSON.stringify({ apiVersion, kind: "PizzaList", metadata: {}, items: [] });

  test.each([
    ["the client drops them", true, undefined, dropped],
    ["the request drops them", false, true, dropped],
    ["the request needs them", true, false, "application/json"],
    ["nothing drops them", undefined, undefined, "application/json"],
  ])("%s", async (_case, ofClient, dropManagedFields, accept) => {
    const { client, requests } = recording(list, ofClient === undefined ? {} : { dropManagedFields: ofClient });
    const pizzas = client.resource(Kinds.Pizza).namespace("n");
    const options = { dropManagedFields };
    await pizzas.list(options);
    await pizzas.get("a", options).catch(() => undefined);
    (await pizzas.watch(options)).close();
    await pizzas.patch("a", { type: "merge", body: {} }, options).catch(() => undefined);
    await pizzas.delete("a", options).catch(() => undefined);
    expect(requests.map(({ headers }) => headers["accept"])).toEqual(Array.from({ length: 5 }, () => accept));
    expect(requests.every(({ path }) => !path.includes("dropManagedFields"))).toBe(true);
  });

  test("come from the server to clients and informers", async () => {
    const server = await PizzaServer.start();
    const client = server.client();
    const toppings = client.resource(alpha.Topping);
    const stored = await toppings.apply({ metadata: { name: "basil" }, spec: { cost: 1 } }, { fieldManager: "me" });
    expect(stored.metadata.managedFields).toHaveLength(1);
    const frugal = server.client({ dropManagedFields: true }).resource(alpha.Topping);
    expect((await frugal.get("basil")).metadata.managedFields).toBeUndefined();
    expect((await frugal.list()).items[0]?.metadata).not.toHaveProperty("managedFields");
    expect((await frugal.get("basil", { dropManagedFields: false })).metadata.managedFields).toHaveLength(1);
    const factory = new InformerFactory(client, { dropManagedFields: true });
    const informer = factory.forKind(alpha.Topping);
    factory.start();
    await informer.synced();
    expect(informer.lister.get("basil")?.spec.cost).toBe(1);
    expect(informer.lister.get("basil")?.metadata.managedFields).toBeUndefined();
    await factory.stop();
  });
});

describe("managers that share a pizza", async () => {
  const server = await PizzaServer.start();
  const client = server.client();
  const pizzas = client.resource(Kinds.Pizza).namespace("default");
  for (const name of ["tomato", "basil", "salami"])
    await client.resource(alpha.Topping).apply({ metadata: { name }, spec: { cost: 1 } }, { fieldManager: "menu" });

  test("own the items that they apply", async () => {
    const metadata = { name: "shared" };
    await pizzas.apply({ metadata, spec: { toppings: [{ name: "tomato", quantity: 2 }] } }, { fieldManager: "one" });
    const both = await pizzas.apply(
      { metadata: { ...metadata, labels: { hot: "yes" } }, spec: { toppings: [{ name: "salami", quantity: 1 }] } },
      { fieldManager: "two" },
    );
    expect(both.spec.toppings).toEqual([
      { name: "tomato", quantity: 2 },
      { name: "salami", quantity: 1 },
    ]);
    const identity = { apiVersion, kind: "Pizza" };
    const ofShared = { name: "shared", namespace: "default" };
    expect(extract(both, "one")).toEqual({
      ...identity,
      metadata: ofShared,
      spec: { toppings: [{ name: "tomato", quantity: 2 }] },
    });
    expect(extract(both, "two")).toEqual({
      ...identity,
      metadata: { ...ofShared, labels: { hot: "yes" } },
      spec: { toppings: [{ name: "salami", quantity: 1 }] },
    });
    // An apply of what the manager owns changes nothing, not even the resourceVersion.
    expect(await pizzas.apply(extract(both, "two"), { fieldManager: "two" })).toEqual(both);
    // A manager changes one field, keeps the others, and removes what it leaves out.
    const { spec, ...mine } = extract(both, "two");
    const without = await pizzas.apply(
      { ...mine, metadata: ofShared, spec: { toppings: [...(spec?.toppings ?? []), { name: "basil", quantity: 3 }] } },
      { fieldManager: "two" },
    );
    expect(without.metadata.labels).toBeUndefined();
    expect(without.spec.toppings.map(({ name }) => name).sort()).toEqual(["basil", "salami", "tomato"]);
  });

  test("get a conflict, and can take the field", async () => {
    const fields = (quantity: number) => ({
      metadata: { name: "disputed" },
      spec: { toppings: [{ name: "tomato", quantity }] },
    });
    await pizzas.apply(fields(1), { fieldManager: "one" });
    const conflict = await failureOf(pizzas.apply(fields(2), { fieldManager: "two" }));
    expect(isConflict(conflict)).toBe(true);
    expect(conflictsOf(conflict)).toEqual([
      { manager: "one", field: '.spec.toppings[name="tomato"].quantity', message: 'conflict with "one"' },
    ]);
    const taken = await pizzas.apply(fields(2), { fieldManager: "two", force: true });
    expect(taken.spec.toppings).toEqual([{ name: "tomato", quantity: 2 }]);
    expect(extract(taken, "one").spec).toEqual({ toppings: [{ name: "tomato" }] });
    expect(extract(taken, "two").spec).toEqual({ toppings: [{ name: "tomato", quantity: 2 }] });
    expect(extract(taken, "three")).toEqual({
      apiVersion,
      kind: "Pizza",
      metadata: { name: "disputed", namespace: "default" },
    });
    const { message } = (await failureOf(pizzas.apply(fields(2), { fieldManager: "" }))) as Error;
    expect(message).toContain("fieldManager");
  });

  test("get no conflicts from other errors", async () => {
    const invalid = await failureOf(
      pizzas.apply(
        { metadata: { name: "x" }, spec: { toppings: [{ name: "", quantity: 0 }] } },
        { fieldManager: "one" },
      ),
    );
    expect(isInvalid(invalid)).toBe(true);
    expect(conflictsOf(invalid)).toEqual([]);
    expect(conflictsOf(new Error("x"))).toEqual([]);
  });
});
