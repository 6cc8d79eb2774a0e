import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { reportingOptions, readCost, type Cost } from "./child.js";
import { medianCost } from "./statistics.js";
import type { Project } from "./project.js";

/** Returns two versions of a file, for alternating edits. They differ in one interface. */
export function edits(original: string): readonly [string, string] {
  const extra = (fields: string): string =>
    `${original}\n/** Bench is what is edited. */\nexport interface Bench {\n${fields}}\n`;
  return [extra("  note: string;\n"), extra("  note: string;\n  more?: string;\n")];
}

/**
 * Measures the time from saving a file until the command reports the generated code. The CPU time
 * is the time for one edit; the memory is the memory of the whole process.
 */
export async function underWatch(command: string, project: Project, runs: number): Promise<Cost> {
  const path = join(project.folder, project.edited);
  const original = readFileSync(path, "utf8");
  const versions = edits(original);
  writeFileSync(path, versions[0]);
  const child = spawn(process.execPath, [...reportingOptions, command, ...project.paths, "--watch"], {
    cwd: project.folder,
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error("the process has no standard output");
  let heard = (): void => undefined;
  stdout.setEncoding("utf8");
  stdout.on("data", (text: string) => {
    if (/ in [\d.]+ s/.test(text)) heard();
  });
  const next = (): Promise<void> => new Promise<void>((resolve) => (heard = resolve));
  const ask = (): Promise<Omit<Cost, "wallMs">> =>
    new Promise((resolve) => {
      child.once("message", (message) => {
        resolve(readCost(message));
      });
      child.send("cost");
    });
  const costs: Cost[] = [];
  // The first edits are not measured, because Node is still optimising the code.
  const warming = 3;
  try {
    await next();
    for (let round = 1; round <= runs + warming; round++) {
      await setTimeout(500);
      const before = await ask();
      const written = next();
      const start = performance.now();
      writeFileSync(path, versions[round % 2] ?? original);
      await written;
      const wallMs = performance.now() - start;
      await setTimeout(200);
      const after = await ask();
      if (round > warming) costs.push({ wallMs, cpuMs: after.cpuMs - before.cpuMs, peakMb: after.peakMb });
    }
  } finally {
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGINT");
    await closed;
    writeFileSync(path, original);
  }
  return medianCost(costs);
}
