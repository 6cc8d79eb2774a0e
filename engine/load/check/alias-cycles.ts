import { freeze, type Type, type TypeDeclaration, type TypeId, type Universe } from "../../model/universe.js";
import { typeById } from "../../model/lookup.js";
import type { Problem } from "../../problem.js";
import { endlessTypes, heldBy } from "./infinite-types.js";

/** A problem for each of them: they are among the types that never end. */
export function aliasCircles(universe: Universe, endless: ReadonlyMap<TypeId, TypeDeclaration>): Problem[] {
  return [...endless.values()].flatMap((declaration): Problem[] => {
    const circle = circleOf(universe, declaration);
    if (circle === undefined) return [];
    const names = [...circle, declaration.id].map((id) => id.slice(id.indexOf("#") + 1)).join(" = ");
    const plain = circle.every((id) => shapeOf(universe, id)?.kind === "ref");
    return [
      {
        code: "load/cycle",
        severity: "error",
        message: plain
          ? `${declaration.name} is an alias of itself: ${names}`
          : `${declaration.name} holds itself, so no value ever ends`,
        hint: plain ? "let one of them stand for a type of its own" : `hold a list of it: ${declaration.name}[]`,
        position: declaration.position,
      },
    ];
  });
}

/**
 * Like every type with a problem, an alias of itself is not there for generators, which would walk
 * in circles.
 */
export function withoutCircles(universe: Universe): Universe {
  const circular = [...endlessTypes(universe).values()].filter((type) => circleOf(universe, type) !== undefined);
  if (circular.length === 0) return universe;
  const packages = Object.entries(universe.packages).map(([id, pkg]) => {
    const types = Object.entries(pkg.types).filter(([, type]) => !circular.includes(type));
    return [id, { ...pkg, types: Object.fromEntries(types) }] as const;
  });
  return freeze({ packages: Object.fromEntries(packages) });
}

/** The aliases on the way from an alias back to itself. */
function circleOf(universe: Universe, { id }: TypeDeclaration): TypeId[] | undefined {
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

/** What an alias stands for; undefined for any other type. */
function shapeOf(universe: Universe, id: TypeId): Type | undefined {
  const shape = typeById(universe, id)?.shape;
  return shape?.kind === "alias" ? shape.of : undefined;
}
