import type { FunctionDeclaration, Universe } from "../model/universe.js";
import type { SymbolRef } from "./symbol.js";

/** A person's function, or a module's, as it is imported. */
export function functionSymbol(
  universe: Universe,
  fn: Pick<FunctionDeclaration, "name" | "file" | "package">,
): SymbolRef {
  const isModule = universe.packages[fn.package]?.kind === "module";
  return { symbol: fn.name, from: fn.file, ...(isModule ? { module: true } : {}) };
}
