import { createLookup, type Lookup } from "../../engine/model/functions/lookup.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { isFuzzed } from "./activation.js";

/** Fuzzers of one package. */
export interface PackageFuzzers {
  readonly types: readonly TypeDeclaration[];
  readonly handWritten: ReadonlyMap<TypeId, FunctionDeclaration>;
}

/**
 * Returns a function that finds the fuzzer of a type. Types of the runtime package have none: their
 * values are generated from their schemas.
 */
export function fuzzerLookup(input: PlanInput, fuzzers: ReadonlyMap<PackageId, PackageFuzzers>): Lookup {
  return createLookup(input.universe, {
    handWritten: (pkg, type) => fuzzers.get(pkg)?.handWritten.get(type.id),
    generated: (pkg, type) =>
      fuzzers.has(pkg.id) && isFuzzed(type)
        ? { symbol: names.fuzz(type.name), from: input.path(pkg.id, "fuzz") }
        : undefined,
    exported: (module, type) => exportedBy(module, names.fuzz(type.name)),
  });
}

/**
 * Returns the fuzzer that another npm package exports, either a function or a constant; undefined
 * if the package does not export it.
 */
function exportedBy({ id, functions, constants }: Package, symbol: string): SymbolRef | undefined {
  const exported = [...functions.filter((fn) => fn.exported), ...constants];
  return exported.some(({ name }) => name === symbol) ? { symbol, from: id, module: true } : undefined;
}
