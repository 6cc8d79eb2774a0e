import { leaseGroup } from "@apimachinery/apiserver";
import { newTestServer, type TestServer } from "@apimachinery/apiserver/testing";
import {
  leaseResource,
  type Lease,
  type MetricsRegistry,
  type RESTClient,
  type ResourceClient,
} from "@apimachinery/client";
import { runControllers, type RunnableController, type RunOptions, type Source } from "@apimachinery/client/controller";
import { Registry } from "prom-client";
import { afterEach } from "vitest";
import type { Pizza } from "../../../apis/restaurant/v1beta1/types.js";
import type { Topping } from "../../../apis/restaurant/v1alpha1/types.js";
import { Kinds } from "../../../apis/restaurant/v1beta1/zz_generated.register.js";
import { Kinds as ToppingKinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";

/** A server in this process with pizzas, toppings and leases, and the controllers of a test. */
export class Kitchen {
  readonly client: RESTClient;
  readonly pizzas: ResourceClient<Pizza>;
  readonly toppings: ResourceClient<Topping>;
  readonly leases: ResourceClient<Lease>;
  /** The messages and errors of the controllers. */
  readonly errors: (readonly [message: string, error: string])[] = [];
  readonly #server: TestServer;
  readonly #running: { readonly stop: AbortController; readonly ended: Promise<void> }[] = [];

  constructor() {
    this.#server = newTestServer({ groups: [restaurantGroup, leaseGroup] });
    this.client = this.#server.client;
    this.pizzas = this.client.resource(Kinds.Pizza).namespace("default");
    this.toppings = this.client.resource(ToppingKinds.Topping);
    this.leases = this.client.resourceOf(leaseResource).namespace("default");
    kitchens.push(this);
  }

  /**
   * Runs controllers until the test ends or calls `end`.
   * @returns a function that ends the controllers, and the promise of their end
   */
  run(
    controllers: readonly RunnableController[],
    options: Partial<RunOptions> = {},
  ): { readonly end: () => Promise<void>; readonly ended: Promise<void> } {
    const stop = new AbortController();
    const onError = (message: string, error: unknown) => void this.errors.push([message, String(error)]);
    const ended = runControllers(controllers, { client: this.client, onError, signal: stop.signal, ...options });
    ended.catch(() => undefined);
    this.#running.push({ stop, ended });
    return {
      ended,
      end: () => {
        stop.abort();
        return ended;
      },
    };
  }

  /** Creates a lease with owners and labels. */
  lease(name: string, metadata: Partial<Lease["metadata"]> = {}): Promise<Lease> {
    return this.leases.create({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name, ...metadata },
      spec: {},
    });
  }

  async close(): Promise<void> {
    for (const { stop } of this.#running) stop.abort();
    await Promise.allSettled(this.#running.map(({ ended }) => ended));
    await this.#server.stop();
  }
}

/** Returns a topping that costs one. */
export function topping(name: string, cost = 1): Topping {
  return {
    kind: "Topping",
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    metadata: { name },
    spec: { cost },
  };
}

const kitchens: Kitchen[] = [];
afterEach(async () => {
  await Promise.all(kitchens.splice(0).map((kitchen) => kitchen.close()));
});

/** A source without a kind, for controllers that only `enqueue` starts. */
export const manual: Source = { description: "manual source", start: () => undefined };

/** A registry of prom-client whose values a test reads. */
export class Measured {
  readonly #inner = new Registry();
  readonly registry: MetricsRegistry = this.#inner;

  /** Returns the lines of a metric, without the labels that all of them have. */
  async lines(name: string): Promise<readonly string[]> {
    const lines = (await this.#inner.metrics()).split("\n");
    return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  }

  async value(name: string, labels: string): Promise<number | undefined> {
    const line = (await this.lines(name)).find((each) => each.startsWith(`${name}{${labels}}`));
    return line === undefined ? undefined : Number(line.split(" ").at(-1));
  }
}

/** A function that a test resolves. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
