import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { Package, Type } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { printDeclaration } from "../../engine/print/type.js";
import { orderStrings, type Position, type Problem } from "../../engine/base/problem.js";
import { copyBodyOf, embeddedBody, copyValueBody, type CopyBody } from "./body.js";
import type { CopyScope } from "./copy.js";
import { collectHelpers, type Helpers } from "./helpers.js";
import { copyLookup, isGenerated, type CopiesByPackage, type PackageCopies } from "./lookup.js";
import { noFunction } from "./hand-written.js";
import { runtimeValue } from "../../engine/base/runtime-symbol.js";

const deepCopyJSON = runtimeValue("deepCopyJSON");

/** Plans the file zz_generated.deepcopy.ts of a package. Appends to `problems`. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  { types, handWritten }: PackageCopies,
  copies: CopiesByPackage,
  problems: Problem[],
): FilePlan {
  const { universe } = input;
  const lookup = copyLookup(input, copies);
  const scopeAt = (position: Position): CopyScope => ({
    universe,
    deepCopyJSON,
    at: scopeAt,
    functionOf(id) {
      const type = typeById(universe, id);
      if (type === undefined) return undefined;
      const fn = lookup(pkg.id, type);
      if (fn === undefined && type.shape.kind !== "alias") problems.push(noFunction(universe, pkg, type, position));
      return fn;
    },
    helperOf: (type) => helpers.nameFor(type, position),
  });
  const helpers: Helpers = collectHelpers(universe, (type, position) => helperBody(type, scopeAt(position)));

  const functions = [...types]
    .filter(({ id }) => !handWritten.has(id))
    .map((type) => ({
      name: names.deepCopy(type.name),
      typeName: type.name,
      type: printDeclaration(universe, type),
      body: copyBodyOf(scopeAt(type.position), type),
    }));
  return {
    package: pkg.id,
    path: input.path(pkg.id, "deepcopy"),
    template: "deepcopy",
    view: { functions, helpers: helpers.all() },
    exports: functions.map(({ name }) => name),
    reexports: [...handWritten.values()]
      .map((fn) => functionSymbol(universe, fn))
      .sort((a, b) => orderStrings(a.symbol, b.symbol)),
  };

  function helperBody(type: Type, scope: CopyScope): CopyBody {
    if (type.kind !== "embedded") return copyValueBody(scope, type);
    const of = typeById(universe, type.of);
    if (of?.shape.kind === "object" && isGenerated(copies, pkg.id, of)) return embeddedBody(scope, of, of.shape);
    const fn = scope.functionOf(type.of);
    if (of === undefined || fn === undefined) return { kind: "flat" };
    return { kind: "embedded", fn, of: printDeclaration(universe, of) };
  }
}
