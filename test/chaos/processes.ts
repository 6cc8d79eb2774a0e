import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../interop/at-exit.js";
import type { ServerProcess } from "../interop/server-process.js";
import { freePort } from "../peers/free-port.js";
import { startPeerProcess, type PeerProcess } from "../peers/peer-process.js";
import type { FaultyProcess, PausableProcess } from "./faults.js";

/** Returns a server as a process that faults disturb. */
export function faultyServer(name: string, server: ServerProcess): FaultyProcess {
  return {
    name,
    kill: async () => {
      await server.end("SIGKILL");
    },
    start: () => server.again(),
    signal: (signal) => {
      server.signal(signal);
    },
  };
}

/** Name and ports of a member of an etcd cluster. */
interface Member {
  readonly name: string;
  readonly port: number;
  readonly peerPort: number;
}

/** A member of an etcd cluster on fixed ports, with its own folder. */
export class EtcdProcess implements FaultyProcess {
  readonly #binary: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "etcd-"));
  readonly #member: Member;
  readonly #cluster: readonly Member[];
  #child: ChildProcess | undefined;
  // If the process of the tests ends unexpectedly, etcd must end too.
  readonly #cancel = atExit(() => {
    this.#child?.kill("SIGKILL");
  });

  private constructor(binary: string, member: Member, cluster: readonly Member[]) {
    this.#binary = binary;
    this.#member = member;
    this.#cluster = cluster;
  }

  /**
   * Starts a cluster with one member.
   * @throws Error with the output of etcd if it does not start
   */
  static async start(binary: string): Promise<EtcdProcess> {
    const [etcd] = await EtcdProcess.startCluster(binary, ["etcd"]);
    return etcd as EtcdProcess;
  }

  /** @throws Error with the output of a member that does not start */
  static async startCluster(binary: string, names: readonly string[]): Promise<readonly EtcdProcess[]> {
    const cluster: Member[] = [];
    for (const name of names) cluster.push({ name, port: await freePort(), peerPort: await freePort() });
    const processes = cluster.map((member) => new EtcdProcess(binary, member, cluster));
    // A member serves when most members run.
    await Promise.all(processes.map((each) => each.start()));
    return processes;
  }

  get name(): string {
    return this.#member.name;
  }

  get port(): number {
    return this.#member.port;
  }

  get url(): string {
    return urlOf(this.port);
  }

  async start(): Promise<void> {
    const peer = urlOf(this.#member.peerPort);
    const child = spawn(
      this.#binary,
      [
        `--name=${this.name}`,
        `--data-dir=${this.#folder}`,
        `--listen-client-urls=${this.url}`,
        `--advertise-client-urls=${this.url}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=${this.#cluster.map(({ name, peerPort }) => `${name}=${urlOf(peerPort)}`).join(",")}`,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      let output = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (!output.includes('"serving client traffic insecurely')) return;
        output = "";
        resolve();
      });
      child.once("error", reject);
      child.once("close", (status) => {
        reject(new Error(`etcd ends with ${status ?? "a signal"} before it serves\n${output}`));
      });
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  /** Ends etcd and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    this.#cancel();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Go's sample-apiserver. It cannot be killed, because it has another address after a restart. */
export class GoServer implements PausableProcess {
  readonly name = "Go's sample-apiserver";
  readonly #process: PeerProcess;

  private constructor(process: PeerProcess) {
    this.#process = process;
  }

  static async start(binary: string, { url }: EtcdProcess): Promise<GoServer> {
    const server = await startPeerProcess({
      name: "sample-apiserver",
      command: (folder) => [binary, `--etcd-servers=${url}`, `--data-dir=${folder}`],
      ready: /^serving on https:\/\/(\S+)$/m,
    });
    return new GoServer(server);
  }

  get kubeconfig(): string {
    return join(this.#process.folder, "kubeconfig");
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.#process.pid, signal);
  }

  remove(): Promise<void> {
    return this.#process.stop();
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
