import { freeze, type Type, type TypeDeclaration, type TypeId, type Universe } from "../../model/universe.js";
import { typeById } from "../../model/lookup.js";
import { heldBy } from "../../model/type-parts.js";
import type { Problem } from "../../base/problem.js";
import { infiniteTypes } from "./infinite-types.js";
import { loadProblems } from "../problem-codes.js";

/**
 * Returns a problem for each alias that refers to itself, directly or through other aliases.
 * @param infinite all types without finite values, which include all cyclic aliases
 */
export function aliasCycles(universe: Universe, infinite: ReadonlyMap<TypeId, TypeDeclaration>): Problem[] {
  return [...infinite.values()].flatMap((declaration): Problem[] => {
    const cycle = cycleOf(universe, declaration);
    if (cycle === undefined) return [];
    const names = [...cycle, declaration.id].map((id) => id.slice(id.indexOf("#") + 1)).join(" = ");
    const plain = cycle.every((id) => shapeOf(universe, id)?.kind === "ref");
    return [
      {
        ...loadProblems.is("load/cycle"),
        message: plain
          ? `${declaration.name} is an alias of itself: ${names}`
          : `${declaration.name} contains itself, so every value would be infinitely large`,
        hint: plain ? "replace one of these aliases by another type" : `use a list: ${declaration.name}[]`,
        position: declaration.position,
      },
    ];
  });
}

/**
 * Returns the universe without aliases that refer to themselves, because generators would follow
 * such aliases endlessly.
 */
export function withoutCycles(universe: Universe): Universe {
  const cyclic = [...infiniteTypes(universe).values()].filter((type) => cycleOf(universe, type) !== undefined);
  if (cyclic.length === 0) return universe;
  const packages = Object.entries(universe.packages).map(([id, pkg]) => {
    const types = Object.entries(pkg.types).filter(([, type]) => !cyclic.includes(type));
    return [id, { ...pkg, types: Object.fromEntries(types) }] as const;
  });
  return freeze({ packages: Object.fromEntries(packages) });
}

/**
 * Returns the aliases in the cycle that leads from an alias back to itself; undefined if the alias
 * is not in a cycle.
 */
function cycleOf(universe: Universe, { id }: TypeDeclaration): TypeId[] | undefined {
  const seen = new Set<TypeId>();
  const back = (at: TypeId): TypeId[] | undefined => {
    const of = shapeOf(universe, at);
    for (const next of of === undefined ? [] : heldBy(of)) {
      if (next === id) return [at];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = back(next);
      if (rest !== undefined) return [at, ...rest];
    }
    return undefined;
  };
  return back(id);
}

/** Returns the right side of an alias; undefined for a type that is not an alias. */
function shapeOf(universe: Universe, id: TypeId): Type | undefined {
  const shape = typeById(universe, id)?.shape;
  return shape?.kind === "alias" ? shape.of : undefined;
}
