import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Time and memory that a process has used. */
export interface Cost {
  readonly wallMs: number;
  /** User and system CPU time of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** Largest resident set, in MB. */
  readonly peakMb: number;
}

export interface Ran extends Cost {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Path of a script that makes a Node process measure its own cost. The script works on any
 * platform.
 */
const reporter = join(mkdtempSync(join(tmpdir(), "codegen-cost-")), "report-cost.cjs");
writeFileSync(
  reporter,
  `const cost = () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return [(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024];
};
if (process.channel === undefined) process.on("exit", () => require("node:fs").writeSync(3, JSON.stringify(cost())));
else {
  process.on("message", () => process.send(cost()));
  process.channel.unref();
}
`,
);

/**
 * Options that make a Node process report its cost. The process writes the cost to its fourth
 * stream when it ends, or sends it as a message on request.
 */
export const reportingOptions: readonly string[] = ["--require", reporter];

/** Runs Node until it exits, and returns the cost of the process. */
export function run(args: readonly string[], cwd: string): Ran {
  const start = performance.now();
  const { status, output } = spawnSync(process.execPath, [...reportingOptions, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 1 << 28,
  });
  const wallMs = performance.now() - start;
  const [, stdout, stderr, costs] = output;
  return { status, stdout: stdout ?? "", stderr: stderr ?? "", wallMs, ...parseCost(costs ?? "") };
}

function parseCost(text: string): Omit<Cost, "wallMs"> {
  return readCost(text === "" ? [] : JSON.parse(text));
}

/** Parses the cost that a process has reported. */
export function readCost(message: unknown): Omit<Cost, "wallMs"> {
  const [cpuMs = NaN, peakMb = NaN] = Array.isArray(message) ? message.map(Number) : [];
  return { cpuMs, peakMb };
}
