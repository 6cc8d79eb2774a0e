import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";

/** CPU core on which the servers run. The client that generates the load runs on the other core. */
const serverCore = "0";

export const canPin = existsSync("/usr/bin/taskset");
/** Command that starts another command on the core of the servers. Empty without `taskset`. */
export const onServerCore: readonly string[] = canPin ? ["taskset", "-c", serverCore] : [];

/** A server in a separate process. */
export interface Peer {
  readonly tls: ConnectionOptions;
  /** Time from the start of the process to the message "serving on", in milliseconds. */
  readonly readyAfter: number;
  /** CPU time of the process from its start to that message, in milliseconds. */
  readonly readyCPU: number;
  /** Returns the CPU time of all threads of the process, in seconds. */
  cpuSeconds(): number;
  /**
   * Returns the resident memory in MB. `resident` is the total; `anonymous` excludes file pages,
   * which the system can drop at any time.
   */
  memory(): { readonly resident: number; readonly anonymous: number };
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/**
 * Starts a server, and waits for its line `serving on https://HOST:PORT`.
 * @param credentials called after that line, because a server may write the credentials before it
 * serves
 */
export async function startPeer(
  script: string,
  args: readonly string[],
  credentials: () => ConnectionOptions,
): Promise<Peer> {
  // Command-line flags of Node for the servers, such as `--cpu-prof`.
  const nodeFlags = (process.env["BENCH_NODE_FLAGS"] ?? "").split(" ").filter((flag) => flag !== "");
  const command = [process.execPath, ...nodeFlags, script, ...args];
  const [file = "", ...rest] = [...onServerCore, ...command];
  const start = performance.now();
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) =>
    child.once("exit", () => {
      resolve();
    }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const match = /serving on https:\/\/[^:]+:(\d+)/.exec(output);
      if (match !== null) resolve(Number(match[1]));
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      reject(new Error(`${script} ended with ${code ?? "a signal"}: ${output}`));
    });
  });
  const readyAfter = performance.now() - start;
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} did not start`);
  return {
    tls: { host: "127.0.0.1", port, servername: "localhost", ...credentials() },
    readyAfter,
    readyCPU: cpuSeconds(pid) * 1000,
    cpuSeconds: () => cpuSeconds(pid),
    memory: () => memory(pid),
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Returns the user and system CPU time of a process. Linux reports them in hundredths of a second.
 */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process in MB. */
export function memory(pid: number): { readonly resident: number; readonly anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? NaN) / 1024;
  return { resident: megabytes("VmRSS"), anonymous: megabytes("RssAnon") };
}
