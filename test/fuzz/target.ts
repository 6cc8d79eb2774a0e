import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtServer } from "../apiserver/process/built-server.js";
import { mainThreadTime } from "../cpu-time.js";
import { eventually } from "../eventually.js";

/** Certificates of the server's administrator. */
export interface Credentials {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A pizza server in a child process. Its heap is small, so that a memory leak ends the process. */
export class Target {
  readonly folder = mkdtempSync(join(tmpdir(), "apimachinery-fuzz-"));
  readonly #child: ChildProcess;
  #output = "";
  #exit: string | undefined;
  port = 0;

  private constructor(flags: readonly string[]) {
    const args = [
      "--max-old-space-size=512",
      builtServer(),
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--data-dir=${this.folder}`,
      ...flags,
    ];
    this.#child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.#output = (this.#output + text).slice(-20_000)));
    }
    this.#child.once("close", (code, signal) => (this.#exit = `exit code ${String(code)}, signal ${String(signal)}`));
  }

  /**
   * Starts a server.
   * @throws Error with the server's output if it ends, or does not serve
   */
  static async start(...flags: readonly string[]): Promise<Target> {
    const target = new Target(flags);
    const portOf = () => /https:\/\/[^\s/]+:(\d+)/.exec(target.#output)?.[1];
    await eventually(
      () => portOf() !== undefined || target.#exit !== undefined,
      () => target.#output,
    );
    target.port = Number(portOf() ?? 0);
    if (target.port === 0) throw new Error(`the server does not serve: ${target.#output}`);
    return target;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Returns the exit code and the last part of the output. Returns undefined while the process
   * runs.
   */
  get ended(): string | undefined {
    return this.#exit === undefined ? undefined : `${this.#exit}: ${this.#output.slice(-2000)}`;
  }

  get credentials(): Credentials {
    const file = (name: string) => readFileSync(join(this.folder, name));
    return { ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") };
  }

  /**
   * Returns the CPU time of the main thread in milliseconds; undefined on systems other than Linux.
   */
  mainThreadTime(): number | undefined {
    return mainThreadTime(this.pid);
  }

  /** Returns the number of open file descriptors; undefined on systems other than Linux. */
  openDescriptors(): number | undefined {
    try {
      return readdirSync(`/proc/${this.pid}/fd`).length;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (this.#exit === undefined) {
      const closed = new Promise((resolve) => this.#child.once("close", resolve));
      this.#child.kill("SIGKILL");
      await closed;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
