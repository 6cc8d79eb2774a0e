import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { PackageId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { activate } from "./activation.js";
import { planFile } from "./file.js";
import { findCopyFunctions } from "./hand-written.js";
import type { PackageCopies } from "./lookup.js";
import { unknownFieldMarkers } from "../markers/extensions.js";
import { deepcopyMarkers } from "../markers/deepcopy.js";
import { deepcopyProblems } from "../problem-codes/deepcopy.js";

/**
 * Generates `DeepCopy_<T>(input: T): T` for the types that markers select, except strings, numbers
 * and booleans.
 */
export const deepcopy: Generator = {
  name: "deepcopy",
  description: "deep copies: DeepCopy_<T>",
  outputs: { deepcopy: "zz_generated.deepcopy.ts" },
  markers: deepcopyMarkers,
  problems: [deepcopyProblems],
  alsoReads: unknownFieldMarkers,
  options: {},
  templates: new URL("../../templates/deepcopy/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const problems: Problem[] = [];
  const copies = new Map<PackageId, PackageCopies>();
  for (const pkg of input.packages) {
    const own = input.memo("copies", pkg.id, undefined, () => {
      const active = activate(input.universe, pkg);
      const written = findCopyFunctions(input.universe, pkg);
      return {
        types: new Set(active.types),
        handWritten: written.functions,
        problems: [...active.problems, ...written.problems],
      };
    });
    problems.push(...own.problems);
    copies.set(pkg.id, own);
  }
  const files = input.packages.flatMap((pkg) => {
    const own = copies.get(pkg.id);
    if (own === undefined || own.types.size === 0) return [];
    const planned = input.memo("file", pkg.id, undefined, () => {
      const wrong: Problem[] = [];
      return { file: planFile(input, pkg, own, copies, wrong), problems: wrong };
    });
    problems.push(...planned.problems);
    return [planned.file];
  });
  return { files, problems };
}
