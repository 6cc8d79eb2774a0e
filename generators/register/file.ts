import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Registered } from "../kinds/registered.js";
import { kindView } from "./kind.js";

/** Names that each registration file exports. */
const exported = ["GroupName", "SchemeGroupVersion", "GroupVersion", "Kind", "Resource", "Kinds", "AddToScheme"];

/**
 * Plans the file zz_generated.register.ts of a package.
 * @param external AddToScheme functions of the packages whose types this package converts or
 * defaults
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
      groupVersion,
      kinds: kinds.map((kind) => kindView(input, pkg, groupVersion, kind)),
      openapi: lazy(input.emitted(pkg.id, "GetOpenAPIDefinitions")),
      isExternal: external.length > 0,
      external,
      registrations: ["RegisterDefaults", "RegisterConversions", "RegisterValidations"].flatMap(
        (name) => input.emitted(pkg.id, name) ?? [],
      ),
    },
    exports: exported,
  };
}

/**
 * Returns a dynamic import of a symbol, so that programs load the module only when they need
 * OpenAPI documents. Returns null if the symbol is undefined.
 */
function lazy(symbol: SymbolRef | undefined): SymbolRef | null {
  return symbol === undefined ? null : { ...symbol, lazy: true };
}
