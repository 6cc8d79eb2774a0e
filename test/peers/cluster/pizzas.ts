import { CustomObjectsApi, type KubernetesObject } from "@kubernetes/client-node";
import { group } from "../../interop/official-client.js";
import type { PizzaCluster } from "./pizza-cluster.js";

/** Parameters of the official JavaScript client for the pizzas of a namespace. */
export const pizzaResource = { group, version: "v1beta1", plural: "pizzas", namespace: "default" };
export const pizzaPath = `/apis/${group}/v1beta1/namespaces/default/pizzas`;

/** Pizza in the types of the official client, with plain metadata instead of its class. */
export interface Pizza extends Omit<KubernetesObject, "metadata"> {
  metadata?: { name?: string; namespace?: string; resourceVersion?: string; labels?: Record<string, string> };
  spec: { toppings: { name: string; quantity: number }[] };
  status?: { cost?: number };
}

export function pizza(name: string, toppings: Readonly<Record<string, number>>): Pizza {
  return {
    apiVersion: `${group}/v1beta1`,
    kind: "Pizza",
    metadata: { name },
    spec: { toppings: Object.entries(toppings).map(([topping, quantity]) => ({ name: topping, quantity })) },
  };
}

/** Writes pizzas with the official JavaScript client, and records the changes. */
export class PizzaWriter {
  readonly #api: CustomObjectsApi;

  constructor(cluster: PizzaCluster) {
    this.#api = cluster.kubeConfig.makeApiClient(CustomObjectsApi);
  }

  /** Creates and changes two pizzas, deletes the first, and returns the changes in their order. */
  async write(prefix: string): Promise<readonly string[]> {
    const changes: string[] = [];
    const record = async (type: string, request: Promise<unknown>): Promise<Pizza> => {
      const stored = (await request) as Pizza;
      changes.push(describeChange(type, stored));
      return stored;
    };
    const names = [`${prefix}-1`, `${prefix}-2`];
    for (const name of names) {
      const body = pizza(name, { tomato: 1 });
      const created = await record("add", this.#api.createNamespacedCustomObject({ ...pizzaResource, body }));
      const changed = { ...created, spec: pizza(name, { tomato: 2, mozzarella: 1 }).spec };
      await record("update", this.#api.replaceNamespacedCustomObject({ ...pizzaResource, name, body: changed }));
    }
    const [name = ""] = names;
    const last = (await this.#api.getNamespacedCustomObject({ ...pizzaResource, name })) as Pizza;
    await this.#api.deleteNamespacedCustomObject({ ...pizzaResource, name });
    changes.push(describeChange("delete", last));
    return changes;
  }

  /** Returns the stored pizzas in the order of their names. */
  async stored(): Promise<readonly string[]> {
    const { items } = (await this.#api.listNamespacedCustomObject(pizzaResource)) as { readonly items: Pizza[] };
    return items.map((item) => describeChange("add", item).slice("add ".length)).sort();
  }
}

/** Returns the type of a change, and the name and the toppings of a pizza. */
export function describeChange(type: string, { metadata, spec }: Pizza): string {
  const toppings = spec.toppings.map(({ name, quantity }) => `${name}:${quantity}`);
  return `${type} ${metadata?.name ?? ""} ${toppings.join(",")}`;
}

/**
 * Returns the pizzas after changes, in the order of their names.
 * @throws Error if a pizza is added twice, or changed before it was added
 */
export function replay(changes: readonly string[]): readonly string[] {
  const pizzas = new Map<string, string>();
  for (const change of changes) {
    const [type, name = "", toppings = ""] = change.split(" ");
    if (pizzas.has(name) === (type === "add")) throw new Error(`unexpected "${change}"`);
    if (type === "delete") pizzas.delete(name);
    else pizzas.set(name, toppings);
  }
  return [...pizzas].map((entry) => entry.join(" ")).sort();
}
