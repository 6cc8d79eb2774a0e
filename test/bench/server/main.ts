import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compareWithGo } from "./compare-with-go.js";
import type { PreparedRequest } from "./connection.js";
import { fanOut, type FanOut, type FanOutShape } from "./fan-out.js";
import { manyWatchers } from "./many-watchers.js";
import { load, type Load, type LoadOptions } from "./load.js";
import { listed, nameOf, namespaceOf, pizzaText } from "./objects.js";
import { canPin, startPeer, type Peer } from "./peer.js";
import { answerTo, credentials, request, updates, versionsOf } from "./requests.js";
import { seed } from "./seed.js";

/**
 * @file Compares the pizza server with a bare `node:http2` server that sends the same bytes, and
 * the server of the sample API with Go's sample-apiserver, alternating in one run.
 */

const group = "/apis/restaurant.programming-kubernetes.info/v1alpha1";
const collection = `${group}/namespaces/default/pizzas`;
const shelf = `${group}/namespaces/${namespaceOf(0)}/pizzas`;
const one = `${shelf}/${nameOf(7)}`;
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const pizzaServer = join(root, "dist/cmd/pizza-apiserver/main.js");
const bareServer = fileURLToPath(new URL("bare-server.js", import.meta.url));
const ruledServer = fileURLToPath(new URL("ruled-server.js", import.meta.url));

const milliseconds = Number(process.env["BENCH_MS"] ?? "3000");
/**
 * Command-line arguments: words that select lines of the result. Without arguments, all lines are
 * printed.
 */
const wanted = process.argv.slice(2);
const isWanted = (title: string) => wanted.length === 0 || wanted.some((word) => title.includes(word));
const fanOuts: readonly (readonly [string, FanOutShape])[] = [
  ["1 write to 1,000 watchers", { watchers: 1000, connections: 10, rounds: 150, writes: 1 }],
  ["the same, a connection each", { watchers: 1000, connections: 1000, rounds: 40, writes: 1 }],
  ["16 writes at once to 1,000 watchers", { watchers: 1000, connections: 10, rounds: 20, writes: 16 }],
];
const many = 100_000;
/** How often the rules of a server are switched off. */
const roundsOfRules = 40;
let created = 0;

/**
 * Results of Go's sample-apiserver with etcd. They were measured separately, on the kind of machine
 * that docs/benchmarks.md describes.
 */
const go: Readonly<Record<string, string>> = {
  "1 write to 1,000 watchers": "42k events per CPU second",
  memory: "590 MB",
  ready: "100 to 250 ms",
};

const directory = mkdtempSync(join(tmpdir(), "bench-server-"));
try {
  await main();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const pinned = canPin
    ? "each server on core 0, the load on another"
    : "not pinned to cores: taskset is not installed";
  console.log(
    `Node ${process.version}, ${process.platform} ${process.arch}; ${pinned}. "of bare" is the throughput per CPU time as a fraction of node:http2's.\n`,
  );
  await small();
  if (isWanted("20 CEL rules")) await ruled();
  if (isWanted("memory")) await large();
  if (isWanted("10,000 watchers")) await crowd();
  await compareWithGo({ directory, milliseconds, isWanted });
}

async function small(): Promise<void> {
  const dataDir = join(directory, "small");
  await seed(dataDir, listed);
  // The bare server needs certificates and recorded responses. The first start of the pizza server
  // creates them.
  const first = await startPizza(dataDir);
  const bodies = join(directory, "bodies.json");
  writeFileSync(bodies, JSON.stringify(await answersOf(first)));
  await first.stop();

  const ours = await startPizza(dataDir);
  const bare = await startBare(dataDir, bodies);
  const ready = (peer: Peer) => `${peer.readyAfter.toFixed(0)} ms, ${peer.readyCPU.toFixed(0)} ms of CPU time`;
  console.log(`${"ready".padEnd(36)} ${ready(ours)}   bare ${ready(bare)}   Go: ${go["ready"] ?? ""}`);
  for (const [title, options] of jobs()) {
    if (!isWanted(title)) continue;
    // The two servers are measured alternately. Only the second half of the runs counts, because
    // Node has compiled the code of both servers by then.
    const run = async (peer: Peer, time: number) => load({ ...(await options(peer)), peer, milliseconds: time });
    await run(ours, milliseconds / 2);
    await run(bare, milliseconds / 2);
    print(title, await run(ours, milliseconds), await run(bare, milliseconds));
  }
  for (const [title, shape] of fanOuts) {
    if (!isWanted(title)) continue;
    // The first writes and the first fan-out warm up both servers. Their results are not printed.
    for (const peer of [ours, bare]) {
      await writeAlone(peer, shape);
      await fanOutOf(peer, { ...shape, rounds: shape.rounds / 2 });
    }
    const here = await fanOutOf(ours, shape);
    const there = await fanOutOf(bare, shape);
    printFanOut(title, here, there);
    printParts(
      { write: await writeAlone(ours, shape), all: here.cpuPerWrite },
      { write: await writeAlone(bare, shape), all: there.cpuPerWrite },
      shape,
    );
  }
  await ours.stop();
  await bare.stop();
}

/**
 * Creates pizzas with and without 20 CEL rules. One server switches the rules off and on, because
 * two processes differ by more than the rules cost.
 */
async function ruled(): Promise<void> {
  const create = (): PreparedRequest => request("POST", collection, pizzaText(`new-${created++}`, "default", "a"));
  for (const kind of ["printed", "closures"]) {
    process.env["CEL_RULES"] = kind;
    const dataDir = join(directory, `ruled-${kind}`);
    await seed(dataDir, 1);
    const peer = await startPizza(dataDir, ruledServer);
    const run = async (time: number): Promise<Load> => {
      const job = { next: create, expects: '{"kind":"Pizza"', connections: 2, streams: 32 };
      const result = await load({ ...job, peer, milliseconds: time });
      if (result.failures > 0) throw new Error(`${result.failures} pizzas were refused`);
      return result;
    };
    // V8 compiles the code of the rules during the first tens of thousands of requests.
    for (let sent = 0; sent < 30_000;) sent += (await run(milliseconds)).requests;
    const [slow, fast]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < 2 * roundsOfRules; round++) {
      (round % 2 === 0 ? slow : fast).push(await run(milliseconds / 6));
      peer.signal("SIGUSR2");
    }
    const [withRules, without] = [perCPUSecond(slow), perCPUSecond(fast)];
    const rates = `${withRules.toFixed(0)} and ${without.toFixed(0)} per CPU second`;
    const line = `${(withRules / without).toFixed(2)} of a kind without rules: ${rates}`;
    console.log(`${`create with 20 CEL rules, ${kind}`.padEnd(36)} ${line}`);
    await peer.stop();
  }
}

/** Returns the requests in a CPU second of all runs. */
function perCPUSecond(runs: readonly Load[]): number {
  const seconds = runs.reduce((sum, { requests, perCPUSecond: rate }) => sum + requests / rate, 0);
  return runs.reduce((sum, { requests }) => sum + requests, 0) / seconds;
}

async function large(): Promise<void> {
  const dataDir = join(directory, "large");
  await seed(dataDir, many);
  await (await startPizza(dataDir)).stop();
  const server = await startPizza(dataDir);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { resident, anonymous } = server.memory();
  console.log(
    `${"100,000 objects, restarted".padEnd(36)} ready after ${server.readyAfter.toFixed(0)} ms, ${resident.toFixed(0)} MB resident, ${anonymous.toFixed(0)} MB of it not the mapped file   Go: ${go["memory"] ?? ""}`,
  );
  await server.stop();
}

async function crowd(): Promise<void> {
  const dataDir = join(directory, "crowd");
  const toppings = "/apis/restaurant.programming-kubernetes.info/v1alpha1/toppings";
  const create = () =>
    request("POST", toppings, JSON.stringify({ metadata: { name: `new-${created++}` }, spec: { cost: 1 } }));
  const result = await manyWatchers(() => startPizza(dataDir), { path: toppings, create });
  console.log(`${"10,000 watchers".padEnd(36)} ${result}`);
}

type Job = Pick<LoadOptions, "next" | "expects" | "connections" | "streams">;

function jobs(): [string, (peer: Peer) => Job | Promise<Job>][] {
  const kind = '{"kind":"Pizza"';
  const get = request("GET", one);
  const list = request("GET", shelf);
  const names = Array.from({ length: listed }, (_, index) => nameOf(index));
  return [
    ["get", () => ({ next: () => get, expects: kind, connections: 2, streams: 32 })],
    ["list of 500", () => ({ next: () => list, expects: '{"kind":"PizzaList"', connections: 2, streams: 4 })],
    [
      "create",
      () => ({
        next: () => request("POST", collection, pizzaText(`new-${created++}`, "default", "a")),
        expects: kind,
        connections: 2,
        streams: 32,
      }),
    ],
    ["update", async (peer) => ({ next: await pizzaUpdates(peer, names), expects: kind, connections: 2, streams: 32 })],
  ];
}

/** Returns requests, each of which updates a different pizza. */
async function pizzaUpdates(peer: Peer, names: readonly string[]): Promise<() => PreparedRequest> {
  return updates(shelf, names, await versionsOf(peer, shelf), (name, note, version) =>
    pizzaText(name, namespaceOf(0), note, version),
  );
}

async function fanOutOf(peer: Peer, shape: FanOutShape): Promise<FanOut> {
  const names = Array.from({ length: shape.writes }, (_, index) => nameOf(index));
  const next = await pizzaUpdates(peer, names);
  // The watch starts at the current revision.
  const watch = request("GET", `${shelf}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`);
  return fanOut(peer, shape, watch, next);
}

/**
 * Returns the CPU time of one write without the events of a fan-out, in seconds: the same writes
 * with one watcher. The rounds are short, so more of them are measured.
 */
async function writeAlone(peer: Peer, shape: FanOutShape): Promise<number> {
  const alone = { ...shape, watchers: 1, connections: 1, rounds: shape.rounds * 5 };
  return (await fanOutOf(peer, alone)).cpuPerWrite;
}

function startPizza(dataDir: string, server = pizzaServer): Promise<Peer> {
  const kubeconfig = join(dataDir, "kubeconfig");
  const args = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    `--write-kubeconfig=${kubeconfig}`,
  ];
  return startPeer(server, args, () => credentials(kubeconfig));
}

/** Starts the bare server with the same certificates, so that handshakes have the same cost. */
function startBare(dataDir: string, bodies: string): Promise<Peer> {
  const files = ["apiserver.crt", "apiserver.key", "ca.crt"].map((name) => join(dataDir, name));
  return startPeer(bareServer, [...files, bodies], () => credentials(join(dataDir, "kubeconfig")));
}

/** Returns the responses of the pizza server, which the bare server repeats. */
async function answersOf(peer: Peer): Promise<Record<string, string>> {
  const object = await answerTo(peer, request("GET", one));
  return {
    [shelf]: await answerTo(peer, request("GET", shelf)),
    object,
    event: `{"type":"MODIFIED","object":${object.trim()}}\n`,
  };
}

function print(title: string, ours: Load, bare: Load): void {
  const rate = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(0));
  const failed = ours.failures + bare.failures === 0 ? "" : `   ${ours.failures} and ${bare.failures} failed`;
  console.log(
    `${title.padEnd(36)} ${rate(ours.perSecond)}/s p99 ${ours.p99.toFixed(1)} ms, ${rate(ours.perCPUSecond)} per CPU second   ` +
      `bare ${rate(bare.perSecond)}/s p99 ${bare.p99.toFixed(1)} ms, ${rate(bare.perCPUSecond)}   ${(ours.perCPUSecond / bare.perCPUSecond).toFixed(2)} of bare${failed}`,
  );
}

function printFanOut(title: string, ours: FanOut, bare: FanOut): void {
  const k = (value: number) => `${(value / 1000).toFixed(0)}k`;
  console.log(
    `${title.padEnd(36)} ${k(ours.perSecond)} events/s, ${k(ours.perCPUSecond)} per CPU second, last event after ${ours.median.toFixed(1)} ms   ` +
      `bare ${k(bare.perSecond)}/s, ${k(bare.perCPUSecond)}, ${bare.median.toFixed(1)} ms   ${(ours.perCPUSecond / bare.perCPUSecond).toFixed(2)} of bare   Go: ${go[title] ?? ""}`,
  );
}

/** CPU time of one write without and with its events, in seconds. */
interface FanOutCost {
  readonly write: number;
  readonly all: number;
}

/** Prints the costs of a write and of its events separately. */
function printParts(ours: FanOutCost, bare: FanOutCost, { watchers }: FanOutShape): void {
  const event = ({ write, all }: FanOutCost) => Math.max(0, all - write) / (watchers - 1);
  const part = (cost: FanOutCost) =>
    `a write ${(cost.write * 1000).toFixed(2)} ms, an event ${(event(cost) * 1e6).toFixed(1)} µs`;
  console.log(
    `${"  CPU time of the parts".padEnd(36)} ${part(ours)}   bare ${part(bare)}   events at ${(event(bare) / event(ours)).toFixed(2)} of bare`,
  );
}
