import {
  clientConfigOf,
  ConnectionError,
  keyOf,
  loadKubeconfig,
  RESTClient,
  SharedInformer,
} from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Kinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import type { Topping } from "../../apis/restaurant/v1alpha1/types.js";
import { PizzaServer } from "../interop/pizza-server.js";
import { eventually } from "../eventually.js";

/**
 * @file Tests an informer while the server's process is killed with SIGKILL and other clients
 * write.
 */

let server: PizzaServer;
let client: RESTClient;
const stop = new AbortController();

beforeAll(async () => {
  server = await PizzaServer.start();
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  client = new RESTClient(config);
});

afterAll(async () => {
  stop.abort();
  await client.close();
  await server.remove();
});

function topping(name: string): Topping {
  return {
    kind: "Topping",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: { name },
    spec: { cost: 1 },
  };
}

test("the informer misses and repeats no event after a kill -9 of the server", async () => {
  const toppings = client.resource(Kinds.Topping);
  const informer = new SharedInformer<Topping>(toppings, {
    backoff: { initial: 50, max: 500, factor: 2, jitter: 0.5, resetAfter: 60_000 },
  });
  const events: string[] = [];
  informer.addEventHandler({
    onAdd: (object) => void events.push(`add ${keyOf(object)}`),
    onUpdate: (_old, object) => void events.push(`update ${keyOf(object)} ${object.metadata.resourceVersion ?? ""}`),
    onDelete: (object) => void events.push(`delete ${"key" in object ? object.key : keyOf(object)}`),
  });
  void informer.run(stop.signal);
  await informer.synced();
  const refused: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    // If a request fails, the server may still have stored the object before it was killed.
    const writes = Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await toppings.create(topping(`round-${round}-${index}`)).catch((error: unknown) => refused.push(error));
        if (index % 3 === 0)
          await toppings.delete(`round-${round}-${index}`).catch((error: unknown) => refused.push(error));
      }),
    );
    await server.end("SIGKILL");
    await writes;
    await server.again();
  }
  const last = await toppings.create(topping("last"));
  await eventually(() => {
    expect(informer.lister.get("last")).toEqual(last);
  });
  const { items } = await toppings.list();
  expect(informer.indexer.list().toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))).toEqual(items);
  expect(events).toEqual([...new Set(events)]);
  expect(
    refused.filter((error) => !(error instanceof ConnectionError) && (error as Error).name !== "StatusError"),
  ).toEqual([]);
});
