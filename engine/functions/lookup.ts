import { packageById } from "../model/lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, Universe } from "../model/universe.js";
import { functionSymbol } from "../print/function.js";
import type { SymbolRef } from "../print/symbol.js";

/**
 * Returns the function or constant of a type, for use in the generated file of a package. Undefined
 * if the type has none.
 */
export type Lookup = (from: PackageId, type: TypeDeclaration) => SymbolRef | undefined;

/** The places where a generator finds what belongs to a type. */
export interface LookupSources {
  /** Returns the hand-written function of a package for a type. */
  handWritten?(pkg: PackageId, type: TypeDeclaration): FunctionDeclaration | undefined;
  /** Returns what the generated file of the type's own package exports. */
  generated(pkg: Package, type: TypeDeclaration): SymbolRef | undefined;
  /** Returns what the type's module, a published package, exports. */
  exported(module: Package, type: TypeDeclaration): SymbolRef | undefined;
}

/**
 * Returns a lookup that finds, in this order: a hand-written function of the package itself, and
 * what the type's own package or module exports.
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
