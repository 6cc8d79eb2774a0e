import { copyOf, type DeepReadonly } from "@apimachinery/client";
import { createController, watch, type CacheReader } from "@apimachinery/client/controller";
import type { Pizza } from "../../../apis/restaurant/v1alpha1/types.js";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";

/**
 * Sets the cost of each pizza in its status: the costs of its toppings. The reconciler in
 * test/peers/controller-runtime/costs.go does the same.
 */
export const costs = createController({
  name: "costs",
  for: { kind: Kinds.Pizza, indexers: { byTopping: ({ spec }) => spec.toppings } },
  watches: [
    watch(Kinds.Topping, ({ metadata: { name = "" } }, { cache }) =>
      cache(Kinds.Pizza)
        .indexer.byIndex("byTopping", name)
        .map(({ metadata }) => ({ namespace: metadata.namespace ?? "", name: metadata.name ?? "" })),
    ),
  ],
  concurrency: 10,
  reconcile: async ({ object, namespace, client, cache }) => {
    if (object === undefined) return;
    const cost = costOf(object, cache);
    if (cost === (object.status.cost ?? 0)) return;
    const pizza = copyOf(object);
    pizza.status.cost = cost;
    await client.resource(Kinds.Pizza).namespace(namespace).update(pizza);
  },
});

/** Returns the costs of the toppings of a pizza that exist. */
function costOf({ spec }: DeepReadonly<Pizza>, cache: CacheReader["cache"]): number {
  const { lister } = cache(Kinds.Topping);
  return spec.toppings.reduce((sum, name) => sum + (lister.get(name)?.spec.cost ?? 0), 0);
}
