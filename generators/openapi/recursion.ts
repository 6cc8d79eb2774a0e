import { folders, typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";

/**
 * Returns the aliases that refer to themselves, directly or through other aliases: `type Tree =
 * Tree[]`. A schema cannot replace such an alias by the type to which it refers.
 */
export function recursiveAliases(universe: Universe): ReadonlySet<TypeId> {
  const next = new Map<TypeId, readonly TypeId[]>();
  for (const pkg of folders(universe)) {
    for (const type of aliasesOf(pkg)) next.set(type.id, aliasesIn(universe, referencesOfType(type).values));
  }
  return new Set([...next.keys()].filter((id) => reaches(id, next)));
}

const aliasesOf = once((pkg: Package): readonly TypeDeclaration[] =>
  Object.values(pkg.types).filter(({ shape }) => shape.kind === "alias"),
);

function aliasesIn(universe: Universe, ids: readonly TypeId[]): readonly TypeId[] {
  return ids.filter((id) => typeById(universe, id)?.shape.kind === "alias");
}

function reaches(start: TypeId, next: ReadonlyMap<TypeId, readonly TypeId[]>): boolean {
  const seen = new Set(next.get(start));
  // `for` also visits the values that are added to the set during the loop.
  for (const id of seen) for (const to of next.get(id) ?? []) seen.add(to);
  return seen.has(start);
}
