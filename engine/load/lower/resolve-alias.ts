import { followAliases } from "../../model/follow-aliases.js";
import type { Shape, Type, TypeId } from "../../model/universe.js";
import type { TypeTable } from "./type-table.js";

/**
 * Returns the type at the end of a chain of aliases. Returns undefined for a type with a reported
 * problem, for a type whose shape is being computed, and for a cycle of aliases.
 */
export function underlyingOf(table: TypeTable, type: Type): Type | undefined {
  const end = followAliases(type, (id) => table.shape(id));
  if (end.type.kind !== "ref") return end.type;
  return end.isCycle || end.shape === undefined || end.shape === "open" ? undefined : end.type;
}

/**
 * Reports whether a chain of aliases is a cycle, or ends at a type whose shape is being computed.
 */
export function isCircular(table: TypeTable, type: Type): boolean {
  const { isCycle, shape } = followAliases(type, (id) => table.shape(id));
  return isCycle || shape === "open";
}

/**
 * Returns the type at the end of a chain of aliases, with its shape. Returns undefined if that type
 * has no shape, and `"open"` while its shape is being computed.
 */
export function shapeBehind(
  table: TypeTable,
  type: Type,
): { readonly id: TypeId; readonly shape: Shape } | "open" | undefined {
  const { type: last, shape } = followAliases(type, (id) => table.shape(id));
  if (shape === undefined || shape === "open" || last.kind !== "ref") return shape === "open" ? "open" : undefined;
  return { id: last.to, shape };
}
