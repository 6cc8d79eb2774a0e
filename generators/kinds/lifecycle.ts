import { versionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { deprecated, introduced, lifecycleGen, removed, replacement } from "../markers/register.js";
import type { Replacement } from "../markers/parse/lifecycle.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Releases in which a kind's version was introduced, deprecated and removed, and its replacement
 * (Go: APILifecycleIntroduced and others).
 */
export interface LifecycleView {
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  readonly replacement?: Replacement;
}

/**
 * Number of minor releases from the introduction of a prerelease version to its deprecation, and
 * from its deprecation to its removal. Kubernetes uses the same number.
 */
const minorReleases = 3;

/**
 * Returns the lifecycle that the markers of a kind declare. By default, an alpha or beta version is
 * deprecated three minor releases after its introduction, and removed three minor releases after
 * its deprecation. Returns undefined for a kind without lifecycle markers, for a hub, and for a
 * package that opts out.
 */
export function lifecycleOf(universe: Universe, pkg: Package, kind: TypeDeclaration): LifecycleView | undefined {
  const version = versionOf(universe, pkg) ?? "";
  const isServed = /^v\d/.test(version);
  if (!isServed || lifecycleGen.read(pkg) === false) return undefined;
  const introducedIn = introduced.read(kind);
  const isPrerelease = !/^v\d+$/.test(version);
  const deprecatedIn = deprecated.read(kind) ?? (isPrerelease ? later(introducedIn) : undefined);
  const removedIn = removed.read(kind) ?? (isPrerelease ? later(deprecatedIn) : undefined);
  const replacedBy = replacement.read(kind);
  if ([introducedIn, deprecatedIn, removedIn, replacedBy].every((one) => one === undefined)) return undefined;
  return {
    ...(introducedIn && { introduced: introducedIn }),
    ...(deprecatedIn && { deprecated: deprecatedIn }),
    ...(removedIn && { removed: removedIn }),
    ...(replacedBy && { replacement: replacedBy }),
  };
}

/**
 * Reports lifecycle markers that have no effect. A server warns only about kinds with a known
 * deprecation, so a removal or replacement alone has no effect.
 */
export function lifecycleProblem(universe: Universe, pkg: Package, type: TypeDeclaration): Problem | undefined {
  const lifecycle = lifecycleOf(universe, pkg, type);
  if (lifecycle === undefined || lifecycle.deprecated !== undefined) return undefined;
  const marker = type.markers.find((one) => removed.matches(one) || replacement.matches(one));
  if (marker === undefined) return undefined;
  return {
    ...registerProblems.is("register/lifecycle"),
    message: `+${marker.name} has no effect on ${type.name}, because the kind has no +${deprecated.name}`,
    hint: `add +${deprecated.name}=1.30`,
    position: marker.position,
  };
}

function later(introduced: string | undefined): string | undefined {
  const [major, minor] = (introduced ?? "").split(".").map(Number);
  return major === undefined || minor === undefined ? undefined : `${major}.${minor + minorReleases}`;
}
