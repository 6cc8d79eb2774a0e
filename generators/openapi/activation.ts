import type { PlanInput } from "../../engine/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import { groupOf, internalVersion, versionOf } from "../../engine/model/group-version.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";

/** The types that get a definition: those of served versions, and what they refer to. */
export function activeTypes({ universe, packages, memo }: PlanInput): ReadonlySet<TypeDeclaration> {
  const active = new Set<TypeDeclaration>();
  for (const pkg of packages)
    for (const type of memo("active", pkg.id, undefined, () => reach(universe, rootsOf(universe, pkg))))
      active.add(type);
  return active;
}

/** Types and what they refer to. */
function reach(universe: Universe, roots: readonly TypeDeclaration[]): ReadonlySet<TypeDeclaration> {
  const reached = new Set(roots);
  // A set hands out what is added while it is read.
  for (const type of reached) {
    for (const id of referencesOfType(type).values) {
      const to = typeById(universe, id);
      if (to !== undefined && isDefinable(universe, to)) reached.add(to);
    }
  }
  return reached;
}

/** Whether a folder or a type opts out or in. */
export function wishOf(markers: readonly Marker[]): boolean | undefined {
  const wish = markers.find(({ name, value }) => name === "k8s:openapi-gen" && (value === "true" || value === "false"));
  return wish === undefined ? undefined : wish.value === "true";
}

function rootsOf(universe: Universe, pkg: Package): readonly TypeDeclaration[] {
  const wish = wishOf(pkg.markers);
  if (wish === false) return [];
  const version = versionOf(universe, pkg);
  const isServed = groupOf(pkg) !== undefined && version !== undefined && version !== internalVersion;
  // What is opaque in a folder is a generic: each of its uses is a type.
  return Object.values(pkg.types).filter(
    (type) => type.exported && type.shape.kind !== "opaque" && (wishOf(type.markers) ?? wish ?? isServed),
  );
}

function isDefinable(universe: Universe, type: TypeDeclaration): boolean {
  return (
    type.shape.kind !== "opaque" && wishOf(type.markers) !== false && universe.packages[type.package]?.kind === "folder"
  );
}
