import { addPackageMarker, remedy, removeMarker, type Remedy } from "../../engine/base/fix.js";
import { createLookup, type Lookup } from "../../engine/model/functions/lookup.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { once } from "../../engine/util/once.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { activeTypes } from "./activation.js";
import { schemaGen } from "../markers/schema.js";
import { schemaProblems } from "../problem-codes/schema.js";

const runtime = "@apimachinery/runtime";

/** Returns a function that finds the schema of a type, for the schema generator. */
export function schemaLookup({ universe, path }: PlanInput): Lookup {
  return createLookup(universe, {
    generated: (pkg, type) =>
      activeTypes(pkg).has(type) ? { symbol: names.schema(type.name), from: path(pkg.id, "schema") } : undefined,
    exported: (module, type) => exportedBy(module, names.schema(type.name)),
  });
}

/**
 * Returns a function that finds the schema of a type, for generators that run after the schema
 * generator.
 */
export function emittedSchemas({ universe, emitted }: PlanInput): Lookup {
  return createLookup(universe, {
    generated: (pkg, type) => emitted(pkg.id, names.schema(type.name)),
    exported: (module, type) => exportedBy(module, names.schema(type.name)),
  });
}

function exportedBy(module: Package, symbol: string): SymbolRef | undefined {
  if (!constantsOf(module).has(symbol)) return undefined;
  return { symbol, from: module.id === runtime ? `${runtime}/codegen/v1` : module.id, module: true };
}

const constantsOf = once(({ constants }: Package): ReadonlySet<string> => new Set(constants.map(({ name }) => name)));

/** Returns the problem for a field whose type has no schema. */
export function noSchema({ universe }: PlanInput, type: TypeDeclaration, position: Position): Problem {
  const isModule = universe.packages[type.package]?.kind === "module";
  const optOut = schemaGen.readAll(type).find(({ value }) => !value)?.marker;
  const wanted = "+k8s:schema-gen=true";
  const [reason, advice]: readonly [string, Remedy] = isModule
    ? [
        `${type.package} exports no ${names.schema(type.name)}`,
        { hint: `generate schemas in ${type.package}, or declare the type in this project` },
      ]
    : optOut !== undefined
      ? ["the type opts out with +k8s:schema-gen=false", remedy(removeMarker(optOut))]
      : [
          `${type.package} has no +k8s:schema-gen=true`,
          remedy(addPackageMarker(type.package, wanted, `add ${wanted} to ${type.package}/doc.ts`)),
        ];
  return {
    ...schemaProblems.is("schema/no-schema"),
    message: `${type.name} has no schema: ${reason}`,
    ...advice,
    position,
  };
}
