import type { Type, TypeDeclaration, Universe } from "../universe.js";
import { typeById } from "../lookup.js";

/** A type without aliases. A declared object or union remains a reference. */
export type ResolvedType =
  | Exclude<Type, { readonly kind: "ref" }>
  | { readonly kind: "declared"; readonly declaration: TypeDeclaration };

/**
 * Returns the type to which aliases refer. Returns undefined for a missing type, which loading has
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
