import { clientConfigOf, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { Kinds } from "../../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { mains, ServerProcess } from "../../interop/server-process.js";
import { findControllerRuntime, whyNoControllerRuntime } from "../../peers/binaries.js";
import { startPeerProcess, type PeerCommand } from "../../peers/peer-process.js";
import { cpuSeconds, memory } from "../server/peer.js";

/**
 * @file Compares the CPU time of a controller with that of the same controller in Go: from the start
 * of its process until the status of all objects is set.
 *
 *     node dist/test/bench/controllers/main.js [objects] [rounds]
 */

const [objects = 10_000, rounds = 5] = process.argv.slice(2).map(Number);
const program = new URL("program.js", import.meta.url).pathname;
const toppings = { tomato: 1, basil: 2, mozzarella: 3 };

/** The cost of one run. */
interface Run {
  readonly cpu: number;
  readonly seconds: number;
  readonly megabytes: number;
}

function controllers(kubeconfig: string): readonly PeerCommand[] {
  return [
    { name: "here", command: () => [process.execPath, program, kubeconfig], ready: /(starting)/ },
    {
      name: "Go",
      command: () => [findControllerRuntime() ?? "", "costs", kubeconfig],
      ready: /(Starting workers)/,
    },
  ];
}

async function run(index: number): Promise<Run> {
  const server = await ServerProcess.start(mains.pizza, ["--storage-backend=memory"]);
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  const client = new RESTClient(config);
  await createObjects(client);
  const command = controllers(server.kubeconfig)[index];
  if (command === undefined) throw new Error("no such controller");
  const start = performance.now();
  const controller = await startPeerProcess(command);
  await allSet(client);
  const seconds = (performance.now() - start) / 1000;
  const result = { cpu: cpuSeconds(controller.pid), seconds, megabytes: memory(controller.pid).resident };
  await controller.stop();
  await client.close();
  await server.remove();
  return result;
}

async function createObjects(client: RESTClient): Promise<void> {
  const kind = { apiVersion: "restaurant.programming-kubernetes.info/v1alpha1" } as const;
  for (const [name, cost] of Object.entries(toppings))
    await client.resource(Kinds.Topping).create({ ...kind, kind: "Topping", metadata: { name }, spec: { cost } });
  const pizzas = client.resource(Kinds.Pizza).namespace("default");
  const spec = { toppings: Object.keys(toppings) };
  for (let from = 0; from < objects; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, objects - from) }, (_, offset) =>
        pizzas.create({ ...kind, kind: "Pizza", metadata: { name: `pizza-${from + offset}` }, spec, status: {} }),
      ),
    );
}

/** Waits until the status of all pizzas is set. */
async function allSet(client: RESTClient): Promise<void> {
  const done = new Set<string>();
  for await (const { object } of await client.resource(Kinds.Pizza).namespace("default").watch()) {
    if (object.status.cost === 6) done.add(object.metadata.name ?? "");
    if (done.size === objects) return;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const reason = whyNoControllerRuntime();
if (reason !== undefined) throw new Error(reason);
const runs: readonly Run[][] = [[], []];
for (let round = 0; round < rounds; round++) for (const index of [0, 1]) runs[index]?.push(await run(index));
const medians = runs.map((all) => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  seconds: median(all.map(({ seconds }) => seconds)),
  megabytes: median(all.map(({ megabytes }) => megabytes)),
}));
console.log(`Node ${process.version}; ${objects} objects, the medians of ${rounds} runs`);
for (const [index, name] of ["here", "Go"].entries()) {
  const { cpu, seconds, megabytes } = medians[index] ?? { cpu: 0, seconds: 0, megabytes: 0 };
  console.log(`${name.padEnd(6)}${cpu.toFixed(2)} s of CPU time, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
}
const ratios = (runs[0] ?? []).map(({ cpu }, round) => cpu / (runs[1]?.[round]?.cpu ?? 1));
console.log(`ratio ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})`);
