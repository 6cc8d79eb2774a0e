import type { Type, TypeId } from "./universe.js";

/**
 * Returns the type inside all lists and maps around it.
 *
 * @param resolve is applied to each type before it is looked into, to look through aliases
 * @returns the type before `resolve`; the last list or map of an alias that contains itself
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

/** Returns the id of the declared type that a value is or embeds. */
export function declaredId(type: Type): TypeId | undefined {
  return type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
}
