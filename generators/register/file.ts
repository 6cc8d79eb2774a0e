import type { FilePlan, PlanInput } from "../../engine/generator.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Registered } from "./activation.js";
import { kindView } from "./kind.js";
import { runtimeType } from "./runtime-type.js";

/** What a registration file exports, whatever its folder has. */
const exported = ["GroupName", "SchemeGroupVersion", "GroupVersion", "Kind", "Resource", "Kinds", "AddToScheme"];

/**
 * One folder's zz_generated.register.ts.
 * @param external the AddToScheme of the folders whose types this one converts or defaults
 */
export function planFile(
  input: PlanInput,
  { pkg, groupVersion, kinds }: Registered,
  external: readonly SymbolRef[],
): FilePlan {
  return {
    package: pkg.id,
    path: input.path(pkg.id, "register"),
    template: "register",
    view: {
      AnyKindDefinition: runtimeType("AnyKindDefinition"),
      GroupKind: runtimeType("GroupKind"),
      GroupResource: runtimeType("GroupResource"),
      Scheme: runtimeType("Scheme"),
      groupVersion,
      kinds: kinds.map((kind) => kindView(input, pkg, kind)),
      openapi: lazy(input.emitted(pkg.id, "GetOpenAPIDefinitions")),
      isExternal: external.length > 0,
      external,
      registrations: ["RegisterDefaults", "RegisterConversions"].flatMap((name) => input.emitted(pkg.id, name) ?? []),
    },
    exports: exported,
  };
}

/** The whole module, loaded when somebody asks for documents. */
function lazy(symbol: SymbolRef | undefined): SymbolRef | null {
  return symbol === undefined ? null : { ...symbol, lazy: true };
}
