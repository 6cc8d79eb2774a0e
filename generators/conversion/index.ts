import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import type { Problem } from "../../engine/problem.js";
import { conversionMarkers } from "./markers.js";
import { planFile } from "./file.js";
import { findSetups } from "./setups.js";
import { typesOf } from "./types.js";
import { buildWorld } from "./world.js";

export const conversion: Generator = {
  name: "conversion",
  description: "conversions between a version's types and those of its hub",
  outputs: { conversion: "zz_generated.conversion.ts" },
  after: ["schema"],
  markers: conversionMarkers,
  templates: new URL("../../templates/conversion/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { setups, problems: wrongSetups } = findSetups(input.universe, input.packages);
  const world = buildWorld(input.universe, typesOf(input.universe), setups, (id) => input.path(id, "conversion"));
  const files: FilePlan[] = [];
  const problems: Problem[] = [...wrongSetups];
  for (const setup of setups) {
    const planned = planFile(world, setup, input);
    if (planned.file !== undefined) files.push(planned.file);
    if (setup.output.target) problems.push(...planned.problems);
  }
  return { files, problems };
}
