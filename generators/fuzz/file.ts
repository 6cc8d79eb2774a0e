import type { Lookup } from "../../engine/functions/lookup.js";
import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { Printable } from "../../engine/print/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { compareText, type Position, type Problem } from "../../engine/problem.js";
import { bodyOf, type BodyScope } from "./body.js";
import { noFunction, type PackageFuzzers } from "./lookup.js";
import type { Cycles } from "./type-cycles.js";
import { needsCode } from "./presence.js";
import { rulesOfPackage, type PackageRules } from "./rules.js";
import { arbitraryType, fromTesting } from "./tools.js";
import { call, text, type Value, type ValueScope } from "./value.js";

/** What the files of all packages share. */
export interface FileScope {
  readonly lookup: Lookup;
  readonly cycles: Cycles;
}

/** Plans the zz_generated.fuzz.ts of a package. Appends to `problems`. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  { types, handWritten }: PackageFuzzers,
  { lookup, cycles }: FileScope,
  problems: Problem[],
): FilePlan {
  const { universe } = input;
  const rules = rulesOfPackage(input, pkg, types);
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
  const scope: BodyScope = { cycles, at, rules };
  const functions = types.map((type: TypeDeclaration) => ({
    typeName: type.name,
    auto: names.autoFuzz(type.name),
    own: handWritten.has(type.id) ? "" : names.fuzz(type.name),
    arbitrary: arbitraryType,
    type: printDeclaration(universe, type),
    hasRules: rules.schemaOf(type) !== undefined,
    value: kept(input, type, rules, bodyOf(scope, type)),
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

/** Returns an expression for values that keep the rules of their type. */
function kept(input: PlanInput, type: TypeDeclaration, rules: PackageRules, value: Value): Value {
  const schema = rules.schemaOf(type);
  if (schema === undefined) return value;
  const fields = type.shape.kind === "object" ? type.shape.fields : [];
  const own = [...rules.ofType(type.id), ...fields.flatMap(({ name }) => rules.ofField(type.id, name))];
  const validate =
    needsCode(own) || rules.hasCEL(type) ? input.emitted(type.package, names.validate(type.name)) : undefined;
  const options: Printable[] = [
    ...(validate === undefined ? [] : ["validate: ", validate, ", "]),
    ...(rules.setsDefaults ? ["setsDefaults: true, "] : []),
  ];
  const more = options.length === 0 ? [] : [text(["{ ", ...options, "}"])];
  return call(fromTesting("fitted"), value, text(schema), ...more);
}
