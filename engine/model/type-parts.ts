import type { Type, TypeId } from "./universe.js";

/**
 * Returns the element type of the innermost list or map: `Part` for `Record<string, Part[]>`.
 * @param resolve function that resolves the aliases of a type before its elements are visited
 * @returns the element type before its aliases are resolved; for an alias that contains itself, the
 * last visited type
 */
export function innermost(type: Type, resolve: (type: Type) => Type = (unresolved) => unresolved): Type {
  const seen = new Set<Type>();
  for (let at = type; ;) {
    const resolved = resolve(at);
    if ((resolved.kind !== "list" && resolved.kind !== "map") || seen.has(resolved)) return at;
    seen.add(resolved);
    at = resolved.kind === "list" ? resolved.element : resolved.value;
  }
}

/**
 * Returns the declared type of the elements in the innermost list or map: `T` for `Embedded<T>[]`.
 * Returns undefined for scalars, literals and tuples. Does not resolve aliases.
 */
export function declaredIn(type: Type): TypeId | undefined {
  return idOfReference(innermost(type));
}

/**
 * Returns the declared type to which a type refers directly or through `Embedded`; undefined for
 * any other type.
 */
export function idOfReference(type: Type): TypeId | undefined {
  return type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
}

/**
 * Returns the declared types whose values occur in every value of a type. Omits elements of lists
 * and maps, because a list or map can be empty.
 */
export function heldBy(type: Type): readonly TypeId[] {
  if (type.kind === "tuple") return type.elements.flatMap(heldBy);
  const id = idOfReference(type);
  return id === undefined ? [] : [id];
}
