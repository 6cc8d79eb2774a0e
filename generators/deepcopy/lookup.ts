import { createLookup, type Lookup } from "../../engine/model/functions/lookup.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { exportedFunction } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";

/** Copy functions of one package. */
export interface PackageCopies {
  /** Types that get a copy function, sorted by name. */
  readonly types: ReadonlySet<TypeDeclaration>;
  readonly handWritten: ReadonlyMap<TypeId, FunctionDeclaration>;
}

export type CopiesByPackage = ReadonlyMap<PackageId, PackageCopies>;

/** Returns a function that finds the copy function of a type. */
export function copyLookup({ universe, path }: PlanInput, copies: CopiesByPackage): Lookup {
  return createLookup(universe, {
    handWritten: (pkg, type) => copies.get(pkg)?.handWritten.get(type.id),
    generated: (pkg, type) => {
      const own = copies.get(pkg.id);
      if (own?.types.has(type) === true) return { symbol: names.deepCopy(type.name), from: path(pkg.id, "deepcopy") };
      const written = own?.handWritten.get(type.id);
      return written === undefined ? undefined : functionSymbol(universe, written);
    },
    exported: (module, type) => {
      const exported = exportedFunction(module, names.deepCopy(type.name));
      return exported === undefined ? undefined : functionSymbol(universe, exported);
    },
  });
}

/** Reports whether the copy function that a package calls for a type is generated in this run. */
export function isGenerated(copies: CopiesByPackage, from: PackageId, type: TypeDeclaration): boolean {
  const own = copies.get(type.package);
  return (
    own?.types.has(type) === true &&
    !own.handWritten.has(type.id) &&
    copies.get(from)?.handWritten.has(type.id) !== true
  );
}
