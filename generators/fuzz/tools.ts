import type { SymbolRef } from "../../engine/print/symbol.js";

const testing = "@apimachinery/runtime/testing";

/** Types for which `@apimachinery/runtime/testing` exports a fuzzer. */
export const runtimeFuzzers: ReadonlySet<string> = new Set([
  "APIGroup",
  "APIGroupList",
  "APIResource",
  "APIResourceList",
  "APIVersions",
  "ApplyOptions",
  "Condition",
  "ConditionStatus",
  "CreateOptions",
  "DeleteOptions",
  "DeletionPropagation",
  "FieldSelectorOperator",
  "FieldSelectorRequirement",
  "GetOptions",
  "GroupKind",
  "GroupResource",
  "GroupVersion",
  "GroupVersionForDiscovery",
  "GroupVersionKind",
  "GroupVersionResource",
  "IncludeObjectPolicy",
  "LabelSelector",
  "LabelSelectorOperator",
  "LabelSelectorRequirement",
  "List",
  "ListMeta",
  "ListOptions",
  "ManagedFieldsEntry",
  "ManagedFieldsOperationType",
  "ObjectMeta",
  "OwnerReference",
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
  "Patch",
  "PatchOptions",
  "Preconditions",
  "ResourceVersionMatch",
  "RootPaths",
  "ServerAddressByClientCIDR",
  "ShardInfo",
  "Status",
  "StatusCause",
  "StatusDetails",
  "StatusReason",
  "Table",
  "TableColumnDefinition",
  "TableOptions",
  "TableRow",
  "TableRowCondition",
  "UpdateOptions",
  "Verbs",
  "WatchEvent",
  "WatchEventType",
]);

export function fromTesting(symbol: string): SymbolRef {
  return { symbol, from: testing, module: true };
}

export function fromFastCheck(symbol: "array" | "constant" | "constantFrom" | "oneof" | "tuple"): SymbolRef {
  return { symbol, from: "fast-check", module: true };
}

export const arbitraryType: SymbolRef = { symbol: "Arbitrary", from: "fast-check", module: true, type: true };
