import type { Type, TypeDeclaration, Universe } from "../universe.js";
import { typeById } from "../lookup.js";

/** A type whose aliases are resolved. `declared` is an object, a union or an opaque type. */
export type ResolvedType =
  | Exclude<Type, { readonly kind: "ref" }>
  | { readonly kind: "declared"; readonly declaration: TypeDeclaration };

/**
 * Returns a type with its aliases resolved. Returns undefined if a type is missing, which is then
 * already reported.
 */
export function resolveAliases(universe: Universe, type: Type): ResolvedType | undefined {
  if (type.kind !== "ref") return type;
  const declaration = typeById(universe, type.to);
  if (declaration === undefined) return undefined;
  return declaration.shape.kind === "alias"
    ? resolveAliases(universe, declaration.shape.of)
    : { kind: "declared", declaration };
}
