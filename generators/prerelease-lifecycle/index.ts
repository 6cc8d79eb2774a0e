import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { propertyKey } from "../../engine/print/render.js";
import { lifecycleOf } from "../kinds/lifecycle.js";
import { deprecated, introduced, lifecycleGen, removed, replacement } from "../markers/register.js";
import { runtimeType } from "../../engine/base/runtime-type.js";
import { lifecycleKinds } from "./kinds.js";
import { problemsOf } from "./problems.js";
import { prereleaseLifecycleProblems } from "../problem-codes/prerelease-lifecycle.js";

/**
 * Generates the constant `APILifecycle` for each package with `+k8s:prerelease-lifecycle-gen=true`:
 * the releases in which its kinds were introduced, deprecated and removed, and their replacements.
 */
export const prereleaseLifecycle: Generator = {
  name: "prerelease-lifecycle",
  description: "the releases in which kinds were introduced, deprecated and removed: APILifecycle",
  outputs: { lifecycle: "zz_generated.prerelease_lifecycle.ts" },
  markers: [],
  problems: [prereleaseLifecycleProblems],
  alsoReads: [lifecycleGen, introduced, deprecated, removed, replacement].map(({ name }) => name),
  options: {},
  templates: new URL("../../templates/prerelease-lifecycle/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { universe } = input;
  const active = input.packages.filter((pkg) => lifecycleGen.read(pkg) === true);
  const problems = active.flatMap((pkg) => problemsOf(universe, pkg));
  const files = active.flatMap((pkg): FilePlan[] => {
    const kinds = lifecycleKinds(pkg).flatMap((kind) => {
      const lifecycle = lifecycleOf(universe, pkg, kind);
      return lifecycle === undefined ? [] : [{ name: propertyKey(kind.name), lifecycle }];
    });
    if (kinds.length === 0) return [];
    return [
      {
        package: pkg.id,
        path: input.path(pkg.id, "lifecycle"),
        template: "lifecycle",
        view: { Lifecycle: runtimeType("Lifecycle"), kinds },
        exports: ["APILifecycle"],
      },
    ];
  });
  return { files, problems };
}
