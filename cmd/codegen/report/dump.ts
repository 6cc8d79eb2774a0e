import { serialise } from "../../../engine/model/universe.js";
import type { RunResult } from "../../../engine/run.js";

/** A stage's data, for whoever writes a generator or looks for a bug. */
export function dump(what: "model" | "plan", { universe, plan }: RunResult): string {
  if (what === "model") return serialise(universe);
  const files = plan.map(({ generator, file }) => ({ generator: generator.name, ...file }));
  return `${JSON.stringify(files, undefined, 2)}\n`;
}
