import { setTimeout as sleep } from "node:timers/promises";
import { clientConfigOf, InformerFactory, isAlreadyExists, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";

/** Number of clients that write at the same time. */
const writers = 4;

/**
 * Clients that create toppings through kube-apiserver, and an informer that follows them. The
 * clients repeat a request that has failed, as Kubernetes' clients do.
 */
export class ClusterLoad {
  /** Names of the objects whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Messages of failed requests, with their numbers. */
  readonly failures = new Map<string, number>();
  readonly #client: RESTClient;
  readonly #informers: InformerFactory;
  readonly #stop = new AbortController();
  readonly #running: readonly Promise<void>[];

  private constructor(client: RESTClient, informers: InformerFactory) {
    this.#client = client;
    this.#informers = informers;
    this.#running = Array.from({ length: writers }, (_, writer) => this.#write(writer));
  }

  static async start(kubeconfig: string): Promise<ClusterLoad> {
    const { config } = await clientConfigOf(await loadKubeconfig([kubeconfig]));
    const client = new RESTClient({ ...config, timeout: 10_000 });
    const informers = new InformerFactory(client);
    informers.forKind(Kinds.Topping);
    informers.start();
    await informers.synced();
    return new ClusterLoad(client, informers);
  }

  /** Waits until more objects were acknowledged. */
  async progress(count = 20): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await sleep(20);
  }

  /**
   * Ends the writers. Returns the names in a list, and waits until the informer has the same ones.
   */
  async end(): Promise<{ readonly listed: readonly string[]; readonly followed: readonly string[] }> {
    this.#stop.abort();
    await Promise.all(this.#running);
    const { items } = await this.#client.resource(Kinds.Topping).list();
    const listed = namesOf(items);
    const { lister } = this.#informers.forKind(Kinds.Topping);
    let followed = namesOf(lister.list());
    for (let waited = 0; followed.length !== listed.length && waited < 30_000; waited += 100) {
      await sleep(100);
      followed = namesOf(lister.list());
    }
    await this.#informers.stop();
    return { listed, followed };
  }

  async #write(writer: number): Promise<void> {
    const resource = this.#client.resource(Kinds.Topping);
    for (let index = 0; !this.#stop.signal.aborted; index++) {
      const name = `topping-${writer}-${index}`;
      for (;;) {
        try {
          await resource.create({
            apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
            kind: "Topping",
            metadata: { name },
            spec: { cost: index },
          });
          break;
        } catch (error) {
          // An earlier attempt was executed, and its response was lost.
          if (isAlreadyExists(error)) break;
          const { message } = error as Error;
          this.failures.set(message, (this.failures.get(message) ?? 0) + 1);
          await sleep(50);
        }
      }
      this.acknowledged.push(name);
    }
  }
}

function namesOf(objects: readonly { readonly metadata: { readonly name?: string } }[]): string[] {
  return objects.map(({ metadata }) => metadata.name ?? "").sort();
}
