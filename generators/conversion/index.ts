import { posix } from "node:path";
import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import type { Problem } from "../../engine/problem.js";
import { checkDeclaredFields } from "./declared-fields.js";
import { checkMarkedFunctions } from "./marked-functions.js";
import { conversionMarkers } from "./markers.js";
import { aboutSetup } from "./about.js";
import { planFile } from "./file.js";
import { strayPreserveMarkers } from "./preservation.js";
import { findSetups } from "./setups.js";
import type { Setup } from "./setups.js";
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
  const types = typesOf(input.universe);
  const world = buildWorld(input.universe, types, setups, (id) => input.path(id, "conversion"));
  const files: FilePlan[] = [];
  const problems: Problem[] = [...wrongSetups, ...input.packages.flatMap((home) => [...checkMarkedFunctions(home), ...checkDeclaredFields(types, home.functions)])];
  const versions = new Set(setups.filter(({ peers }) => peers.length > 0).map(({ types: { id } }) => id));
  problems.push(...input.packages.filter(({ id }) => !versions.has(id)).flatMap((home) => strayPreserveMarkers(Object.values(home.types))));
  for (const setup of setups) {
    const planned = input.part("file", setup.output.id, aboutSetup(world, setup), () => planFile(world, setup, input));
    if (planned.file !== undefined) files.push(planned.file);
    if (setup.output.target) problems.push(...planned.problems.flatMap((problem) => withinTargets(input, setup, problem)));
  }
  return { files, problems };
}

/** A hub that is only read has its problems told when it is a target; what concerns this version is told at its own marker instead. */
function withinTargets(input: PlanInput, setup: Setup, problem: Problem): Problem[] {
  const { file, line, column } = problem.position;
  if (input.universe.packages[posix.dirname(file)]?.target !== false) return [problem];
  if (problem.severity === "info") return [];
  const marker = setup.output.markers.find(({ name }) => name === "k8s:conversion-gen");
  const message = `${problem.message} (${file}:${String(line)}:${String(column)})`;
  return [{ ...problem, message, position: marker?.position ?? setup.output.position }];
}
