import type { SymbolRef } from "./symbol.js";

/** Returns the symbol of a type that generated code imports from the runtime. */
export function runtimeType(symbol: string): SymbolRef {
  return { ...runtimeValue(symbol), type: true };
}

/**
 * Returns the symbol of a function or constant that generated code imports from the runtime's entry
 * point for generated code.
 */
export function runtimeValue(symbol: string): SymbolRef {
  return { symbol, from: "@apimachinery/runtime/codegen/v1", module: true };
}
