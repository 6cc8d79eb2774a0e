import type { Lookup } from "../../engine/functions/lookup.js";
import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Package, PackageId, TypeDeclaration } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import { printDeclaration } from "../../engine/print/type.js";
import { compareText, type Position, type Problem } from "../../engine/problem.js";
import { bodyOf, type BodyScope } from "./body.js";
import { noFunction, type PackageFuzzers } from "./lookup.js";
import type { Cycles } from "./type-cycles.js";
import { rulesOfPackage, type PackageRules } from "./rule-constants.js";
import { partsOf, type RuleData } from "./rule-data.js";
import { arbitraryType, fromTesting, fromTestingType } from "./tools.js";
import { call, text, type Value, type ValueScope } from "./value.js";

/** What the files of all packages share. */
export interface FileScope {
  readonly lookup: Lookup;
  readonly cycles: Cycles;
  /** Reports whether a package has a file of fuzzers. */
  readonly isActive: (id: PackageId) => boolean;
}

/** Plans the zz_generated.fuzz.ts of a package. Appends to `problems`. */
export function planFile(
  input: PlanInput,
  pkg: Package,
  { types, handWritten }: PackageFuzzers,
  { lookup, cycles, isActive }: FileScope,
  problems: Problem[],
): FilePlan {
  const { universe } = input;
  const rules = rulesOfPackage(
    input,
    types.map(({ id }) => id),
    isActive,
  );
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
  const scope: BodyScope = { cycles, at, rulesOf: rules.ofType, rulesOfField: rules.ofField };
  const functions = types.map((type: TypeDeclaration) => ({
    typeName: type.name,
    auto: names.autoFuzz(type.name),
    own: handWritten.has(type.id) ? "" : names.fuzz(type.name),
    arbitrary: arbitraryType,
    type: printDeclaration(universe, type),
    hasRules: (rules.ofType(type.id)?.length ?? 0) > 0,
    value: kept(input, type, rules, bodyOf(scope, type)),
  }));
  const constants = rules.constants();
  return {
    package: pkg.id,
    path: input.path(pkg.id, "fuzz"),
    template: "fuzz",
    view: { functions, constants, Rules: fromTestingType("Rules") },
    exports: [
      ...constants.filter(({ isExported }) => isExported).map(({ name }) => name),
      ...functions.flatMap(({ auto, own }) => (own === "" ? [auto] : [auto, own])),
    ],
    reexports: types
      .flatMap(({ id }) => handWritten.get(id) ?? [])
      .map((fn) => functionSymbol(universe, fn))
      .sort((a, b) => compareText(a.symbol, b.symbol)),
  };
}

/** Returns an expression for values that keep the rules of their type. */
function kept(input: PlanInput, type: TypeDeclaration, rules: PackageRules, value: Value): Value {
  const own = rules.ofType(type.id);
  if (own === undefined || own.length === 0) return value;
  const validate = own.some(needsCode) ? input.emitted(type.package, names.validate(type.name)) : undefined;
  const more = validate === undefined ? [] : [text(validate)];
  return call(fromTesting("fitted"), value, text(names.rules(type.name)), ...more);
}

/** Reports whether a rule, without those of other types, has a result that only code knows. */
function needsCode(rule: RuleData | undefined): boolean {
  if (typeof rule !== "object" || "lazy" in rule) return false;
  return ("kind" in rule && rule.kind === "code") || partsOf(rule).some(needsCode);
}
