import { extendClientset } from "@apimachinery/client";
import { newTestServer } from "@apimachinery/apiserver/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cafeGroup } from "../apiserver/cafe-group.js";
import { PizzaServer } from "../client/pizza-server.js";
import { createCafeClientset, createCafeInformers } from "./cafe-clientset.js";

let server: PizzaServer;
const own = newTestServer({ groups: [cafeGroup] });
beforeAll(async () => {
  server = await PizzaServer.start({ groups: [cafeGroup] });
});
afterAll(() => own.stop());

const beans = ["Ethiopia"];

describe.each(["over HTTPS", "in this process"])("a clientset %s", (where) => {
  const cafe = () => createCafeClientset(where === "over HTTPS" ? server.client() : own.client).cafeV1();

  test("create needs neither fields with defaults nor a status, apiVersion and kind", async () => {
    const created = await cafe()
      .coffees("input")
      .create({ metadata: { name: "lungo" }, spec: { beans } });
    expect(created).toMatchObject({ kind: "Coffee", spec: { size: 250, cups: 1 }, status: { cups: 0 } });
  });

  test("updateStatus and applyStatus change only the status", async () => {
    const coffees = cafe().coffees("status");
    const created = await coffees.create({ metadata: { name: "lungo" }, spec: { beans } });
    const changed = { ...created, spec: { ...created.spec, cups: 3 }, status: { ...created.status, cups: 1 } };
    expect(await coffees.updateStatus(changed)).toMatchObject({ spec: { cups: 1 }, status: { cups: 1 } });
    const updated = await coffees.update({ ...(await coffees.get("lungo")), status: { cups: 9, conditions: [] } });
    expect(updated.status.cups).toBe(1);
    const applied = await coffees.applyStatus(
      { metadata: { name: "lungo" }, status: { cups: 2 } },
      { fieldManager: "barista", force: true },
    );
    expect(applied.status.cups).toBe(2);
  });

  test("methods of markers reach subresources", async () => {
    const coffees = cafe().coffees("scale");
    await coffees.order({ metadata: { name: "lungo" }, spec: { beans } });
    const scale = await coffees.getScale("lungo");
    expect(scale).toMatchObject({ kind: "Scale", spec: { replicas: 1 } });
    expect((await coffees.updateScale("lungo", { ...scale, spec: { replicas: 4 } })).spec.replicas).toBe(4);
    const patch = { type: "merge", body: { spec: { replicas: 5 } } } as const;
    expect((await coffees.patchScale("lungo", patch, { fieldManager: "test" })).spec.replicas).toBe(5);
    const wanted = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "lungo" }, spec: { replicas: 6 } };
    expect((await coffees.applyScale("lungo", wanted, { fieldManager: "scaler", force: true })).spec.replicas).toBe(6);
    const coffee = await coffees.get("lungo");
    expect(coffee.spec.cups).toBe(6);
    expect((await coffees.replace({ ...coffee, spec: { ...coffee.spec, milk: "Oat" } })).spec.milk).toBe("Oat");
    expect((await coffees.search({ limit: 10 })).items).toHaveLength(1);
  });

  test("own methods use those of the client", async () => {
    const clientset = createCafeClientset(where === "over HTTPS" ? server.client() : own.client);
    const extended = extendClientset(clientset, {
      cafeV1: {
        coffees: (coffees) => ({
          async addCup(name: string) {
            const coffee = await coffees.get(name);
            return coffees.update({ ...coffee, spec: { ...coffee.spec, cups: coffee.spec.cups + 1 } });
          },
        }),
      },
    });
    const coffees = extended.cafeV1().coffees("own");
    await coffees.create({ metadata: { name: "lungo" }, spec: { beans } });
    expect((await coffees.addCup("lungo")).spec.cups).toBe(2);
    expect((await extended.cafeV1().coffees().list({ fieldSelector: "metadata.namespace=own" })).items).toHaveLength(1);
    expect(clientset.cafeV1().coffees("own")).not.toHaveProperty("addCup");
    expect(extended.rest).toBe(clientset.rest);
  });
});

test("an unknown group or resource cannot be extended", () => {
  const clientset = createCafeClientset(own.client);
  // The compiler refuses these names, but programs in JavaScript have no compiler.
  const unknownVersion: object = { cafeV2: {} };
  expect(() => extendClientset(clientset, unknownVersion)).toThrow(
    "cafeV2 cannot be extended, because it does not exist; use one of rest, close, cafeV1",
  );
  const unknownResource: object = { cafeV1: { teas: () => ({}) } };
  expect(() => (extendClientset(clientset, unknownResource) as typeof clientset).cafeV1()).toThrow(/^teas cannot/);
});

test("informers watch the namespace and the objects that their options select", async () => {
  const rest = server.client();
  const coffees = createCafeClientset(rest).cafeV1().coffees("informers");
  const labels = { table: "7" };
  for (const name of ["lungo", "ristretto"]) await coffees.create({ metadata: { name, labels }, spec: { beans } });
  await coffees.create({ metadata: { name: "mocha" }, spec: { beans } });
  const informers = createCafeInformers(rest, {
    namespace: "informers",
    tweakListOptions: (options) => ({ ...options, labelSelector: "table=7" }),
    transform: (object) => ({ ...object, metadata: { ...object.metadata, managedFields: [] } }),
    resyncPeriod: 10,
  });
  const { informer, lister } = informers.cafeV1().coffees();
  const resynced = new Promise<void>((resolve) => {
    informer.addEventHandler({
      onUpdate: (old, object) => {
        if (old === object) resolve();
      },
    });
  });
  expect(informers.cafeV1().coffees().informer).toBe(informer);
  informers.start();
  expect(await informers.waitForCacheSync()).toBe(true);
  expect(
    lister
      .namespace("informers")
      .list()
      .map(({ metadata }) => metadata.name),
  ).toEqual(["lungo", "ristretto"]);
  expect(lister.namespace("informers").get("lungo")?.metadata.managedFields).toEqual([]);
  expect(lister.namespace("other").list()).toEqual([]);
  const coffeeResource = { group: "cafe.example.com", version: "v1", resource: "coffees" };
  expect(informers.forResource(coffeeResource).informer).toBe(informer);
  expect(() => informers.forResource({ ...coffeeResource, resource: "teas" })).toThrow(
    "no informer found for cafe.example.com/v1, Resource=teas",
  );
  await resynced;
  await informers.shutdown();
});
