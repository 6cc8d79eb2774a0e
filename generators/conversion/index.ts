import { posix } from "node:path";
import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { Package, PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { checkDeclaredFields } from "../pairs/declared-fields.js";
import { checkConversionMarkers } from "./diagnostics/function-problems.js";
import { unknownFieldMarkers } from "../markers/extensions.js";
import { conversionGen, conversionMarkers } from "../markers/conversion.js";
import { planFile } from "./plan/file.js";
import { missingMarker, missingSiblingMarker } from "./diagnostics/missing-marker.js";
import { strayPreserveMarkers } from "./diagnostics/preserve-problems.js";
import { asksForPeers, type ConversionTarget } from "../pairs/target.js";
import { conversionContext, type ConversionContext } from "../pairs/context.js";
import { conversionProblems } from "../problem-codes/conversion.js";

export const conversion: Generator = {
  name: "conversion",
  description: "conversions between a version's types and those of its hub",
  outputs: { conversion: "zz_generated.conversion.ts" },
  after: ["schema"],
  markers: conversionMarkers,
  problems: [conversionProblems],
  alsoReads: unknownFieldMarkers,
  options: {},
  templates: new URL("../../templates/conversion/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const context = conversionContext(input, (id) => input.path(id, "conversion"));
  const converted = new Set(context.targets.map(({ types: { id } }) => id));
  const versions = new Set(context.targets.filter(asksForPeers).map(({ types: { id } }) => id));
  const unnamed = input.packages.flatMap((pkg) =>
    converted.has(pkg.id) ? [] : missingSiblingMarker(input.universe, pkg).map((problem) => ({ id: pkg.id, problem })),
  );
  const isVersion = (pkg: Package) => versions.has(pkg.id) || unnamed.some(({ id }) => id === pkg.id);
  const problems = [
    ...context.problems,
    ...unnamed.map(({ problem }) => problem),
    ...input.packages.flatMap((pkg) =>
      input.memo("checks", [pkg.id, ...above(input, pkg)], [isVersion(pkg), converted.has(pkg.id)], () =>
        check(context, pkg, isVersion(pkg), converted.has(pkg.id)),
      ),
    ),
  ];
  const files: FilePlan[] = [];
  for (const target of context.targets) {
    const planned = input.memo("file", target.output.id, dependenciesOf(context, target), () =>
      planFile(context, target, input),
    );
    if (planned.file !== undefined) files.push(planned.file);
    if (target.output.target)
      problems.push(...planned.problems.flatMap((problem) => withinTargets(input, target, problem)));
  }
  return { files, problems };
}

/**
 * Returns a list with the ID of the package in the parent folder, which can be the hub. The list is
 * empty if this package does not exist.
 */
function above({ universe }: PlanInput, { id }: Package): readonly PackageId[] {
  const folder = posix.dirname(id);
  return folder !== id && universe.packages[folder] !== undefined ? [folder] : [];
}

/**
 * Returns the problems of a package's markers that do not depend on the conversion of fields.
 * @param isVersion true if the types of this package have peer types, or if only the marker that
 * names the package of the peer types is missing
 * @param isConverted true if conversions of this package's types are generated, in this package or
 * in another one
 */
function check(
  { types, universe }: ConversionContext,
  pkg: Package,
  isVersion: boolean,
  isConverted: boolean,
): readonly Problem[] {
  return [
    ...(isConverted ? [] : missingMarker(universe, pkg)),
    ...checkConversionMarkers(pkg),
    ...checkDeclaredFields(types, pkg.functions),
    ...(isVersion ? [] : strayPreserveMarkers(Object.values(pkg.types))),
  ];
}

/**
 * Returns the dependencies of a target's file, in addition to the target's types and the packages
 * to which these types refer. If a dependency changes, the file is generated again.
 */
function dependenciesOf(
  { declared, preservation, functions, used }: ConversionContext,
  { types, output }: ConversionTarget,
): unknown {
  return {
    declared: declared.all,
    covered: preservation.isAsked
      ? Object.values(types.types).flatMap((type) => (preservation.covers(type) ? type.name : []))
      : [],
    doubled: functions.doubled.map((all) => all.map(({ function: fn }) => fn)),
    taken: Object.values(types.types).flatMap(({ id, name }) => (functions.innermostNames.has(id) ? name : [])),
    used: output.functions.flatMap(({ name }) => (used.has(name) ? name : [])),
  };
}

/**
 * Moves a problem to the target's marker if the package with the problem is read but not written in
 * this run. A problem of severity `info` is omitted then. A hub that is itself written in this run
 * keeps its problems.
 */
function withinTargets(input: PlanInput, target: ConversionTarget, problem: Problem): Problem[] {
  const { file, line, column } = problem.position;
  if (input.universe.packages[posix.dirname(file)]?.target !== false) return [problem];
  if (problem.severity === "info") return [];
  const marker = conversionGen.find(target.output);
  const message = `${problem.message} (${file}:${String(line)}:${String(column)})`;
  return [{ ...problem, message, position: marker?.position ?? target.output.position }];
}
