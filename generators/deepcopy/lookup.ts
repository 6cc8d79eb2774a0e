import type { PlanInput } from "../../engine/generator.js";
import { exportedFunction } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";

/** What one folder has for copying. */
export interface PackageCopies {
  /** By name in code-point order. */
  readonly types: ReadonlySet<TypeDeclaration>;
  readonly handWritten: ReadonlyMap<TypeId, FunctionDeclaration>;
}

/**
 * Finds the function that copies a type, seen from a folder: the folder's own first, then that of
 * where the type comes from.
 */
export type Lookup = (from: PackageId, type: TypeDeclaration) => FoundCopy | undefined;

export interface FoundCopy {
  readonly symbol: SymbolRef;
  /** Whether this run writes it, so that its body is known. */
  readonly generated: boolean;
}

export function createLookup(input: PlanInput, copies: ReadonlyMap<PackageId, PackageCopies>): Lookup {
  return (from, type) => {
    const mine = copies.get(from)?.handWritten.get(type.id);
    if (mine !== undefined) return writtenBy(input, mine);
    const pkg = input.universe.packages[type.package];
    if (pkg === undefined) return undefined;
    if (pkg.kind === "module") return exportedBy(input, pkg, type);
    const theirs = copies.get(pkg.id);
    const written = theirs?.handWritten.get(type.id);
    if (theirs?.types.has(type) === true) {
      return {
        symbol: { symbol: names.deepCopy(type.name), from: input.path(pkg.id, "deepcopy") },
        generated: written === undefined,
      };
    }
    return written === undefined ? undefined : writtenBy(input, written);
  };
}

function writtenBy(input: PlanInput, fn: FunctionDeclaration): FoundCopy {
  return { symbol: functionSymbol(input.universe, fn), generated: false };
}

function exportedBy(input: PlanInput, module: Package, type: TypeDeclaration): FoundCopy | undefined {
  const exported = exportedFunction(module, names.deepCopy(type.name));
  return exported === undefined ? undefined : writtenBy(input, exported);
}
