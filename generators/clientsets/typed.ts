import type { SymbolRef } from "../../engine/base/symbol.js";
import { clientPackage } from "./clients.js";

/** Returns a type that generated code imports from the client. */
export function typedType(symbol: string): SymbolRef {
  return { ...typedFunction(symbol), type: true };
}

/** Returns a function that generated code imports from the client. */
export function typedFunction(symbol: string): SymbolRef {
  return { symbol, from: `${clientPackage}/typed`, module: true };
}
