import type { FunctionDeclaration, Universe } from "../universe.js";
import type { SymbolRef } from "../../base/symbol.js";

/** Returns the symbol with which a generated file imports a function of a folder or a module. */
export function functionSymbol(
  universe: Universe,
  fn: Pick<FunctionDeclaration, "name" | "file" | "package">,
): SymbolRef {
  const isModule = universe.packages[fn.package]?.kind === "module";
  return { symbol: fn.name, from: fn.file, ...(isModule ? { module: true } : {}) };
}
