import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import { versionOf } from "../../engine/model/group-version.js";
import type { Package, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { introduced, lifecycleGen } from "../markers/register.js";
import { lifecycleKinds } from "./kinds.js";
import { prereleaseLifecycleProblems } from "../problem-codes/prerelease-lifecycle.js";

/**
 * Reports kinds without the release that introduced them, and a package that is not a version, such
 * as a hub.
 */
export function problemsOf(universe: Universe, pkg: Package): readonly Problem[] {
  const marker = lifecycleGen.find(pkg);
  if (marker === undefined) return [];
  if (!/^v\d/.test(versionOf(universe, pkg) ?? "")) {
    const message = `+${marker.name}=true has no effect on ${pkg.id}, because only versions such as v1beta1 have releases`;
    const { position } = marker;
    return [
      {
        ...prereleaseLifecycleProblems.is("prerelease-lifecycle/no-version"),
        message,
        ...remedy(removeMarker(marker)),
        position,
      },
    ];
  }
  return lifecycleKinds(pkg)
    .filter((kind) => !introduced.has(kind))
    .map((kind) => ({
      ...prereleaseLifecycleProblems.is("prerelease-lifecycle/no-introduced"),
      message: `${kind.name} does not state the release that introduced it, which +${marker.name}=true requires of each kind and list`,
      ...remedy({ ...addMarker(kind.position, introduced.example), isExample: true }),
      position: kind.position,
    }));
}
