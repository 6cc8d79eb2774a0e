import { spawn, type ChildProcess } from "node:child_process";
import { builtProgram } from "../../built-program.js";

/** Returns the path of the pizza server's command, for tests that need a process. */
export function builtServer(): string {
  return builtProgram({
    main: "dist/cmd/pizza-apiserver/main.js",
    written: "apiserver/dist/bundle/index.js",
    sources: ["runtime", "client", "apiserver", "apis", "cmd/pizza-apiserver"],
  });
}

/** Pizza server in a separate process. */
export class ServerProcess {
  readonly child: ChildProcess;
  out = "";
  err = "";
  readonly #ended: Promise<number | null>;

  constructor(...args: readonly string[]) {
    this.child = spawn(process.execPath, [builtServer(), ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    this.#ended = new Promise((resolve) => this.child.once("close", resolve));
  }

  /**
   * Waits for the end of the process.
   * @returns the exit code, null if a signal ended the process
   */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /**
   * Resolves with the URL of the server.
   * @throws Error with the output if the process ends before it serves
   */
  async serving(): Promise<string> {
    const ended = this.#ended.then(() => {
      throw new Error(`it ended: ${this.err}`);
    });
    for (;;) {
      const url = /^serving on (https:\/\/\S+)$/m.exec(this.out)?.[1];
      if (url !== undefined) return url;
      await Promise.race([ended, new Promise((resolve) => this.child.stdout?.once("data", resolve))]);
    }
  }
}
