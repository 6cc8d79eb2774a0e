import { groupOf } from "../../engine/model/group-version.js";
import type { Package, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";
import { orderStrings } from "../../engine/base/problem.js";
import { fuzzGen } from "../markers/fuzz.js";
import { reachablePackages } from "./references.js";

/**
 * Returns the packages that get fuzzers: packages that opt in, packages of API groups, and packages
 * to which their types refer. Excludes packages that opt out.
 */
export function activePackages(universe: Universe, packages: readonly Package[]): readonly Package[] {
  const wanted = packages.filter((pkg) => fuzzGen.read(pkg) ?? groupOf(pkg) !== undefined).map(({ id }) => id);
  const mayEnter = new Set<PackageId>(packages.filter((pkg) => fuzzGen.read(pkg) !== false).map(({ id }) => id));
  const reached = reachablePackages(universe, wanted, (id) => mayEnter.has(id));
  return packages.filter(({ id }) => reached.has(id));
}

/** Returns the types of a package that can have a fuzzer, sorted by name in code-point order. */
export const fuzzedTypes = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types)
    .filter(isFuzzed)
    .sort((a, b) => orderStrings(a.name, b.name)),
);

/**
 * Reports whether a type can have a fuzzer. The type must be exported and not opaque. An opaque
 * type of a folder is generic, so only its instances can.
 */
export function isFuzzed({ exported, shape }: TypeDeclaration): boolean {
  return exported && shape.kind !== "opaque";
}
