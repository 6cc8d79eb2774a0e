import type { Shape, Type, TypeId } from "./universe.js";

/** The result of following a chain of aliases. */
export interface AliasEnd<S> {
  /**
   * The type at the end of the chain. It is a reference to an alias only if the aliases form a
   * cycle.
   */
  readonly type: Type;
  /**
   * Shape of the type to which `type` refers. Absent if `type` is not a reference, or if the
   * aliases form a cycle.
   */
  readonly shape?: S;
  readonly isCycle: boolean;
}

/** Follows references to aliases until it reaches another type, or an alias for the second time. */
export function followAliases<S extends Shape | "open" | undefined>(
  type: Type,
  shapeOf: (id: TypeId) => S,
): AliasEnd<S> {
  let at = type;
  const seen = new Set<TypeId>();
  while (at.kind === "ref") {
    if (seen.has(at.to)) return { type: at, isCycle: true };
    seen.add(at.to);
    const shape = shapeOf(at.to);
    if (shape === undefined || shape === "open" || shape.kind !== "alias") return { type: at, shape, isCycle: false };
    at = shape.of;
  }
  return { type: at, isCycle: false };
}
