import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { WatchEvent } from "@apimachinery/client";
import { createController } from "@apimachinery/client/controller";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Topping } from "../../../apis/restaurant/v1alpha1/types.js";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { InformerFactory } from "../../../client/cache/informer-factory.js";
import { runControllers } from "../../../client/controller/run-controllers.js";
import { RESTClient, type TransportRequest, type TransportResponse } from "../../../client/index.js";
import { eventually } from "../../eventually.js";
import { sizeOf } from "../../sizes.js";
import { topping } from "./kitchen.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the memory that the process uses after a collection, in bytes. */
async function memory(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** A server of one watch, whose events a test sends: toppings that are created and deleted. */
class WatchServer {
  readonly client = new RESTClient(
    { server: "https://watch-server" },
    { send: (request) => Promise.resolve(this.#respond(request)), close: () => Promise.resolve() },
  );
  #send: ((chunk: Uint8Array) => void) | undefined;
  #revision = 1;

  get isWatched(): boolean {
    return this.#send !== undefined;
  }

  send(type: WatchEvent<Topping>["type"], name: string): void {
    const object = topping(name);
    const uid = `${name}-uid`;
    object.metadata = {
      name,
      uid,
      resourceVersion: String(++this.#revision),
      annotations: { filling: "x".repeat(1000) },
    };
    this.#send?.(Buffer.from(`${JSON.stringify({ type, object })}\n`));
  }

  #respond({ isStream, signal }: TransportRequest): TransportResponse {
    const headers = { "content-type": "application/json" };
    const list = { kind: "ToppingList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items: [] };
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (isStream) {
          this.#send = (chunk) => {
            controller.enqueue(chunk);
          };
          signal.addEventListener("abort", () => {
            controller.error(signal.reason);
          });
        } else {
          controller.enqueue(Buffer.from(JSON.stringify(list)));
          controller.close();
        }
      },
    });
    return { status: 200, headers, body: stream };
  }
}

test("the memory of a controller stays flat over many objects, errors, delays and time limits", async () => {
  const server = new WatchServer();
  let reconciles = 0;
  const failed = new Set<string>();
  const controller = createController({
    name: "flat",
    for: Kinds.Topping,
    concurrency: 5,
    reconcileTimeout: 60_000,
    metrics: new Registry(),
    reconcile: async ({ name, object }) => {
      reconciles++;
      await Promise.resolve();
      if (object === undefined) {
        failed.delete(name);
        return undefined;
      }
      if (failed.has(name)) return { requeueAfter: 3_600_000 };
      failed.add(name);
      throw new Error("the first attempt fails");
    },
  });
  const stop = new AbortController();
  const informers = new InformerFactory(server.client, { useWatchList: false });
  const running = runControllers([controller], {
    client: server.client,
    informers,
    signal: stop.signal,
    onError: () => undefined,
  });
  await eventually(() => server.isWatched);
  const batch = async (from: number, count: number) => {
    for (let at = from; at < from + count; at += 100) {
      for (let index = at; index < at + 100; index++) server.send("ADDED", `t${index}`);
      await eventually(() => failed.size === 100 && informers.forKind(Kinds.Topping).indexer.size === 100);
      for (let index = at; index < at + 100; index++) server.send("DELETED", `t${index}`);
      await eventually(() => failed.size === 0);
    }
  };
  await batch(0, 1000);
  const before = await memory();
  const events = sizeOf("RECONCILED_EVENTS");
  await batch(1000, events);
  const growth = (await memory()) - before;
  expect(reconciles).toBeGreaterThan(2 * events);
  // The objects alone have more than one kilobyte each.
  expect(growth).toBeLessThan(1_500_000);
  stop.abort();
  await running;
  await informers.stop();
});
