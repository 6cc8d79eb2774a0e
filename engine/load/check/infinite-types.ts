import { once } from "../../util/once.js";
import type { Package, Type, TypeDeclaration, TypeId, Universe } from "../../model/universe.js";

/** A type of which a value always holds values of others: of each of `all`, of one of `any`. */
interface Holder {
  readonly declaration: TypeDeclaration;
  readonly all: readonly TypeId[];
  readonly any: readonly TypeId[];
}

/**
 * The types of which no value ever ends, since each holds another one. A list or a map may be
 * empty, an optional field absent.
 */
export function endlessTypes(universe: Universe): ReadonlyMap<TypeId, TypeDeclaration> {
  const endless = new Map(
    Object.values(universe.packages).flatMap((found) =>
      holdersOf(found).map((holder) => [holder.declaration.id, holder] as const),
    ),
  );
  for (let before = -1; before !== endless.size;) {
    before = endless.size;
    for (const [id, { all, any }] of endless) {
      const ends =
        !all.some((other) => endless.has(other)) && (any.length === 0 || !any.every((other) => endless.has(other)));
      if (ends) endless.delete(id);
    }
  }
  return new Map([...endless].map(([id, { declaration }]) => [id, declaration]));
}

/** The types that each value of the type holds. */
export function heldBy(type: Type): readonly TypeId[] {
  switch (type.kind) {
    case "ref":
      return [type.to];
    case "embedded":
      return [type.of];
    case "tuple":
      return type.elements.flatMap(heldBy);
    default:
      return [];
  }
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
