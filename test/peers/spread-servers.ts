import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess } from "../interop/server-process.js";
import type { PeerBinaries } from "./binaries.js";
import type { PeerProcess } from "./peer-process.js";
import { startEtcd } from "./start.js";

/** Interval of the balancer's checks of each process, in milliseconds. */
const checkInterval = 50;

/**
 * Two processes of one server on one etcd, behind a balancer that leads each connection to the next
 * process that is ready. The processes share the folder of their certificates.
 */
export class SpreadServers {
  readonly servers: readonly [ServerProcess, ServerProcess];
  /** Path of a kubeconfig with the address of the balancer. */
  readonly kubeconfig: string;
  readonly #folder: string;
  readonly #etcd: PeerProcess;
  readonly #balancer: Server;
  readonly #sockets = new Set<Socket>();
  /** Number of connections that each process has got. */
  readonly connections: [number, number] = [0, 0];
  /** Results of the last checks. */
  readonly #isReady: [boolean, boolean] = [true, true];
  #checks: NodeJS.Timeout | undefined;
  #next = 0;

  private constructor(folder: string, etcd: PeerProcess, servers: [ServerProcess, ServerProcess]) {
    this.#folder = folder;
    this.#etcd = etcd;
    this.servers = servers;
    this.kubeconfig = join(folder, "kubeconfig");
    this.#balancer = createServer((socket) => {
      this.#lead(socket, 0);
    });
  }

  /**
   * @param main compiled entry file of the server
   * @param flags more flags of both processes
   */
  static async start(main: string, peers: PeerBinaries, flags: readonly string[] = []): Promise<SpreadServers> {
    const folder = mkdtempSync(join(tmpdir(), "spread-"));
    const etcd = await startEtcd(peers, [], ["--unsafe-no-fsync"]);
    const all = [`--etcd-servers=http://${etcd.address}`, `--data-dir=${join(folder, "data")}`, ...flags];
    // Both processes start at the same time, so that both find a folder without certificates.
    const start = (kubeconfig: string) => ServerProcess.start(main, [...all, `--write-kubeconfig=${kubeconfig}`]);
    const kubeconfig = join(folder, "first");
    const servers = await Promise.all([start(kubeconfig), start(join(folder, "second"))]);
    const spread = new SpreadServers(folder, etcd, servers);
    await new Promise<void>((resolve) => spread.#balancer.listen(0, "127.0.0.1", resolve));
    const { port } = spread.#balancer.address() as AddressInfo;
    const text = readFileSync(kubeconfig, "utf8");
    writeFileSync(spread.kubeconfig, text.replace(`:${servers[0].port}`, `:${port}`), { mode: 0o600 });
    return spread;
  }

  /** Checks the processes all the time, so that they can end and start again. */
  checkReadiness(): void {
    this.#checks = setInterval(() => {
      for (const index of [0, 1] as const) this.#check(index);
    }, checkInterval);
  }

  async remove(): Promise<void> {
    clearInterval(this.#checks);
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#balancer.close(resolve));
    await Promise.all(this.servers.map((server) => server.remove()));
    await this.#etcd.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #check(index: 0 | 1): void {
    const { port } = this.servers[index];
    const request = get({ host: "127.0.0.1", port, path: "/readyz", rejectUnauthorized: false, agent: false });
    request.on("response", (response) => {
      this.#isReady[index] = response.statusCode === 200;
      response.resume();
    });
    request.on("error", () => {
      this.#isReady[index] = false;
    });
  }

  /** Leads a connection to the next process that is ready, or that accepts it. */
  #lead(client: Socket, attempt: number): void {
    const next = this.#next++ % 2 === 0 ? 0 : 1;
    const other = next === 0 ? 1 : 0;
    const index = !this.#isReady[next] && this.#isReady[other] ? other : next;
    const upstream = connect(this.servers[index].port, "127.0.0.1");
    let isConnected = false;
    upstream.once("connect", () => {
      isConnected = true;
      this.connections[index]++;
      client.pipe(upstream).pipe(client);
    });
    upstream.once("error", () => {
      if (isConnected || attempt > 0) client.destroy();
      else this.#lead(client, attempt + 1);
    });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.once("close", () => {
        this.#sockets.delete(from);
        if (from === client || isConnected) to.destroy();
      });
    }
    client.on("error", () => upstream.destroy());
  }
}
