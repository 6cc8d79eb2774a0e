import type { SymbolRef } from "../../engine/base/symbol.js";
import { clientPackage } from "./clients.js";

/** Returns the symbol of a type that generated code imports from the client package. */
export function typedType(symbol: string): SymbolRef {
  return { ...typedFunction(symbol), type: true };
}

/** Returns the symbol of a function that generated code imports from the client package. */
export function typedFunction(symbol: string): SymbolRef {
  return { symbol, from: `${clientPackage}/typed`, module: true };
}
