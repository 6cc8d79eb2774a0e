import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPeers } from "../../peers/binaries.js";
import { startSampleAPIServer, type SampleAPIServer } from "../../peers/start.js";
import { flunderConfiguration, flunderNames, flunders, flunderText } from "./flunders.js";
import { load, type Load, type LoadOptions } from "./load.js";
import { canPin, cpuSeconds, memory, onServerCore, startPeer, type Peer } from "./peer.js";
import { answersTo, credentials, request, updates, versionsOf } from "./requests.js";

/**
 * @file Compares this project's server with Go's sample-apiserver and etcd. Both serve the same
 * kinds, with the same conversions, validation and admission, and get the same requests.
 */

interface Comparison {
  /** Folder for the data of this project's server. */
  readonly directory: string;
  /** Duration of each measurement in milliseconds. */
  readonly milliseconds: number;
  readonly isWanted: (title: string) => boolean;
}

type Job = Pick<LoadOptions, "next" | "expects" | "connections" | "streams">;
interface GoPeer extends Peer {
  /** Returns the CPU time of etcd, in seconds. `cpuSeconds` includes it. */
  readonly etcdSeconds: () => number;
}

const main = fileURLToPath(new URL("../../peers/server/main.js", import.meta.url));
const shelf = flunders("menu-0");
/** Objects that only applies write. Each has one manager, as the objects of updates have. */
const applied = flunders("menu-1");
const applyPatch = "application/apply-patch+yaml";
let count = 0;

/** Runs the same jobs on both servers, alternating, and prints the ratios. */
export async function compareWithGo({ directory, milliseconds, isWanted }: Comparison): Promise<void> {
  const jobs = allJobs().filter(([title]) => isWanted(title));
  if (jobs.length === 0) return;
  let binaries;
  try {
    binaries = await buildPeers(console.log);
  } catch (error) {
    console.log(`\nGo's sample-apiserver is skipped: ${(error as Error).message}`);
    return;
  }
  const sample = await startSampleAPIServer(binaries, onServerCore);
  try {
    const go = goPeer(sample);
    const ours = await startOurs(join(directory, "flunders"));
    console.log(
      "\nThe same API on this server and on Go's sample-apiserver with etcd" +
        `${canPin ? ", all on core 0" : ""}. "of Go" is per CPU second (Go: sample-apiserver and etcd), and in real time.`,
    );
    for (const peer of [ours, go]) await fill(peer);
    for (const [title, options] of jobs) {
      const run = async (peer: Peer, time: number) => load({ ...(await options(peer)), peer, milliseconds: time });
      // Only the second half counts, because Node has compiled the code by then.
      await run(ours, milliseconds / 2);
      await run(go, milliseconds / 2);
      const here = await run(ours, milliseconds);
      const before = { all: go.cpuSeconds(), etcd: go.etcdSeconds() };
      const there = await run(go, milliseconds);
      print(title, here, there, (go.etcdSeconds() - before.etcd) / (go.cpuSeconds() - before.all));
    }
    await ours.stop();
  } finally {
    await sample.stop();
  }
}

function allJobs(): [string, (peer: Peer) => Job | Promise<Job>][] {
  const expects = '{"kind":"Flunder"';
  const writes = { expects, connections: 2, streams: 32 };
  const get = request("GET", `${shelf}/${flunderNames[7] ?? ""}`);
  const list = request("GET", shelf);
  return [
    ["get", () => ({ ...writes, next: () => get })],
    ["list of 500", () => ({ next: () => list, expects: '{"kind":"FlunderList"', connections: 2, streams: 4 })],
    [
      "create",
      () => ({ ...writes, next: () => request("POST", flunders("default"), flunderText(`new-${count++}`, "a")) }),
    ],
    [
      "update",
      async (peer) => ({
        ...writes,
        next: updates(shelf, flunderNames, await versionsOf(peer, shelf), flunderText),
      }),
    ],
    ["apply", () => ({ ...writes, next: () => apply(count, `n${count++}`) })],
    ["apply without a change", () => ({ ...writes, next: () => apply(count++, "a") })],
  ];
}

/** Returns a server-side apply to one of the objects. */
function apply(index: number, note: string): ReturnType<typeof request> {
  const name = flunderNames[index % flunderNames.length] ?? "";
  return request("PATCH", `${applied}/${name}?fieldManager=bench`, flunderConfiguration(name, note), applyPatch);
}

/** Creates the objects that the jobs read and write. */
async function fill(peer: Peer): Promise<void> {
  const created = flunderNames.map((name) => request("POST", shelf, flunderText(name, "a")));
  const answers = await answersTo(peer, [...created, ...flunderNames.map((_, index) => apply(index, "a"))]);
  const refused = answers.find((answer) => !answer.startsWith('{"kind":"Flunder"'));
  if (refused !== undefined) throw new Error(`a flunder was not created: ${refused}`);
}

function startOurs(dataDir: string): Promise<Peer> {
  const kubeconfig = join(dataDir, "kubeconfig");
  const args = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    `--write-kubeconfig=${kubeconfig}`,
  ];
  return startPeer(main, args, () => credentials(kubeconfig));
}

function goPeer(sample: SampleAPIServer): GoPeer {
  const { server, etcd, kubeconfig } = sample;
  const [host = "", port = ""] = server.address.split(":");
  const etcdSeconds = () => cpuSeconds(etcd.pid);
  const serverSeconds = () => cpuSeconds(server.pid);
  return {
    tls: { host, port: Number(port), servername: "localhost", ...credentials(kubeconfig) },
    readyAfter: server.readyAfter,
    readyCPU: serverSeconds() * 1000,
    cpuSeconds: () => serverSeconds() + etcdSeconds(),
    etcdSeconds,
    memory: () => memory(server.pid),
    stop: () => sample.stop(),
  };
}

function print(title: string, ours: Load, go: Load, etcdShare: number): void {
  const rate = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(0));
  const side = ({ perSecond, p99, perCPUSecond }: Load) =>
    `${rate(perSecond)}/s p99 ${p99.toFixed(1)} ms, ${rate(perCPUSecond)} per CPU second`;
  const failed = ours.failures + go.failures === 0 ? "" : `   ${ours.failures} and ${go.failures} failed`;
  console.log(
    `${title.padEnd(36)} ${side(ours)}   Go ${side(go)}, etcd ${(etcdShare * 100).toFixed(0)}% of it   ` +
      `${(ours.perCPUSecond / go.perCPUSecond).toFixed(1)} and ${(ours.perSecond / go.perSecond).toFixed(1)} times Go${failed}`,
  );
}
