import { packageById } from "../lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, Universe } from "../universe.js";
import { functionSymbol } from "./function-symbol.js";
import type { SymbolRef } from "../../base/symbol.js";

/**
 * Returns the function or constant for a type, which the generated file of package `from` imports.
 * Returns undefined if the type has none.
 */
export type Lookup = (from: PackageId, type: TypeDeclaration) => SymbolRef | undefined;

/** Functions that look up the function or constant for a type in different sources. */
export interface LookupSources {
  /** Returns the hand-written function of a package for a type; undefined if none exists. */
  handWritten?(pkg: PackageId, type: TypeDeclaration): FunctionDeclaration | undefined;
  /**
   * Returns the function or constant for a type that the generated file of the type's package
   * exports; undefined if none exists.
   */
  generated(pkg: Package, type: TypeDeclaration): SymbolRef | undefined;
  /**
   * Returns the function or constant for a type that the type's module exports; undefined if none
   * exists.
   */
  exported(module: Package, type: TypeDeclaration): SymbolRef | undefined;
}

/**
 * Returns a lookup that first searches the hand-written functions of the importing package, and
 * then the exports of the type's package or module.
 */
export function createLookup(universe: Universe, sources: LookupSources): Lookup {
  return (from, type) => {
    const own = sources.handWritten?.(from, type);
    if (own !== undefined) return functionSymbol(universe, own);
    const pkg = packageById(universe, type.package);
    if (pkg === undefined) return undefined;
    return pkg.kind === "module" ? sources.exported(pkg, type) : sources.generated(pkg, type);
  };
}
