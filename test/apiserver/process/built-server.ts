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
    this.child = spawn(process.execPath, [...this.nodeFlags, this.main, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    this.#ended = new Promise((resolve) => this.child.once("close", resolve));
  }

  /** File that Node starts. */
  protected get main(): string {
    return builtServer();
  }

  /** Flags of Node, before the program. */
  protected get nodeFlags(): readonly string[] {
    return [];
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

/** On SIGUSR2, collects garbage and writes the memory of the process to stderr. */
const measure = `
  process.on("SIGUSR2", async () => {
    for (let round = 0; round < 3; round++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    process.stderr.write("memory " + (heapUsed + external + arrayBuffers) + "\\n");
  });
`;

/** Pizza server in a separate process whose memory can be measured. */
export class MeasuredServer extends ServerProcess {
  protected override get nodeFlags(): readonly string[] {
    return ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(measure)}`];
  }

  /** Returns the memory that the process uses after a collection, in bytes. */
  async memory(): Promise<number> {
    const { length } = this.err;
    this.child.kill("SIGUSR2");
    for (;;) {
      const found = /^memory (\d+)$/m.exec(this.err.slice(length))?.[1];
      if (found !== undefined) return Number(found);
      await new Promise((resolve) => this.child.stderr?.once("data", resolve));
    }
  }
}
