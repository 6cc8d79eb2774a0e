import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atExit } from "../../interop/at-exit.js";
import { findClientGo, whyNoClientGo } from "../binaries.js";
import { PizzaCluster, whyNoPizzaCluster } from "./pizza-cluster.js";
import { describeChange, PizzaWriter, replay, type Pizza } from "./pizzas.js";
import { runClient } from "./run-client.js";
import { eventually } from "../../eventually.js";

/** @file Runs client-go with the pizza server behind a real kube-apiserver. */

const reason = whyNoPizzaCluster() ?? whyNoClientGo();

interface GoEvent {
  readonly informer: string;
  readonly type: string;
  readonly name: string;
  readonly spec: Pizza["spec"];
}

/** Switches on the features with which clients prefer CBOR. */
const cbor = { KUBE_FEATURE_ClientsAllowCBOR: "true", KUBE_FEATURE_ClientsPreferCBOR: "true" };

const informers = ["dynamic", "typed"];

/** The program with a dynamic and a typed informer, in its own process. */
class GoInformers {
  readonly #process: ReturnType<typeof spawn>;
  #output = "";

  constructor(kubeconfig: string, environment: Readonly<Record<string, string>>) {
    this.#process = spawn(findClientGo() ?? "", ["inform", kubeconfig], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...environment },
    });
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    atExit(() => this.#process.kill("SIGKILL"));
  }

  /** Returns the events of each informer in their order. */
  get events(): readonly (readonly string[])[] {
    const lines = this.#output.split("\n").slice(0, -1);
    const events = lines.map((line) => JSON.parse(line) as GoEvent).filter(({ type }) => type !== "synced");
    return informers.map((informer) =>
      events
        .filter((event) => event.informer === informer)
        .map(({ type, name, spec }) => describeChange(type, { metadata: { name }, spec })),
    );
  }

  /** Waits until all informers have the stored pizzas. */
  async agree(writer: PizzaWriter): Promise<void> {
    await eventually(async () => {
      const stored = await writer.stored();
      expect(this.events.map(replay)).toEqual(informers.map(() => stored));
    });
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }
}

describe.skipIf(reason !== undefined)(["client-go through kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let pizzas: PizzaCluster;
  beforeAll(async () => {
    pizzas = await PizzaCluster.start();
  });
  afterAll(async () => {
    await pizzas.remove();
  });

  test.each([
    ["streamed lists", "streamed", { KUBE_FEATURE_WatchListClient: "true" }],
    ["lists before watches", "listed", { KUBE_FEATURE_WatchListClient: "false" }],
    // The dynamic client then sends and receives CBOR; kube-apiserver passes it on.
    ["a preference for CBOR", "cbor", cbor],
  ])("informers with %s see each write once, and miss none across restarts", async (_, prefix, environment) => {
    const { server, cluster, admin } = pizzas;
    const writer = new PizzaWriter(pizzas);
    await writer.write(`${prefix}-before`);
    const go = new GoInformers(pizzas.kubeconfig, environment);
    try {
      await writesAreSeenOnce("running");
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        await server.end(signal);
        await server.again();
        await writesAreSeenOnce(signal.toLowerCase());
      }
      await cluster.stopAPIServer();
      await cluster.startAPIServer();
      await writesAreSeenOnce("cluster");
    } finally {
      go.end();
    }

    /**
     * Writes until the informers have seen the last write, because they list again after a restart.
     * Then compares the events of further writes.
     */
    async function writesAreSeenOnce(phase: string): Promise<void> {
      await admin.eventually("kubectl get pizzas");
      await writer.write(`${prefix}-${phase}-a`);
      await go.agree(writer);
      const before = go.events.map(({ length }) => length);
      const changes = await writer.write(`${prefix}-${phase}-b`);
      await go.agree(writer);
      expect(go.events.map((events, index) => events.slice(before[index]))).toEqual(informers.map(() => changes));
    }
  });

  test("the typed and the dynamic client create, change, apply, list and delete", async () => {
    const results = await runClient([findClientGo() ?? "", "write", pizzas.kubeconfig, "--name=go"]);
    expect(results.map(([request]) => request)).toEqual([
      "create",
      "create again",
      "update",
      "update of an old revision",
      "patch",
      "apply",
      "list",
      "delete",
      "get",
    ]);
    const { apply, create, list, patch, update, ...others } = Object.fromEntries(results);
    expect(create).toMatchObject({ metadata: { name: "go" }, spec: { toppings: [{ name: "tomato", quantity: 1 }] } });
    expect(update).toMatchObject({ spec: { toppings: [{ name: "tomato", quantity: 2 }] } });
    expect(patch).toMatchObject({ metadata: { labels: { patched: "yes" } } });
    const toppings = [
      { name: "tomato", quantity: 2 },
      { name: "mozzarella", quantity: 1 },
    ];
    expect(apply).toMatchObject({ spec: { toppings } });
    expect(list).toMatchObject({ items: [{ metadata: { name: "go" }, spec: { toppings } }] });
    expect(others).toMatchObject({
      "create again": true,
      "update of an old revision": true,
      delete: true,
      get: true,
    });
  });
});
