import { spawn, type ChildProcess } from "node:child_process";
import { atExit } from "../interop/at-exit.js";
import { findKubectl } from "../interop/kubectl.js";
import { command, environment, type Finished } from "../package/command.js";
import { patternOf } from "./steps.js";

/** The two shells that a reader uses in the project: one for commands, and one for the server. */
export class Terminal {
  readonly #root: string;
  readonly #before: string;
  #server: ChildProcess | undefined;
  #isNpm = false;
  /** Output of the server since the last call of `mark`. */
  #output = "";

  constructor(root: string) {
    this.#root = root;
    // Environment variables that the pages export, with a separate cache folder for kubectl.
    this.#before = `export KUBECONFIG="$PWD/kubeconfig" KUBECACHEDIR="$PWD/.kube"; kubectl() { '${findKubectl() ?? "kubectl"}' "$@"; };`;
    atExit(() => {
      this.#signal("SIGKILL");
    });
  }

  run(script: string): Promise<Finished> {
    return command(this.#root, "bash", ["-e", "-c", `${this.#before}\n${script}`]);
  }

  /**
   * Starts a server and stops the previous one. Without `--secure-port`, it has a free port.
   * Resolves when the server has printed every expected line.
   * @throws Error with the output of the server if it ends earlier
   */
  async serve(script: string, prints: readonly string[]): Promise<void> {
    await this.stop();
    this.#isNpm = script.startsWith("npm ");
    const port = script.includes("--secure-port=") ? "" : "--secure-port=0";
    const flags = this.#isNpm ? `-- ${port}` : port;
    const child = spawn("bash", ["-c", `exec ${script} ${flags}`], {
      cwd: this.#root,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#server = child;
    this.#output = "";
    const hear = (text: string) => (this.#output += text);
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    await this.waitFor(prints);
  }

  /** Forgets the output that the server has printed until now. */
  mark(): void {
    this.#output = "";
  }

  /**
   * Resolves when the server has printed every expected line since the last call of `mark`.
   * @throws Error with the output of the server if it ends earlier
   */
  async waitFor(prints: readonly string[]): Promise<void> {
    const child = this.#server;
    if (child === undefined) throw new Error("no server runs");
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (prints.every((line) => patternOf(line).test(this.#output))) resolve();
      };
      const fail = (why: string) => {
        reject(new Error(`${why}: ${prints.join("\n")}\n${this.#output}`));
      };
      child.stdout?.on("data", check);
      child.stderr?.on("data", check);
      child.once("error", reject).once("close", (status) => {
        fail(`the server ends with ${status ?? "a signal"} before it prints`);
      });
      setTimeout(fail, 300_000, "the server did not print").unref();
      check();
    });
  }

  /**
   * Sends the signal of Ctrl-C to the server and its child processes, as a terminal does.
   * @throws Error if the server does not exit with code 0. npm itself may end by the signal.
   */
  async stop(): Promise<void> {
    const child = this.#server;
    if (child === undefined) return;
    const end = await new Promise<number | string | null>((resolve) => {
      child.once("close", (status, signal) => {
        resolve(status ?? signal);
      });
      this.#signal("SIGINT");
    });
    this.#server = undefined;
    if (end !== 0 && !(this.#isNpm && end === "SIGINT"))
      throw new Error(`the server ends with ${end}\n${this.#output}`);
  }

  #signal(signal: "SIGINT" | "SIGKILL"): void {
    const child = this.#server;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, signal);
  }
}
