import { heldBy } from "../../model/type-parts.js";
import { once } from "../../util/once.js";
import type { Package, TypeDeclaration, TypeId, Universe } from "../../model/universe.js";

/**
 * A type, and the types of the values that each of its values must contain. Each value contains a
 * value of every type in `all`, and of at least one type in `any`.
 */
interface Holder {
  readonly declaration: TypeDeclaration;
  readonly all: readonly TypeId[];
  readonly any: readonly TypeId[];
}

/**
 * Returns the types without finite values: each of their values must contain a value of a type
 * without finite values. Lists, maps and optional fields do not require a value, because they can
 * be empty or absent.
 */
export function infiniteTypes(universe: Universe): ReadonlyMap<TypeId, TypeDeclaration> {
  const infinite = new Map(
    Object.values(universe.packages).flatMap((found) =>
      holdersOf(found).map((holder) => [holder.declaration.id, holder] as const),
    ),
  );
  for (let before = -1; before !== infinite.size;) {
    before = infinite.size;
    for (const [id, { all, any }] of infinite) {
      const ends =
        !all.some((other) => infinite.has(other)) && (any.length === 0 || !any.every((other) => infinite.has(other)));
      if (ends) infinite.delete(id);
    }
  }
  return new Map([...infinite].map(([id, { declaration }]) => [id, declaration]));
}

const holdersOf = once((found: Package): readonly Holder[] =>
  Object.values(found.types)
    .map((declaration) => ({ declaration, ...heldByShape(declaration) }))
    .filter(({ all, any }) => all.length > 0 || any.length > 0),
);

function heldByShape({ shape }: TypeDeclaration): Pick<Holder, "all" | "any"> {
  switch (shape.kind) {
    case "object":
      return { all: shape.fields.flatMap(({ optional, type }) => (optional ? [] : heldBy(type))), any: [] };
    case "union":
      return { all: [], any: shape.members.map(({ type }) => type) };
    case "alias":
      return { all: heldBy(shape.of), any: [] };
    case "opaque":
      return { all: [], any: [] };
  }
}
