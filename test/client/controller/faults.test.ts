import {
  clientConfigOf,
  ConnectionError,
  isNotFound,
  loadKubeconfig,
  RESTClient,
  type Transport,
  type TransportResponse,
} from "@apimachinery/client";
import { afterEach, expect, test } from "vitest";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { HTTPTransport } from "../../../client/rest/http-transport.js";
import { eventually } from "../../eventually.js";
import { PizzaServer as ServerProcess } from "../../interop/pizza-server.js";
import { sizeOf } from "../../sizes.js";
import { embedded, PizzaServer } from "../pizza-server.js";
import type { ReconcileChecker } from "./checker.js";
import { Kitchen, topping } from "./kitchen.js";
import { runCosts, settled, write } from "./topping-costs.js";

/**
 * @file A controller runs while connections break, revisions expire and the server is killed. A
 * checker finds lost and endless reconciles.
 */

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const rounds = sizeOf("CRASH_ROUNDS");
/** Runs the controller with a client until the test ends. */
function run(client: RESTClient): ReconcileChecker {
  const { checker, end } = runCosts(client);
  ends.push(end);
  return checker;
}

/** An HTTP transport whose watches a test cuts. */
class CutTransport implements Transport {
  readonly #http: HTTPTransport;
  readonly #cuts = new Set<() => void>();
  cutStreams = 0;

  constructor(server: PizzaServer) {
    this.#http = new HTTPTransport(server.config());
  }

  async send(request: Parameters<Transport["send"]>[0]): Promise<TransportResponse> {
    const response = await this.#http.send(request);
    return request.isStream ? { ...response, body: this.#cuttable(response.body) } : response;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  cut(): void {
    for (const cut of this.#cuts) cut();
  }

  async *#cuttable(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    let cut: () => void = () => undefined;
    const broken = new Promise<never>((_, reject) => {
      cut = () => {
        this.cutStreams++;
        reject(new ConnectionError("the connection was cut", false, undefined));
      };
    });
    broken.catch(() => undefined);
    this.#cuts.add(cut);
    try {
      for (;;) {
        const next = await Promise.race([iterator.next(), broken]);
        if (next.done === true) return;
        // Half of a piece arrives before the cut.
        const half = Math.ceil(next.value.length / 2);
        yield next.value.subarray(0, half);
        yield next.value.subarray(half);
      }
    } finally {
      this.#cuts.delete(cut);
      void iterator.return?.();
    }
  }
}

test("no reconcile is lost or endless while watches break and their revisions expire (410)", async () => {
  const server = await PizzaServer.start(embedded());
  const transport = new CutTransport(server);
  const client = new RESTClient(server.config(), transport);
  ends.push(() => client.close());
  const writer = server.client();
  const checker = run(client);
  for (let round = 1; round <= rounds; round++) {
    const cutting = setInterval(() => {
      transport.cut();
    }, 20);
    const failures = await write(writer, round);
    expect(failures.filter((error) => !isNotFound(error) && !String(error).includes("modified"))).toEqual([]);
    // The next watch begins after the compaction, so that its revision has expired.
    await server.storage.compact(await server.storage.currentRevision());
    transport.cut();
    clearInterval(cutting);
    expect(await settled(writer, checker)).toBeGreaterThan(20 * round);
  }
  expect(transport.cutStreams).toBeGreaterThanOrEqual(rounds);
  const before = checker.reconciles;
  const last = await writer.resource(Kinds.Topping).create(topping("last"));
  await settled(writer, checker);
  expect([last.metadata.name, checker.endless()]).toEqual(["last", []]);
  // One reconcile writes the annotation, and its own change starts at most one for each event.
  expect(checker.reconciles - before).toBeLessThanOrEqual(3);
});

test("each of many objects is reconciled until its annotation is set, and then no more", async () => {
  const kitchen = new Kitchen();
  const names = Array.from({ length: sizeOf("RECONCILED_OBJECTS") }, (_, index) => `t${index}`);
  for (let at = 0; at < names.length; at += 100)
    await Promise.all(names.slice(at, at + 100).map((name, cost) => kitchen.toppings.create(topping(name, cost))));
  const checker = run(kitchen.client);
  expect(await settled(kitchen.client, checker)).toBe(names.length);
  expect(checker.endless()).toEqual([]);
  // The first state, the state with the annotation, and attempts with an outdated cache.
  expect(checker.reconciles).toBeLessThanOrEqual(3 * names.length);
});

test("no reconcile is lost or endless when the server is killed with SIGKILL and starts again", async () => {
  const server = await ServerProcess.start();
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  const client = new RESTClient(config);
  ends.push(
    () => client.close(),
    async () => {
      await server.remove();
    },
  );
  const checker = run(client);
  for (let round = 1; round <= rounds; round++) {
    const { reconciles } = checker;
    const writes = write(client, round);
    await eventually(() => checker.reconciles > reconciles + 10);
    await server.end("SIGKILL");
    await writes;
    await server.again();
    await settled(client, checker);
  }
  expect(checker.endless(rounds + 1)).toEqual([]);
  expect(checker.reconciles).toBeGreaterThan(rounds);
});
