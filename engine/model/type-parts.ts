import type { Type, TypeId } from "./universe.js";

/**
 * Returns the element type of the innermost list or map: `Part` for `Record<string, Part[]>`.
 * @param resolve function that is applied to each type before its elements are visited, to resolve
 * aliases
 * @returns the element type as `resolve` returned it. For an alias that contains itself, the result
 * is the last list or map
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
 * Returns the declared type of the elements in the innermost list or map. For `Embedded<T>`,
 * returns T. Returns undefined for scalars, literals and tuples. Does not resolve aliases.
 */
export function declaredIn(type: Type): TypeId | undefined {
  return idOfReference(innermost(type));
}

/**
 * Returns the declared type to which a type expression refers directly or as `Embedded`; undefined
 * for any other type.
 */
export function idOfReference(type: Type): TypeId | undefined {
  switch (type.kind) {
    case "ref":
      return type.to;
    case "embedded":
      return type.of;
    case "scalar":
    case "literals":
    case "list":
    case "tuple":
    case "map":
      return undefined;
  }
}

/**
 * Returns the declared types that every value of the type contains. The elements of lists and maps
 * are not among them, because a list or map can be empty.
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
