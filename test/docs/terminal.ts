import { spawn, type ChildProcess } from "node:child_process";
import { findKubectl } from "../interop/kubectl.js";
import { command, type Finished } from "../package/command.js";
import { patternOf } from "./steps.js";

/** The two shells that a reader uses in the project: one for commands, and one for the server. */
export class Terminal {
  readonly #root: string;
  readonly #before: string;
  #server: ChildProcess | undefined;

  constructor(root: string) {
    this.#root = root;
    // Environment variables that the pages export, and a separate cache folder for kubectl.
    this.#before = `export KUBECONFIG="$PWD/kubeconfig" KUBECACHEDIR="$PWD/.kube"; kubectl() { '${findKubectl() ?? "kubectl"}' "$@"; };`;
    process.once("exit", () => this.#server?.kill("SIGKILL"));
  }

  run(script: string): Promise<Finished> {
    return command(this.#root, "bash", ["-e", "-c", `${this.#before}\n${script}`]);
  }

  /**
   * Starts a server on a free port, and stops the previous server.
   * @throws Error with the output of the server if it ends before it has printed every line
   */
  async serve(script: string, prints: readonly string[]): Promise<void> {
    await this.stop();
    const child = spawn("bash", ["-c", `exec ${script} --secure-port=0`], {
      cwd: this.#root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#server = child;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const hear = (text: string) => {
        output += text;
        if (prints.every((line) => patternOf(line).test(output))) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", reject);
      child.on("close", (status) => {
        reject(new Error(`${script} ends with ${status ?? "a signal"}\n${output}`));
      });
    });
  }

  /**
   * Sends Ctrl-C to the server.
   * @throws Error if the server does not exit with code 0
   */
  async stop(): Promise<void> {
    const child = this.#server;
    if (child === undefined) return;
    this.#server = undefined;
    const status = await new Promise<number | null>((resolve) => {
      child.on("close", resolve);
      child.kill("SIGINT");
    });
    if (status !== 0) throw new Error(`the server ends with ${status ?? "a signal"}`);
  }
}
