import { exportIt, remedyAs, removeMarker } from "../../engine/fix/fix.js";
import type { PlanInput } from "../../engine/generator.js";
import { exportedFunction, packageById } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Position, Problem } from "../../engine/problem.js";
import { isFuzzed, wish } from "./activation.js";
import { fromTesting, runtimeFuzzers } from "./tools.js";

/** What one folder has for fuzzing. */
export interface PackageFuzzers {
  readonly types: readonly TypeDeclaration[];
  readonly handWritten: ReadonlyMap<TypeId, FunctionDeclaration>;
}

/**
 * Finds the function that makes values of a type, seen from a folder: the folder's own first, then
 * that of where the type comes from.
 */
export type Lookup = (from: PackageId, type: TypeDeclaration) => SymbolRef | undefined;

export function createLookup(input: PlanInput, fuzzers: ReadonlyMap<PackageId, PackageFuzzers>): Lookup {
  return (from, type) => {
    const mine = fuzzers.get(from)?.handWritten.get(type.id);
    if (mine !== undefined) return functionSymbol(input.universe, mine);
    const name = names.fuzz(type.name);
    const home = packageById(input.universe, type.package);
    if (home?.kind === "module") return exportedBy(input, home, type, name);
    return fuzzers.has(type.package) && isFuzzed(type)
      ? { symbol: name, from: input.path(type.package, "fuzz") }
      : undefined;
  };
}

function exportedBy(
  { universe }: PlanInput,
  module: Package,
  type: TypeDeclaration,
  name: string,
): SymbolRef | undefined {
  if (module.id === "@apimachinery/runtime") return runtimeFuzzers.has(type.name) ? fromTesting(name) : undefined;
  const exported = exportedFunction(module, name);
  return exported === undefined ? undefined : functionSymbol(universe, exported);
}

/** A type stands in a field, and nobody makes values of it. */
export function noFunction({ universe }: PlanInput, type: TypeDeclaration, position: Position): Problem {
  const home = packageById(universe, type.package);
  const name = names.fuzz(type.name);
  const written = `write it into fuzzer.ts: export function ${name}(): Arbitrary<${type.name}> { … }`;
  const reason =
    home?.kind === "module"
      ? `${type.package === "@apimachinery/runtime" ? `${type.package}/testing` : type.package} exports no ${name}`
      : type.exported
        ? wish(home?.markers ?? []) === false
          ? `${type.package} opts out with +k8s:fuzz-gen=false`
          : "it is a generic type"
        : "it is not exported";
  const out = home?.markers.find((marker) => marker.name === "k8s:fuzz-gen" && marker.value === "false");
  const fixes = !type.exported
    ? [exportIt(type.position, "export the type")]
    : out === undefined || home?.kind === "module"
      ? []
      : [removeMarker(out)];
  const hint = [...fixes.map(({ text }) => text), written].join(", or ");
  return {
    code: "fuzz/no-function",
    severity: "error",
    message: `nothing makes values of ${type.name}: ${reason}`,
    ...remedyAs(hint, ...fixes),
    position,
  };
}
