import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "./at-exit.js";
import { repository } from "./repository.js";

/** Compiled entry files of the servers. */
export const mains = {
  pizza: join(repository, "dist/cmd/pizza-apiserver/main.js"),
  /** Serves the webhooks of the pizza API. */
  webhook: join(repository, "dist/cmd/pizza-webhook/main.js"),
  cafe: join(repository, "examples/cafe/dist/src/main.js"),
  /** Serves the API of Go's sample-apiserver. */
  wardle: join(repository, "dist/test/peers/server/main.js"),
  /** Serves the ready-made groups. */
  groups: join(repository, "dist/test/peers/groups/main.js"),
};

/**
 * Server in a separate process, which runs the built command as a user does. It has its own data
 * directory.
 */
export class ServerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), "apiserver-"));
  readonly dataDir = join(this.folder, "data");
  /** The server creates the data directory and the kubeconfig in it, as with `make run`. */
  readonly kubeconfig = join(this.dataDir, "kubeconfig");
  readonly #main: string;
  readonly #flags: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";
  #port = 0;

  private constructor(main: string, flags: readonly string[]) {
    this.#main = main;
    this.#flags = flags;
    // If the process of the tests ends unexpectedly, the server must end too.
    atExit(() => this.#process?.kill("SIGKILL"));
  }

  /**
   * Starts a server.
   * @param flags in addition to the flags for its folder and its port
   * @throws Error with the output of the server if it does not serve
   */
  static async start(main: string, flags: readonly string[] = []): Promise<ServerProcess> {
    if (!existsSync(main)) throw new Error(`${main} is not built: run \`make build\` first`);
    const server = new ServerProcess(main, flags);
    await server.again();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Returns the output so far, including the output before restarts. */
  get output(): string {
    return this.#output;
  }

  /** Starts the server again after it has ended, with the same data and the same port. */
  async again(): Promise<void> {
    // The output of a server that is ready contains the first and the last line of this pattern.
    const port = /^serving on https:\/\/\S+:(\d+)\n[^]*^Ctrl-C stops the server\.$/m;
    const before = this.#output.length;
    const child = spawn(process.execPath, [this.#main, ...this.#arguments()], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      const hear = (text: string) => {
        this.#output += text;
        const serving = port.exec(this.#output.slice(before));
        if (serving === null) return;
        this.#port = Number(serving[1]);
        resolve();
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", reject);
      child.on("close", (status) => {
        reject(
          new Error(`the server ends with ${status ?? "a signal"} before it serves\n${this.#output.slice(before)}`),
        );
      });
    });
  }

  /**
   * Sends a signal to the server and waits for its end.
   * @returns its exit code, or the signal that ended it
   */
  end(signal: "SIGTERM" | "SIGKILL" | "SIGINT"): Promise<number | string> {
    const child = this.#process;
    if (child === undefined) return Promise.resolve(0);
    this.#process = undefined;
    return new Promise((resolve) => {
      child.on("exit", (status, died) => {
        resolve(status ?? died ?? "");
      });
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode ?? child.signalCode ?? "");
      child.kill(signal);
    });
  }

  /** Sends a signal that does not end the server, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Ends the server and removes all its files. */
  async remove(): Promise<void> {
    await this.end("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }

  #arguments(): readonly string[] {
    return [
      `--secure-port=${this.#port}`,
      "--bind-address=127.0.0.1",
      `--data-dir=${this.dataDir}`,
      `--write-kubeconfig=${this.kubeconfig}`,
      ...this.#flags,
    ];
  }
}
