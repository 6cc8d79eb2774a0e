import type { SymbolRef } from "../../engine/print/symbol.js";

const testing = "@apimachinery/runtime/testing";

/** What the runtime's testing entry exports for generated code, by type. */
export const runtimeFuzzers: ReadonlySet<string> = new Set([
  "Condition",
  "ConditionStatus",
  "FieldSelectorOperator",
  "FieldSelectorRequirement",
  "GroupVersionKind",
  "GroupVersionResource",
  "LabelSelector",
  "LabelSelectorOperator",
  "LabelSelectorRequirement",
  "ListMeta",
  "ManagedFieldsEntry",
  "ObjectMeta",
  "OwnerReference",
  "StatusReason",
]);

export function fromTesting(symbol: string): SymbolRef {
  return { symbol, from: testing, module: true };
}

export function fromFastCheck(symbol: "array" | "constant" | "constantFrom" | "oneof" | "tuple"): SymbolRef {
  return { symbol, from: "fast-check", module: true };
}

export const arbitraryType: SymbolRef = { symbol: "Arbitrary", from: "fast-check", module: true, type: true };
