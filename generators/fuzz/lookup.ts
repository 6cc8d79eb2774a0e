import { exportIt, remedyAs, removeMarker } from "../../engine/fix/fix.js";
import { createLookup, type Lookup } from "../../engine/functions/lookup.js";
import type { PlanInput } from "../../engine/generator.js";
import { exportedFunction, packageById } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, Package, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Position, Problem } from "../../engine/problem.js";
import { isFuzzed } from "./activation.js";
import { fuzzGen } from "./markers.js";
import { fromTesting, runtimeFuzzers } from "./tools.js";

/** Fuzzers of one package. */
export interface PackageFuzzers {
  readonly types: readonly TypeDeclaration[];
  readonly handWritten: ReadonlyMap<TypeId, FunctionDeclaration>;
}

/** Returns a function that finds the fuzzer of a type. */
export function fuzzerLookup(input: PlanInput, fuzzers: ReadonlyMap<PackageId, PackageFuzzers>): Lookup {
  return createLookup(input.universe, {
    handWritten: (pkg, type) => fuzzers.get(pkg)?.handWritten.get(type.id),
    generated: (pkg, type) =>
      fuzzers.has(pkg.id) && isFuzzed(type)
        ? { symbol: names.fuzz(type.name), from: input.path(pkg.id, "fuzz") }
        : undefined,
    exported: (module, type) => exportedBy(input, module, type, names.fuzz(type.name)),
  });
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

/** Reports a field whose type has no fuzzer. */
export function noFunction({ universe }: PlanInput, type: TypeDeclaration, position: Position): Problem {
  const pkg = packageById(universe, type.package);
  const out = pkg === undefined ? undefined : fuzzGen.readAll(pkg).find(({ value }) => !value)?.marker;
  const name = names.fuzz(type.name);
  const written = `write it into fuzzer.ts: export function ${name}(): Arbitrary<${type.name}> { … }`;
  const reason =
    pkg?.kind === "module"
      ? `${type.package === "@apimachinery/runtime" ? `${type.package}/testing` : type.package} exports no ${name}`
      : type.exported
        ? out !== undefined
          ? `${type.package} opts out with +k8s:fuzz-gen=false`
          : "it is a generic type"
        : "it is not exported";
  const fixes = !type.exported
    ? [exportIt(type.position, "export the type")]
    : out === undefined || pkg?.kind === "module"
      ? []
      : [removeMarker(out)];
  const hint = [...fixes.map(({ text }) => text), written].join(", or ");
  return {
    code: "fuzz/no-function",
    severity: "error",
    message: `${type.name} has no fuzzer: ${reason}`,
    ...remedyAs(hint, ...fixes),
    position,
  };
}
