import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { atExit } from "../../interop/at-exit.js";

/** A server in a separate process, which can be ended and started again with the same flags. */
export class RestartableServer {
  readonly port: number;
  readonly #command: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";

  /**
   * @param main compiled entry file of the server
   * @param port the port that the flags name
   */
  constructor(main: string, port: number, flags: readonly string[]) {
    this.port = port;
    this.#command = [main, ...flags];
    atExit(() => this.#process?.kill("SIGKILL"));
  }

  /** Returns the output of the server since its first start. */
  get output(): string {
    return this.#output;
  }

  /** Starts the server again after it has ended, with the same port. */
  async again(): Promise<void> {
    const child = spawn(process.execPath, [...this.#command], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    const before = this.#output.length;
    await new Promise<void>((resolve, reject) => {
      const hear = (text: string) => {
        this.#output += text;
        if (this.#output.slice(before).includes("serving on https://")) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", reject);
      child.on("close", (status) => {
        reject(new Error(`the server ends with ${status ?? "a signal"}:\n${this.#output.slice(before)}`));
      });
    });
  }

  /** Sends a signal to the server and waits for its end. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }
}
