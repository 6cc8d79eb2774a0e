import { serialise } from "../../../engine/model/universe.js";
import type { RunResult } from "../../../engine/run/run.js";

/** Returns the model or the plan of a run as JSON, for authors of generators and for debugging. */
export function dump(what: "model" | "plan", { universe, plan }: RunResult): string {
  if (what === "model") return serialise(universe);
  const files = plan.map(({ generator, file }) => ({ generator: generator.name, ...file }));
  return `${JSON.stringify(files, undefined, 2)}\n`;
}
