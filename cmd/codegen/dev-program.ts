import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import type { Terminal } from "./terminal.js";

/**
 * Module that the program loads first. If `codegen dev` ends without `stop`, for example by
 * SIGKILL, the channel between both processes closes, and the program ends as after SIGTERM. The
 * channel itself does not keep the program running.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  'process.on("disconnect", () => process.kill(process.pid, "SIGTERM")); process.channel?.unref();',
)}`;

/** Time between two attempts to start a program whose port is in use, in milliseconds. */
const retryInterval = 1000;

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * The process that runs the built program. A server of `@apimachinery/apiserver` sends messages to
 * this class: its port and its next steps, or the port that is in use. With `--secure-port=0`, the
 * next start uses the port of the previous start. Repeated next steps are printed only once.
 */
export class DevProgram {
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #port: number | undefined;
  #nextSteps = "";
  #retry: NodeJS.Timeout | undefined;
  #starts = 0;

  constructor(
    private readonly root: string,
    private readonly program: readonly string[],
    private readonly terminal: Terminal,
  ) {
    process.once("exit", () => this.#process?.kill("SIGKILL"));
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  async restart(): Promise<void> {
    await this.stop();
    const [script = ""] = this.program;
    if (existsSync(resolve(this.root, script))) {
      this.#start();
      return;
    }
    this.terminal.err(
      `codegen: the build did not write ${script}. Name a file that the build writes, such as dist/src/main.js\n`,
    );
  }

  /** Ends the program with SIGTERM, and waits until it has ended. */
  async stop(): Promise<void> {
    this.#starts++;
    clearTimeout(this.#retry);
    const running = this.#process;
    this.#process = undefined;
    running?.kill("SIGTERM");
    await this.#ended;
  }

  #start(isRetry = false): void {
    // Ctrl-C in a terminal signals a whole process group, and a server exits immediately at a
    // second signal. The program therefore runs in a separate process group, and gets only the
    // SIGTERM of stop().
    const args = ["--enable-source-maps", "--import", endWithParent, ...withPort(this.program, this.#port)];
    const started = spawn(process.execPath, args, {
      cwd: this.root,
      env: { ...process.env, APIMACHINERY_DEV: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: process.platform !== "win32",
    });
    this.#process = started;
    this.#ended = new Promise((resolve) => started.once("close", resolve).once("error", resolve));
    let taken: Address | undefined;
    started.on("message", (message) => {
      const { type, host, port, nextSteps } = message as { readonly [name: string]: unknown };
      if (type === "serving" && typeof port === "number" && typeof nextSteps === "string")
        this.#serves(port, nextSteps);
      if (type === "portTaken" && typeof port === "number" && typeof host === "string") taken = { host, port };
    });
    started.once("close", (code, signal) => {
      if (this.#process !== started) return;
      this.#process = undefined;
      if (taken === undefined)
        this.terminal.err(
          `codegen: the program ended with ${code === null ? `the signal ${String(signal)}` : `code ${code}`}; the next change of a source file starts it again\n`,
        );
      else this.#startWhenFree(taken, isRetry);
    });
  }

  #serves(port: number, nextSteps: string): void {
    this.#port = port;
    if (nextSteps !== this.#nextSteps) this.terminal.out(`${nextSteps}\n`);
    this.#nextSteps = nextSteps;
  }

  #startWhenFree(address: Address, isRetry: boolean): void {
    const { name, run } = packageManagerOf(this.root);
    const other = `${run("dev")}${name === "npm" ? " --" : ""} --secure-port=0`;
    if (!isRetry)
      this.terminal.err(
        `codegen: the program starts again as soon as port ${address.port} is free; to use any free port: ${other}\n`,
      );
    const start = this.#starts;
    const attempt = async (): Promise<void> => {
      const free = await isFree(address);
      if (start !== this.#starts) return;
      if (free) this.#start(true);
      else this.#retry = setTimeout(() => void attempt(), retryInterval);
    };
    this.#retry = setTimeout(() => void attempt(), retryInterval);
  }
}

/** Replaces the port 0 of `--secure-port` in the arguments by a given port, if one is given. */
function withPort(args: readonly string[], port: number | undefined): readonly string[] {
  if (port === undefined) return args;
  return args.map((arg, index) => {
    if (arg === "--secure-port=0") return `--secure-port=${port}`;
    return arg === "0" && args[index - 1] === "--secure-port" ? String(port) : arg;
  });
}

/** Reports whether no other process listens on an address. */
function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, host, () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
