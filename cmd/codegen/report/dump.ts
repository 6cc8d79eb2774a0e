import type { RunResult } from "../../../engine/run.js";

/** A stage's data, for whoever writes a generator or looks for a bug. */
export function dump(what: "model" | "plan", { universe, plan }: RunResult): string {
  const data = what === "model" ? universe : plan.map(({ generator, file }) => ({ generator: generator.name, ...file }));
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
