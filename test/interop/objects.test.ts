import {
  ApiException,
  CustomObjectsApi,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PizzaServer } from "./pizza-server.js";
import { group, kubeConfig, topping, type Pizza, type Topping } from "./official-client.js";
import { eventually } from "../eventually.js";

/** @file Tests objects and errors of the pizza server with the official JavaScript client. */

interface List<T> {
  readonly items: readonly T[];
  readonly metadata: {
    readonly continue?: string;
    readonly resourceVersion: string;
    readonly remainingItemCount?: number;
  };
}

let server: PizzaServer;
let api: CustomObjectsApi;
beforeAll(async () => {
  server = await PizzaServer.start();
  api = kubeConfig(server).makeApiClient(CustomObjectsApi);
});
afterAll(async () => {
  await server.remove();
});

const toppings = { group, version: "v1alpha1", plural: "toppings" };
const pizzas = { group, version: "v1beta1", plural: "pizzas", namespace: "default" };
const names = (list: List<Topping>) => list.items.map((item) => item.metadata?.name);

/**
 * Returns the code and the Status of a refused call. The client's error contains the response body
 * as text.
 */
async function refusal(call: Promise<unknown>): Promise<{ code: number; status: unknown }> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiException)) throw new Error(`not a response of the server: ${String(error)}`);
  return { code: error.code, status: typeof error.body === "string" ? JSON.parse(error.body) : error.body };
}

describe("CustomObjectsApi", () => {
  test("the client creates, reads, replaces and deletes an object", async () => {
    const created = (await api.createClusterCustomObject({ ...toppings, body: topping("basil", 0.3) })) as Topping;
    expect(created).toMatchObject({ kind: "Topping", metadata: { name: "basil" }, spec: { cost: 0.3 } });
    const replaced = (await api.replaceClusterCustomObject({
      ...toppings,
      name: "basil",
      body: { ...created, spec: { cost: 0.5 } },
    })) as Topping;
    expect(replaced.spec).toEqual({ cost: 0.5 });
    expect(replaced.metadata?.resourceVersion).not.toBe(created.metadata?.resourceVersion);
    expect(await api.getClusterCustomObject({ ...toppings, name: "basil" })).toEqual(replaced);
    expect(await api.deleteClusterCustomObject({ ...toppings, name: "basil" })).toMatchObject({
      kind: "Status",
      status: "Success",
      details: { name: "basil" },
    });
    expect(await refusal(api.getClusterCustomObject({ ...toppings, name: "basil" }))).toMatchObject({
      code: 404,
      status: { reason: "NotFound" },
    });
  });

  test("the server applies every type of patch", async () => {
    await api.createClusterCustomObject({ ...toppings, body: topping("capers") });
    const patch = (type: string, body: unknown) =>
      api.patchClusterCustomObject(
        { ...toppings, name: "capers", body },
        setHeaderOptions("Content-Type", type),
      ) as Promise<Topping>;
    const merged = await patch(PatchStrategy.MergePatch, { spec: { cost: 2 }, metadata: { labels: { jar: "small" } } });
    expect(merged).toMatchObject({ spec: { cost: 2 }, metadata: { labels: { jar: "small" } } });
    const json = await patch(PatchStrategy.JsonPatch, [
      { op: "test", path: "/spec/cost", value: 2 },
      { op: "remove", path: "/metadata/labels/jar" },
    ]);
    expect(json.metadata).not.toHaveProperty("labels");
    expect(await refusal(patch(PatchStrategy.JsonPatch, [{ op: "test", path: "/spec/cost", value: 3 }]))).toMatchObject(
      { code: 422 },
    );
    const strategic = await patch(PatchStrategy.StrategicMergePatch, {
      metadata: { finalizers: ["kitchen.example.com/clean"] },
      spec: { $retainKeys: ["cost"], cost: 4 },
    });
    expect(strategic).toMatchObject({ metadata: { finalizers: ["kitchen.example.com/clean"] }, spec: { cost: 4 } });
    const apply = (cost: number, force: boolean) =>
      api.patchClusterCustomObject(
        { ...toppings, name: "capers", body: { ...topping("capers"), spec: { cost } }, fieldManager: "chef", force },
        setHeaderOptions("Content-Type", PatchStrategy.ServerSideApply),
      ) as Promise<Topping>;
    expect(await refusal(apply(5, false))).toMatchObject({ code: 409, status: { reason: "Conflict" } });
    expect(await apply(5, true)).toMatchObject({ spec: { cost: 5 } });
    expect(await refusal(patch("text/plain", "?"))).toMatchObject({
      code: 415,
      status: { reason: "UnsupportedMediaType" },
    });
  });

  test("the client lists objects by labels and in pages", async () => {
    for (const name of ["d", "b", "e", "a", "c"])
      await api.createClusterCustomObject({ ...toppings, body: topping(`page-${name}`, 1, { book: "yes" }) });
    const seen: unknown[] = [];
    let next: string | undefined;
    do {
      const page = (await api.listClusterCustomObject({
        ...toppings,
        labelSelector: "book=yes",
        limit: 2,
        ...(next !== undefined && { _continue: next }),
      })) as List<Topping>;
      seen.push(names(page));
      next = page.metadata.continue;
    } while (next !== undefined && next !== "");
    expect(seen).toEqual([["page-a", "page-b"], ["page-c", "page-d"], ["page-e"]]);
    const gone = (await api.deleteCollectionClusterCustomObject({
      ...toppings,
      labelSelector: "book=yes",
    })) as List<Topping>;
    expect(names(gone)).toHaveLength(5);
    expect(
      names((await api.listClusterCustomObject({ ...toppings, labelSelector: "book=yes" })) as List<Topping>),
    ).toEqual([]);
  });

  test("a pizza can be read in two versions, and the server refuses invalid pizzas", async () => {
    await api.createClusterCustomObject({ ...toppings, body: topping("tomato") });
    const body = {
      apiVersion: `${group}/v1beta1`,
      kind: "Pizza",
      metadata: { name: "rossa" },
      spec: { toppings: [{ name: "tomato", quantity: 2 }] },
    };
    // The admission plugin receives a topping shortly after its creation.
    await eventually(
      () =>
        api.createNamespacedCustomObject({ ...pizzas, body, dryRun: "All" }).then(
          () => true,
          () => false,
        ),
      () => "tomato is not known",
    );
    await api.createNamespacedCustomObject({ ...pizzas, body });
    const alpha = (await api.getNamespacedCustomObject({
      ...pizzas,
      version: "v1alpha1",
      name: "rossa",
    })) as Pizza<string>;
    expect(alpha.spec).toEqual({ toppings: ["tomato", "tomato"] });
    const everywhere = (await api.listCustomObjectForAllNamespaces({
      group,
      version: "v1beta1",
      // Newer releases of the client call the parameter resourcePlural.
      ...{ plural: "pizzas", resourcePlural: "pizzas" },
    })) as List<Pizza<unknown>>;
    expect(everywhere.items.map((item) => item.metadata?.namespace)).toEqual(["default"]);

    expect(await refusal(api.createNamespacedCustomObject({ ...pizzas, body }))).toMatchObject({
      code: 409,
      status: { reason: "AlreadyExists" },
    });
    const unknown = { ...body, metadata: { name: "hawaii" }, spec: { toppings: [{ name: "pineapple", quantity: 1 }] } };
    expect(await refusal(api.createNamespacedCustomObject({ ...pizzas, body: unknown }))).toMatchObject({
      code: 403,
      status: {
        message: 'pizzas.restaurant.programming-kubernetes.info "hawaii" is forbidden: unknown topping: pineapple',
      },
    });
    const misspelt = { ...body, metadata: { name: "bianca" }, spec: { toping: [] } };
    expect(
      await refusal(api.createNamespacedCustomObject({ ...pizzas, body: misspelt, fieldValidation: "Strict" })),
    ).toMatchObject({
      code: 400,
      status: {
        message:
          'Pizza in version "v1beta1" cannot be handled as a Pizza: strict decoding error: unknown field "spec.toping"',
      },
    });
    expect(await refusal(api.listNamespacedCustomObject({ ...pizzas, labelSelector: "a b" }))).toMatchObject({
      code: 400,
      status: { reason: "BadRequest" },
    });
  });
});

test("KubernetesObjectApi finds resources through discovery", async () => {
  const objects = KubernetesObjectApi.makeApiClient(kubeConfig(server));
  const created = await objects.create(topping("anchovies"));
  await objects.patch(
    { ...topping("anchovies", 9) },
    undefined,
    undefined,
    undefined,
    undefined,
    PatchStrategy.MergePatch,
  );
  const read = await objects.read<Topping>({ ...created, metadata: { name: "anchovies" } });
  expect(read.spec).toEqual({ cost: 9 });
  const listed = await objects.list<Topping>(
    `${group}/v1alpha1`,
    "Topping",
    undefined,
    undefined,
    undefined,
    undefined,
    "metadata.name=anchovies",
  );
  expect(listed.items.map((item) => item.metadata?.name)).toEqual(["anchovies"]);
  await objects.delete(topping("anchovies"));
  expect(await refusal(objects.read({ ...created, metadata: { name: "anchovies" } }))).toMatchObject({ code: 404 });
});
