import type { FilePlan, Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { propertyKey } from "../../engine/print/render.js";
import { isKind } from "../kinds/registered.js";
import { lifecycleOf } from "../kinds/lifecycle.js";
import { deprecated, introduced, lifecycleGen, removed, replacement } from "../markers/register.js";
import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import { once } from "../../engine/util/once.js";
import { versionOf } from "../../engine/model/group-version.js";
import type { Package, Universe, TypeDeclaration } from "../../engine/model/universe.js";
import { type Problem, orderStrings } from "../../engine/base/problem.js";
import { prereleaseLifecycleProblems } from "../problem-codes/prerelease-lifecycle.js";

/**
 * Generates the constant `APILifecycle` for each package with `+k8s:prerelease-lifecycle-gen=true`.
 * The constant contains the releases in which kinds were introduced, deprecated and removed, and
 * the kinds that replace them.
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
    const path = input.path(pkg.id, "lifecycle");
    return [{ package: pkg.id, path, template: "lifecycle", view: { kinds }, exports: ["APILifecycle"] }];
  });
  return { files, problems };
}

/**
 * Reports kinds that do not declare the release that introduced them, and a package that is not a
 * version, such as a hub.
 */
function problemsOf(universe: Universe, pkg: Package): readonly Problem[] {
  const marker = lifecycleGen.find(pkg);
  if (marker === undefined) return [];
  if (!/^v\d/.test(versionOf(universe, pkg) ?? "")) {
    const message = `+${marker.name}=true has no effect on ${pkg.id}, because it is not a version such as v1beta1`;
    const head = prereleaseLifecycleProblems.is("prerelease-lifecycle/no-version");
    return [{ ...head, message, ...remedy(removeMarker(marker)), position: marker.position }];
  }
  return lifecycleKinds(pkg)
    .filter((kind) => !introduced.has(kind))
    .map((kind) => ({
      ...prereleaseLifecycleProblems.is("prerelease-lifecycle/no-introduced"),
      message: `${kind.name} has no marker for the release that introduced it, but +${marker.name}=true requires one for each kind and list type`,
      ...remedy({ ...addMarker(kind.position, introduced.example), isExample: true }),
      position: kind.position,
    }));
}

/**
 * Returns the types of a package that have a lifecycle: exported interfaces that extend TypeMeta,
 * sorted by name. Lists are included, as in Go.
 */
const lifecycleKinds = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types)
    .filter(isKind)
    .sort((a, b) => orderStrings(a.name, b.name)),
);
