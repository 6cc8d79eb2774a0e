import { join } from "node:path";
import { openEmbeddedStorage } from "@apimachinery/apiserver";
import { namespaceOf, nameOf, storedPizza, toppings } from "./objects.js";

/** Prefix of all keys of the pizza server's group. */
const keys = "/registry/pizza-apiserver.programming-kubernetes.info/restaurant.programming-kubernetes.info";
/** Number of concurrent writes. */
const batch = 1000;

/** Fills the data directory of a server before it starts, with toppings and pizzas. */
export async function seed(dataDir: string, pizzas: number): Promise<void> {
  const storage = await openEmbeddedStorage({ directory: join(dataDir, "store") });
  for (const name of toppings) await storage.create(`${keys}/toppings/${name}`, Buffer.from(storedTopping(name)));
  for (let from = 0; from < pizzas; from += batch) {
    const indices = Array.from({ length: Math.min(batch, pizzas - from) }, (_, offset) => from + offset);
    await Promise.all(
      indices.map((index) =>
        storage.create(`${keys}/pizzas/${namespaceOf(index)}/${nameOf(index)}`, Buffer.from(storedPizza(index))),
      ),
    );
  }
  await storage.close();
}

function storedTopping(name: string): string {
  return JSON.stringify({
    kind: "Topping",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: { name, uid: "7c1c6a8e-4f0b-4f4e-9d0a-2f1f6a3b5c7d", creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: { cost: 1 },
  });
}
