import type { Package, PackageId, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import { once } from "../../engine/util/once.js";

/** Returns the ids of the declared types to which a declaration refers. */
export function referencedIds(type: TypeDeclaration): readonly TypeId[] {
  const { values, keys } = referencesOfType(type);
  return keys.length === 0 ? values : [...values, ...keys];
}

/**
 * Returns the given packages, and the packages to which their types refer, directly or indirectly.
 * Packages for which `enter` returns false are skipped.
 */
export function reachablePackages(
  universe: Universe,
  from: readonly PackageId[],
  enter: (id: PackageId) => boolean,
): ReadonlySet<PackageId> {
  const reached = new Set<PackageId>(from);
  for (const id of reached) {
    const pkg = universe.packages[id];
    for (const to of pkg === undefined ? [] : packagesIn(pkg)) if (enter(to)) reached.add(to);
  }
  return reached;
}

const packagesIn = once(
  (pkg: Package): ReadonlySet<PackageId> =>
    new Set(
      Object.values(pkg.types).flatMap((type) => referencedIds(type).map((id) => id.slice(0, id.lastIndexOf("#")))),
    ),
);
