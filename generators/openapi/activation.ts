import type { PlanInput } from "../../engine/plan/generator.js";
import { groupOf, internalVersion, versionOf } from "../../engine/model/group-version.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { openapiGen } from "../markers/openapi.js";

/**
 * Returns the types that get a definition: the types of served versions, and all types to which
 * they refer.
 */
export function activeTypes({ universe, packages, memo }: PlanInput): ReadonlySet<TypeDeclaration> {
  const active = new Set<TypeDeclaration>();
  for (const pkg of packages)
    for (const type of memo("active", pkg.id, undefined, () => reach(universe, rootsOf(universe, pkg))))
      active.add(type);
  return active;
}

/** Returns the given types and all types that they refer to. */
function reach(universe: Universe, roots: readonly TypeDeclaration[]): ReadonlySet<TypeDeclaration> {
  const reached = new Set(roots);
  // `for` also visits the values that are added to the set during the loop.
  for (const type of reached) {
    for (const id of referencesOfType(type).values) {
      const to = typeById(universe, id);
      if (to !== undefined && isDefinable(universe, to)) reached.add(to);
    }
  }
  return reached;
}

function rootsOf(universe: Universe, pkg: Package): readonly TypeDeclaration[] {
  const whole = openapiGen.read(pkg).own;
  if (whole === false) return [];
  const version = versionOf(universe, pkg);
  const isServed = groupOf(pkg) !== undefined && version !== undefined && version !== internalVersion;
  // An opaque type that a folder declares is generic. A definition is generated for each list of
  // type arguments, and none for the generic type itself.
  return Object.values(pkg.types).filter(
    (type) => type.exported && type.shape.kind !== "opaque" && (openapiGen.read(type).own ?? whole ?? isServed),
  );
}

function isDefinable(universe: Universe, type: TypeDeclaration): boolean {
  return (
    type.shape.kind !== "opaque" &&
    openapiGen.read(type).own !== false &&
    universe.packages[type.package]?.kind === "folder"
  );
}
