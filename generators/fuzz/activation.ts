import { groupOf } from "../../engine/model/group-version.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";
import { compareText } from "../../engine/problem.js";
import { reach } from "./type-cycles.js";

/**
 * The folders that get fuzzers: those of an API group, and what their types refer to, but for the
 * ones that opt out.
 */
export function activePackages(universe: Universe, packages: readonly Package[]): readonly Package[] {
  const wanted = packages.filter((home) => wish(home.markers) ?? groupOf(home) !== undefined).map(({ id }) => id);
  const mayEnter = new Set<PackageId>(packages.filter(({ markers }) => wish(markers) !== false).map(({ id }) => id));
  const reached = reach(universe, wanted, (id) => mayEnter.has(id));
  return packages.filter(({ id }) => reached.has(id));
}

/** What the folder itself says, if anything. */
export function wish(markers: readonly Marker[]): boolean | undefined {
  const value = markers.find(({ name }) => name === "k8s:fuzz-gen")?.value;
  return value === "true" ? true : value === "false" ? false : undefined;
}

/** The types of a folder that can have a fuzzer, by name in code-point order. */
export const fuzzedTypes = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types)
    .filter(isFuzzed)
    .sort((a, b) => compareText(a.name, b.name)),
);

/** What is opaque in a folder is a generic, which is fuzzed for each of its arguments. */
export function isFuzzed({ exported, shape }: TypeDeclaration): boolean {
  return exported && shape.kind !== "opaque";
}
