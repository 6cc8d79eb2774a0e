import { posix } from "node:path";
import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/generator.js";
import type { Package, PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { checkDeclaredFields } from "./diagnostics/declared-fields.js";
import { checkMarkedFunctions } from "./diagnostics/marked-functions.js";
import { conversionMarkers } from "./markers.js";
import { planFile } from "./plan/file.js";
import { missingSetup } from "./diagnostics/missing-marker.js";
import { strayPreserveMarkers } from "./plan/preservation.js";
import { asksForPeers, type Setup } from "./target.js";
import { worldOf, type World } from "./context.js";

export const conversion: Generator = {
  name: "conversion",
  description: "conversions between a version's types and those of its hub",
  outputs: { conversion: "zz_generated.conversion.ts" },
  after: ["schema"],
  markers: conversionMarkers,
  options: {},
  templates: new URL("../../templates/conversion/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const world: World = { ...worldOf(input), path: (id) => input.path(id, "conversion") };
  const converted = new Set(world.setups.map(({ types: { id } }) => id));
  const versions = new Set(world.setups.filter(asksForPeers).map(({ types: { id } }) => id));
  const problems = [
    ...world.problems,
    ...input.packages.flatMap((home) =>
      input.memo("checks", [home.id, ...above(input, home)], [versions.has(home.id), converted.has(home.id)], () =>
        check(world, home, versions.has(home.id), converted.has(home.id)),
      ),
    ),
  ];
  const files: FilePlan[] = [];
  for (const setup of world.setups) {
    const planned = input.memo("file", setup.output.id, about(world, setup), () => planFile(world, setup, input));
    if (planned.file !== undefined) files.push(planned.file);
    if (setup.output.target)
      problems.push(...planned.problems.flatMap((problem) => withinTargets(input, setup, problem)));
  }
  return { files, problems };
}

/** The folder above, which may be a hub. */
function above({ universe }: PlanInput, { id }: Package): readonly PackageId[] {
  const folder = posix.dirname(id);
  return folder !== id && universe.packages[folder] !== undefined ? [folder] : [];
}

/**
 * What is wrong with markers, whatever is converted.
 * @param isVersion whether a folder asks for conversions between these types and those of peers
 * @param isConverted whether a folder converts these types: this one, or another one for which they
 * are external types
 */
function check(
  { types, universe }: World,
  home: Package,
  isVersion: boolean,
  isConverted: boolean,
): readonly Problem[] {
  return [
    ...(isConverted ? [] : missingSetup(universe, home)),
    ...checkMarkedFunctions(home),
    ...checkDeclaredFields(types, home.functions),
    ...(isVersion ? [] : strayPreserveMarkers(Object.values(home.types))),
  ];
}

/**
 * What the file of a folder depends on beside the folders that it leads to: what stands anywhere.
 */
function about({ declared, preservation, functions, used }: World, { types, output }: Setup): unknown {
  return {
    declared: declared.all,
    covered: preservation.isAsked
      ? Object.values(types.types).flatMap((type) => (preservation.covers(type) ? type.name : []))
      : [],
    doubled: functions.doubled.map((all) => all.map(({ function: fn }) => fn)),
    taken: Object.values(types.types).flatMap(({ id, name }) => (functions.cores.has(id) ? name : [])),
    used: output.functions.flatMap(({ name }) => (used.has(name) ? name : [])),
  };
}

/**
 * A hub that is only read has its problems told when it is a target; what concerns this version is
 * told at its own marker instead.
 */
function withinTargets(input: PlanInput, setup: Setup, problem: Problem): Problem[] {
  const { file, line, column } = problem.position;
  if (input.universe.packages[posix.dirname(file)]?.target !== false) return [problem];
  if (problem.severity === "info") return [];
  const marker = setup.output.markers.find(({ name }) => name === "k8s:conversion-gen");
  const message = `${problem.message} (${file}:${String(line)}:${String(column)})`;
  return [{ ...problem, message, position: marker?.position ?? setup.output.position }];
}
