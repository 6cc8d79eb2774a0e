import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atExit } from "../interop/at-exit.js";

/** How to start a program that serves until it is stopped. */
export interface PeerCommand {
  readonly name: string;
  /** Returns the command and its arguments. `folder` is an empty folder for its files. */
  readonly command: (folder: string) => readonly string[];
  /** Matches the output of the program when it is ready. The first group is its address. */
  readonly ready: RegExp;
}

/** A program of another project in a separate process, with a temporary folder. */
export interface PeerProcess {
  readonly pid: number;
  readonly folder: string;
  /** Address that the first group of `ready` has matched. */
  readonly address: string;
  /** Milliseconds from the start of the process until it was ready. */
  readonly readyAfter: number;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

/** Timeout until a program is ready, in milliseconds. */
const timeout = 300_000;

/**
 * Starts a program and waits until it is ready.
 * @throws Error with the output of the program if it ends first, or if it is not ready in time
 */
export async function startPeerProcess({ name, command, ready }: PeerCommand): Promise<PeerProcess> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const [file = "", ...args] = command(folder);
  const start = performance.now();
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  const remove = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  // If this process ends unexpectedly, the program must end too.
  const cancel = atExit(remove);
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      resolve();
    });
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await closed;
    cancel();
    remove();
  };
  try {
    const address = await addressOf(name, ready, child);
    return { pid: child.pid ?? 0, folder, address, readyAfter: performance.now() - start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(name: string, ready: RegExp, child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (problem: string) => {
      reject(new Error(`${name} ${problem}:\n${output}`));
    };
    const timer = setTimeout(() => {
      fail(`is not ready after ${timeout / 1000} seconds`);
    }, timeout);
    const hear = (text: string) => {
      output += text;
      const address = ready.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hear);
    child.once("error", (error) => {
      fail(`does not start: ${error.message}`);
    });
    child.once("close", (status, signal) => {
      clearTimeout(timer);
      fail(`ends with ${status ?? signal ?? "no exit code"} before it is ready`);
    });
  });
}
