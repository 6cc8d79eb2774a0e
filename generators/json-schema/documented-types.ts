import type { PlanInput } from "../../engine/plan/generator.js";
import { groupOf, internalVersion, versionOf } from "../../engine/model/group-version.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { closure } from "../../engine/util/closure.js";
import { openapiGen } from "../markers/openapi.js";
import { activeTypes } from "../type-schemas/activation.js";
import { modelName } from "./model-name.js";

/**
 * Returns the types that have an OpenAPI definition: the types that opt in, the types of served
 * versions, and all types to which these types refer. Types that opt out or have no schema are
 * excluded.
 */
export function documentedTypes({ universe, packages, memo }: PlanInput): ReadonlySet<TypeDeclaration> {
  const documented = new Set<TypeDeclaration>();
  for (const pkg of packages)
    for (const type of memo("documented", pkg.id, undefined, () => reach(universe, rootsOf(universe, pkg))))
      documented.add(type);
  return documented;
}

/** Returns the names of the OpenAPI definitions of a folder's types. */
export function modelsOf(
  universe: Universe,
  documented: ReadonlySet<TypeDeclaration>,
  pkg: Package,
): { readonly [type: TypeId]: string } {
  const types = Object.values(pkg.types).filter((type) => documented.has(type));
  return Object.fromEntries(types.map((type) => [type.id, modelName(universe, pkg, type)]));
}

/**
 * Returns the given types, and all types that can have a definition and to which the given types
 * refer, directly or indirectly.
 */
function reach(universe: Universe, roots: readonly TypeDeclaration[]): ReadonlySet<TypeDeclaration> {
  return closure(roots, (type) =>
    referencesOfType(type)
      .values.flatMap((id) => typeById(universe, id) ?? [])
      .filter((to) => isDefinable(universe, to)),
  );
}

function rootsOf(universe: Universe, pkg: Package): readonly TypeDeclaration[] {
  const whole = openapiGen.read(pkg).own;
  if (whole === false) return [];
  const version = versionOf(universe, pkg);
  const isServed = groupOf(pkg) !== undefined && version !== undefined && version !== internalVersion;
  return [...activeTypes(pkg)].filter((type) => openapiGen.read(type).own ?? whole ?? isServed);
}

function isDefinable(universe: Universe, type: TypeDeclaration): boolean {
  const pkg = universe.packages[type.package];
  return pkg?.kind === "folder" && activeTypes(pkg).has(type) && openapiGen.read(type).own !== false;
}
