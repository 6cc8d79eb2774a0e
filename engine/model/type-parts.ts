import type { Type, TypeId } from "./universe.js";

/** A type that is neither a list nor a map. */
export type InnermostType = Exclude<Type, { readonly kind: "list" | "map" }>;

/**
 * Returns the type in the innermost list or map: `Part` for `Record<string, Part[]>`. Aliases are
 * not resolved.
 */
export function innermost(type: Type): InnermostType {
  switch (type.kind) {
    case "list":
      return innermost(type.element);
    case "map":
      return innermost(type.value);
    case "scalar":
    case "literals":
    case "tuple":
    case "ref":
    case "embedded":
      return type;
  }
}

/**
 * Returns the declared type that a type refers to, through lists, maps and `Embedded`; undefined
 * for scalars, literals and tuples. Aliases are not resolved.
 */
export function declaredIn(type: Type): TypeId | undefined {
  const inner = innermost(type);
  switch (inner.kind) {
    case "ref":
      return inner.to;
    case "embedded":
      return inner.of;
    case "scalar":
    case "literals":
    case "tuple":
      return undefined;
  }
}

/**
 * Returns the declared types of which every value of the type holds one: lists and maps can be
 * empty.
 */
export function heldBy(type: Type): readonly TypeId[] {
  switch (type.kind) {
    case "ref":
      return [type.to];
    case "embedded":
      return [type.of];
    case "tuple":
      return type.elements.flatMap(heldBy);
    case "scalar":
    case "literals":
    case "list":
    case "map":
      return [];
  }
}
