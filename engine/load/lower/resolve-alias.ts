import type { ObjectShape, Shape, Type, TypeId } from "../../model/universe.js";
import type { TypeTable } from "./type-table.js";

/**
 * What stands behind aliases, while types are still being read. Undefined where a problem was
 * reported, or in a circle.
 */
export function underlyingOf(table: TypeTable, type: Type): Type | undefined {
  let at = type;
  const seen = new Set<TypeId>();
  while (at.kind === "ref") {
    if (seen.has(at.to)) return undefined;
    seen.add(at.to);
    const shape = table.shape(at.to);
    if (shape === undefined || shape === "open") return undefined;
    if (shape.kind !== "alias") return at;
    at = shape.of;
  }
  return at;
}

/** Whether following aliases leads into a type that is still being read, or around in a circle. */
export function isCircular(table: TypeTable, type: Type): boolean {
  let at = type;
  const seen = new Set<TypeId>();
  while (at.kind === "ref") {
    if (seen.has(at.to)) return true;
    seen.add(at.to);
    const shape = table.shape(at.to);
    if (shape === "open") return true;
    if (shape?.kind !== "alias") return false;
    at = shape.of;
  }
  return false;
}

/** The shape behind aliases. */
export function shapeBehind(
  table: TypeTable,
  type: Type,
): { readonly id: TypeId; readonly shape: Shape } | "open" | undefined {
  let at = type;
  const seen = new Set<TypeId>();
  while (at.kind === "ref" && !seen.has(at.to)) {
    seen.add(at.to);
    const shape = table.shape(at.to);
    if (shape === undefined || shape === "open") return shape;
    if (shape.kind !== "alias") return { id: at.to, shape };
    at = shape.of;
  }
  return undefined;
}

export function isObject(shape: Shape): shape is ObjectShape {
  return shape.kind === "object";
}
