import type { FunctionDeclaration, Universe } from "../model/universe.js";
import type { SymbolRef } from "./symbol.js";

/** Returns the import of a hand-written function or of a module's function. */
export function functionSymbol(
  universe: Universe,
  fn: Pick<FunctionDeclaration, "name" | "file" | "package">,
): SymbolRef {
  const isModule = universe.packages[fn.package]?.kind === "module";
  return { symbol: fn.name, from: fn.file, ...(isModule ? { module: true } : {}) };
}
