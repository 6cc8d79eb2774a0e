import { packageById } from "../lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, Universe } from "../universe.js";
import { functionSymbol } from "./function-symbol.js";
import type { SymbolRef } from "../../base/symbol.js";

/**
 * Returns the function or constant for a type, to be imported by the generated file of a package.
 * Returns undefined if the type has none.
 */
export type Lookup = (from: PackageId, type: TypeDeclaration) => SymbolRef | undefined;

/** The places where the function or constant of a type can be found. */
export interface LookupSources {
  /** Returns the hand-written function of a package for a type. */
  handWritten?(pkg: PackageId, type: TypeDeclaration): FunctionDeclaration | undefined;
  /** Returns the function or constant that the generated file of the type's package exports. */
  generated(pkg: Package, type: TypeDeclaration): SymbolRef | undefined;
  /**
   * Returns the function or constant for a type from a published package, if the type's module
   * exports one.
   */
  exported(module: Package, type: TypeDeclaration): SymbolRef | undefined;
}

/**
 * Returns a lookup that first looks for a hand-written function of the importing package, and then
 * for an export of the type's package or module.
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
