import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../fuzz/random.js";
import type { Recorder } from "./recorder.js";

/** A disturbance of a server or of its store. */
export interface Fault {
  readonly name: string;
  /** Injects the fault. Resolves when the disturbed process runs again. */
  inject(): Promise<void>;
}

/** A process that faults can pause. */
export interface PausableProcess {
  readonly name: string;
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
}

/** A process that faults can pause and kill. */
export interface FaultyProcess extends PausableProcess {
  /** Ends the process at once, without a chance to clean up (SIGKILL). */
  kill(): Promise<void>;
  /** Starts the process again with the same data and the same address. Resolves when it serves. */
  start(): Promise<void>;
}

/** Returns a fault that kills a process and starts it again. */
export function killing(process: FaultyProcess): Fault {
  return {
    name: `kill -9 of ${process.name}`,
    inject: async () => {
      await process.kill();
      await process.start();
    },
  };
}

/**
 * Returns a fault that stops a process for a time. Its connections stay open, and it executes the
 * received requests afterwards.
 */
export function pausing(process: PausableProcess, milliseconds: number): Fault {
  return {
    name: `pause of ${process.name} for ${milliseconds} ms`,
    inject: async () => {
      process.signal("SIGSTOP");
      await pause(milliseconds);
      process.signal("SIGCONT");
    },
  };
}

/** Returns a fault that injects several faults at the same time. */
export function together(...faults: readonly Fault[]): Fault {
  return {
    name: faults.map(({ name }) => name).join(", and "),
    inject: async () => {
      await Promise.all(faults.map((fault) => fault.inject()));
    },
  };
}

/** Shortest and longest time without a fault before each round, in milliseconds. */
const quiet = [200, 700] as const;

/** Injects the faults in turn, and records when each begins and ends. */
export async function injectInTurn(
  faults: readonly Fault[],
  rounds: number,
  random: Random,
  recorder: Recorder,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await pause(quiet[0] + random.int(quiet[1] - quiet[0]));
    const fault = faults[round % faults.length];
    recorder.fault(`round ${round + 1}: ${fault?.name ?? "no fault"}`);
    await fault?.inject();
    recorder.fault(`round ${round + 1}: over`);
  }
  await pause(quiet[1]);
}
