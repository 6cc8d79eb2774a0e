import { copyOf, leaseResource, type APIObject, type RESTClient } from "@apimachinery/client";
import {
  addFinalizer,
  controllerReference,
  createController,
  removeFinalizer,
  runControllers,
  watch,
} from "@apimachinery/client/controller";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { ReconcileChecker } from "./checker.js";

/** @file A controller and the life of a pizza, for this project's server and for kube-apiserver. */

const finalizer = "example.com/oven";

/** Returns the controller: a finalizer, a Lease for each pizza, and its cost in the status. */
function pizzaController(checker: ReconcileChecker) {
  return createController({
    name: "pizza",
    for: { kind: Kinds.Pizza, indexers: { byTopping: ({ spec }) => spec.toppings } },
    owns: [leaseResource],
    watches: [
      watch(Kinds.Topping, ({ metadata: { name = "" } }, { cache }) =>
        cache(Kinds.Pizza)
          .indexer.byIndex("byTopping", name)
          .map(({ metadata }) => ({ namespace: metadata.namespace ?? "", name: metadata.name ?? "" })),
      ),
    ],
    concurrency: 4,
    reconcile: async ({ object, namespace, name, client, cache }) => {
      checker.record(`${namespace}/${name}`, object);
      if (object === undefined) return;
      const pizza = copyOf(object);
      const pizzas = client.resource(Kinds.Pizza).namespace(namespace);
      if (pizza.metadata.deletionTimestamp !== undefined) {
        if (removeFinalizer(pizza, finalizer)) await pizzas.update(pizza);
        return;
      }
      if (addFinalizer(pizza, finalizer)) {
        await pizzas.update(pizza);
        return;
      }
      const owner = controllerReference(object, Kinds.Pizza);
      if (cache(leaseResource).lister.namespace(namespace).get(name) === undefined)
        await client
          .resourceOf(leaseResource)
          .namespace(namespace)
          .apply({ metadata: { name, ownerReferences: [owner] } }, { fieldManager: "pizza-controller", force: true });
      const prices = pizza.spec.toppings.map((topping) => cache(Kinds.Topping).lister.get(topping)?.spec.cost ?? 0);
      const cost = prices.reduce((sum, price) => sum + price, 0);
      if (cost !== pizza.status.cost)
        await pizzas.patch(name, { type: "merge", body: { status: { cost } } }, { fieldManager: "pizza-controller" });
    },
  });
}

/**
 * Runs the controller, and changes a topping, a pizza and its Lease. Returns what a client sees,
 * and the states that were reconciled too often.
 */
export async function pizzaLife(client: RESTClient): Promise<readonly string[]> {
  const seen: string[] = [];
  const checker = new ReconcileChecker();
  const stop = new AbortController();
  const onError = (message: string, error: unknown) => {
    // kube-apiserver refuses lists of a new custom resource for a moment; a cache tries again.
    if (!String(error).includes("storage is (re)initializing")) seen.push(`${message}: ${String(error)}`);
  };
  const running = runControllers([pizzaController(checker)], { client, onError, signal: stop.signal });
  const toppings = client.resource(Kinds.Topping);
  const pizzas = client.resource(Kinds.Pizza).namespace("default");
  const leases = client.resourceOf(leaseResource).namespace("default");
  const named = (object: APIObject) => object.metadata.name === "verde";
  const apply = { fieldManager: "cook" };

  await toppings.apply({ metadata: { name: "basil" }, spec: { cost: 2 } }, apply);
  await pizzas.apply({ metadata: { name: "verde" }, spec: { toppings: ["basil", "basil"] } }, apply);
  for await (const { object } of await pizzas.watch()) if (named(object) && object.status.cost === 4) break;
  seen.push("cost 4");
  await toppings.apply({ metadata: { name: "basil" }, spec: { cost: 3 } }, apply);
  for await (const { object } of await pizzas.watch()) if (named(object) && object.status.cost === 6) break;
  seen.push("cost 6");

  const lease = await leases.get("verde");
  for (const { kind, name, controller } of lease.metadata.ownerReferences ?? [])
    seen.push(`lease of ${kind} ${name} ${controller}`);
  await leases.delete("verde");
  for await (const { type, object } of await leases.watch())
    if (type === "ADDED" && named(object) && object.metadata.uid !== lease.metadata.uid) break;
  seen.push("another lease");

  const [pizzaChanges, leaseChanges] = [await pizzas.watch(), await leases.watch()];
  await pizzas.delete("verde");
  for await (const { type, object } of pizzaChanges) if (type === "DELETED" && named(object)) break;
  seen.push("no pizza");
  for await (const { type, object } of leaseChanges) if (type === "DELETED" && named(object)) break;
  // In one state of the pizza, its Lease disappears and appears again.
  seen.push("no lease", ...checker.endless(3));
  stop.abort();
  await running;
  return seen;
}

/** The result of `pizzaLife` with every server. */
export const expectedLife: readonly string[] = [
  "cost 4",
  "cost 6",
  "lease of Pizza verde true",
  "another lease",
  "no pizza",
  "no lease",
];
