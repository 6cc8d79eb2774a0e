import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPeers } from "../../peers/binaries.js";
import type { PeerProcess } from "../../peers/peer-process.js";
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

/** A server that stores its objects in etcd. */
interface PeerWithEtcd extends Peer {
  /** Returns the CPU time of etcd, in seconds. `cpuSeconds` includes it. */
  readonly etcdSeconds: () => number;
}

/** A measurement, and the part of its CPU time that etcd has used. */
interface LoadWithEtcd extends Load {
  readonly etcdShare: number;
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
    const ours = await startOurs(join(directory, "flunders"), []);
    const onEtcd = withEtcd(
      await startOurs(join(directory, "flunders-on-etcd"), [
        `--etcd-servers=http://${sample.etcd.address}`,
        "--etcd-prefix=/registry/bench",
      ]),
      sample.etcd,
    );
    console.log(
      "\nThe same API on this server with its own store, on this server with etcd, and on Go's sample-apiserver with " +
        `the same etcd${canPin ? ", all on core 0" : ""}. "times Go" is per CPU second of server and etcd, per CPU ` +
        "second of the servers alone, and in real time.",
    );
    for (const peer of [ours, onEtcd, go]) await fill(peer);
    for (const [title, options] of jobs) {
      const run = async (peer: Peer, time: number) => load({ ...(await options(peer)), peer, milliseconds: time });
      // Only the second half counts, because Node has compiled the code by then.
      for (const peer of [ours, onEtcd, go]) await run(peer, milliseconds / 2);
      const here = await run(ours, milliseconds);
      const remote = await withShare(onEtcd, () => run(onEtcd, milliseconds));
      const there = await withShare(go, () => run(go, milliseconds));
      print(title, here, remote, there);
    }
    await ours.stop();
    await onEtcd.stop();
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

/** Runs a measurement, and measures the part of etcd in it. */
async function withShare(peer: PeerWithEtcd, run: () => Promise<Load>): Promise<LoadWithEtcd> {
  const before = { all: peer.cpuSeconds(), etcd: peer.etcdSeconds() };
  const result = await run();
  return { ...result, etcdShare: (peer.etcdSeconds() - before.etcd) / (peer.cpuSeconds() - before.all) };
}

function startOurs(dataDir: string, flags: readonly string[]): Promise<Peer> {
  const kubeconfig = join(dataDir, "kubeconfig");
  const args = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    `--write-kubeconfig=${kubeconfig}`,
    ...flags,
  ];
  return startPeer(main, args, () => credentials(kubeconfig));
}

function withEtcd(peer: Peer, etcd: PeerProcess): PeerWithEtcd {
  const etcdSeconds = () => cpuSeconds(etcd.pid);
  return { ...peer, etcdSeconds, cpuSeconds: () => peer.cpuSeconds() + etcdSeconds(), stop: () => peer.stop() };
}

function goPeer(sample: SampleAPIServer): PeerWithEtcd {
  const { server, etcd, kubeconfig } = sample;
  const [host = "", port = ""] = server.address.split(":");
  return withEtcd(
    {
      tls: { host, port: Number(port), servername: "localhost", ...credentials(kubeconfig) },
      readyAfter: server.readyAfter,
      readyCPU: cpuSeconds(server.pid) * 1000,
      cpuSeconds: () => cpuSeconds(server.pid),
      memory: () => memory(server.pid),
      signal: (name) => void process.kill(server.pid, name),
      stop: () => sample.stop(),
    },
    etcd,
  );
}

function print(title: string, ours: Load, remote: LoadWithEtcd, go: LoadWithEtcd): void {
  const rate = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(0));
  const side = ({ perSecond, p99, perCPUSecond }: Load) =>
    `${rate(perSecond)}/s p99 ${p99.toFixed(1)} ms, ${rate(perCPUSecond)} per CPU second`;
  const share = ({ etcdShare }: LoadWithEtcd) => `, etcd ${(etcdShare * 100).toFixed(0)}% of it`;
  const alone = ({ perCPUSecond, etcdShare }: LoadWithEtcd) => perCPUSecond / (1 - etcdShare);
  const times = (value: number) => value.toFixed(1);
  const failures = ours.failures + remote.failures + go.failures;
  console.log(
    [
      title + (failures === 0 ? "" : `   ${failures} failed`),
      `  own store  ${side(ours)}   ${times(ours.perCPUSecond / go.perCPUSecond)} and ${times(ours.perSecond / go.perSecond)} times Go`,
      `  etcd       ${side(remote)}${share(remote)}   ${times(remote.perCPUSecond / go.perCPUSecond)}, alone ${times(alone(remote) / alone(go))}, and ${times(remote.perSecond / go.perSecond)} times Go`,
      `  Go         ${side(go)}${share(go)}`,
    ].join("\n"),
  );
}
