import { setTimeout as sleep } from "node:timers/promises";
import { clientConfigOf, isAlreadyExists, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { createClientset, type Clientset } from "../../../generated/clientset/index.js";

/** Number of clients that write at the same time, half of them in each version. */
const writers = 4;

/**
 * Clients that create pizzas in both versions, and read each of them in the other version. They
 * repeat a request that has failed, as Kubernetes' clients do.
 */
export class PizzaLoad {
  /** Names of the pizzas whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Messages of failed requests, with their numbers. */
  readonly failures = new Map<string, number>();
  /** Pizzas that were read with other toppings than those that were written. */
  readonly wrong: string[] = [];
  readonly #client: RESTClient;
  readonly #clientset: Clientset;
  readonly #stop = new AbortController();
  readonly #running: readonly Promise<void>[];

  private constructor(client: RESTClient) {
    this.#client = client;
    this.#clientset = createClientset(client);
    this.#running = Array.from({ length: writers }, (_, writer) => this.#write(writer));
  }

  static async start(kubeconfig: string): Promise<PizzaLoad> {
    const { config } = await clientConfigOf(await loadKubeconfig([kubeconfig]));
    return new PizzaLoad(new RESTClient({ ...config, timeout: 10_000 }));
  }

  /** Waits until more pizzas were written and read. */
  async progress(count = 20): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await sleep(20);
  }

  /** Ends the writers. Returns the names of all pizzas. */
  async end(): Promise<readonly string[]> {
    this.#stop.abort();
    await Promise.all(this.#running);
    const { items } = await this.#clientset.restaurantV1beta1().pizzas("default").list();
    await this.#client.close();
    return items.map(({ metadata }) => metadata.name ?? "");
  }

  async #write(writer: number): Promise<void> {
    for (let index = 0; !this.#stop.signal.aborted; index++) {
      const name = `pizza-${writer}-${index}`;
      await this.#repeat(() => (writer % 2 === 0 ? this.#createAlpha(name) : this.#createBeta(name)));
      await this.#repeat(() => (writer % 2 === 0 ? this.#readBeta(name) : this.#readAlpha(name)));
      this.acknowledged.push(name);
    }
  }

  async #createAlpha(name: string): Promise<void> {
    const toppings = ["tomato", "tomato", "mozzarella"];
    await this.#clientset.restaurantV1alpha1().pizzas("default").create({ metadata: { name }, spec: { toppings } });
  }

  async #createBeta(name: string): Promise<void> {
    const toppings = [
      { name: "tomato", quantity: 2 },
      { name: "mozzarella", quantity: 1 },
    ];
    await this.#clientset.restaurantV1beta1().pizzas("default").create({ metadata: { name }, spec: { toppings } });
  }

  async #readAlpha(name: string): Promise<void> {
    const { spec } = await this.#clientset.restaurantV1alpha1().pizzas("default").get(name);
    if (spec.toppings.join(" ") !== "tomato tomato mozzarella") this.wrong.push(`${name}: ${JSON.stringify(spec)}`);
  }

  async #readBeta(name: string): Promise<void> {
    const { spec } = await this.#clientset.restaurantV1beta1().pizzas("default").get(name);
    const toppings = spec.toppings.map((topping) => `${topping.name}:${topping.quantity}`);
    if (toppings.join(" ") !== "tomato:2 mozzarella:1") this.wrong.push(`${name}: ${JSON.stringify(spec)}`);
  }

  /** Repeats a request until it succeeds. An earlier attempt may have created the object. */
  async #repeat(request: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await request();
        return;
      } catch (error) {
        if (isAlreadyExists(error)) return;
        const { message } = error as Error;
        this.failures.set(message, (this.failures.get(message) ?? 0) + 1);
        await sleep(50);
      }
    }
  }
}
