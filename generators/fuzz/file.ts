import type { Lookup } from "../../engine/functions/lookup.js";
import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import { printDeclaration } from "../../engine/print/type.js";
import { compareText, type Position, type Problem } from "../../engine/problem.js";
import { bodyOf, type BodyScope } from "./body.js";
import { noFunction, type PackageFuzzers } from "./lookup.js";
import type { Cycles } from "./type-cycles.js";
import { arbitraryType } from "./tools.js";
import type { ValueScope } from "./value.js";

/** Plans the zz_generated.fuzz.ts of a package. Appends to `problems`. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  { types, handWritten }: PackageFuzzers,
  lookup: Lookup,
  cycles: Cycles,
  problems: Problem[],
): FilePlan {
  const { universe } = input;
  const at = (position: Position): ValueScope => ({
    universe,
    functionOf(id) {
      const type = typeById(universe, id);
      if (type === undefined) return undefined;
      const fn = lookup(pkg.id, type);
      if (fn === undefined && type.shape.kind !== "alias") problems.push(noFunction(input, type, position));
      return fn;
    },
  });
  const scope: BodyScope = { cycles, at };
  const functions = types.map((type: TypeDeclaration) => ({
    typeName: type.name,
    auto: names.autoFuzz(type.name),
    own: handWritten.has(type.id) ? "" : names.fuzz(type.name),
    arbitrary: arbitraryType,
    type: printDeclaration(universe, type),
    value: bodyOf(scope, type),
  }));
  return {
    package: pkg.id,
    path: input.path(pkg.id, "fuzz"),
    template: "fuzz",
    view: { functions },
    exports: functions.flatMap(({ auto, own }) => (own === "" ? [auto] : [auto, own])),
    reexports: types
      .flatMap(({ id }) => handWritten.get(id) ?? [])
      .map((fn) => functionSymbol(universe, fn))
      .sort((a, b) => compareText(a.symbol, b.symbol)),
  };
}
