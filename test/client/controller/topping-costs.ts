import { copyOf, InformerFactory, keyOf, type RESTClient } from "@apimachinery/client";
import { createController, runControllers } from "@apimachinery/client/controller";
import { expect } from "vitest";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { eventually } from "../../eventually.js";
import { ReconcileChecker } from "./checker.js";
import { topping } from "./kitchen.js";

/** @file A controller, its load and its checker, for servers that fail. */

const impatient = { initial: 20, max: 200, factor: 2, jitter: 0.5, resetAfter: 60_000 };

/** A running controller. */
export interface Costs {
  readonly checker: ReconcileChecker;
  readonly end: () => Promise<void>;
}

/** Runs a controller that copies the cost of each topping into an annotation. */
export function runCosts(client: RESTClient): Costs {
  const checker = new ReconcileChecker();
  const controller = createController({
    name: "costs",
    for: Kinds.Topping,
    concurrency: 4,
    reconcile: async ({ object, name, client: api, signal }) => {
      if (object !== undefined && object.metadata.annotations?.["cost"] !== String(object.spec.cost)) {
        const copy = copyOf(object);
        copy.metadata.annotations = { ...copy.metadata.annotations, cost: String(object.spec.cost) };
        await api.resource(Kinds.Topping).update(copy, { signal });
      }
      checker.record(name, object);
    },
  });
  const stop = new AbortController();
  const informers = new InformerFactory(client, { backoff: impatient });
  const running = runControllers([controller], { client, informers, onError: () => undefined, signal: stop.signal });
  return {
    checker,
    end: async () => {
      stop.abort();
      await running;
      await informers.stop();
    },
  };
}

/** Creates, changes and deletes toppings. Requests can fail, with or without an effect. */
export async function write(client: RESTClient, round: number): Promise<readonly unknown[]> {
  const toppings = client.resource(Kinds.Topping);
  const failures: unknown[] = [];
  const attempt = (request: Promise<unknown>) => request.catch((error: unknown) => failures.push(error));
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const name = `t${round}-${index}`;
      await attempt(toppings.create(topping(name, index)));
      if (index % 2 === 0)
        await attempt(toppings.patch(name, { type: "merge", body: { spec: { cost: index + 100 } } }));
      if (index % 3 === 0) await attempt(toppings.delete(name));
      const older = `t${round - 1}-${index}`;
      if (index % 5 === 0) await attempt(toppings.patch(older, { type: "merge", body: { spec: { cost: round } } }));
    }),
  );
  return failures;
}

/** Waits until all toppings have the annotation, and the checker finds no lost reconcile. */
export async function settled(client: RESTClient, checker: ReconcileChecker): Promise<number> {
  const objects = await eventually(
    async () => {
      const { items } = await client.resource(Kinds.Topping).list();
      const open = items.filter(({ spec, metadata }) => metadata.annotations?.["cost"] !== String(spec.cost));
      expect([open.map(keyOf), checker.lost(items)]).toEqual([[], []]);
      return items;
    },
    () => checker.reconciles,
  );
  return objects.length;
}
