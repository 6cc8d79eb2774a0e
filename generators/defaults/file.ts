import type { FilePlan, PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { functionSymbol } from "../../engine/print/function.js";
import type { Printable, SymbolRef } from "../../engine/print/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { bodySteps, type StepScope } from "./steps.js";
import type { Step } from "./step.js";
import type { PackageDefaults, View } from "./view.js";

const scheme: SymbolRef = { symbol: "Scheme", from: "@apimachinery/runtime/codegen/v1", module: true, type: true };

/** Packages that generate the defaulting function of each root type. */
export type Emitters = ReadonlyMap<TypeId, readonly PackageId[]>;

interface FunctionView {
  readonly name: string;
  readonly typeName: string;
  readonly type: Printable;
  readonly steps: readonly Step[];
}

/**
 * Plans the zz_generated.defaults.ts of a package. Adds the hand-written functions that the file
 * calls to `called`.
 */
export function planFile(
  input: PlanInput,
  { pkg, roots }: PackageDefaults,
  view: View,
  emitters: Emitters,
  called: Set<FunctionDeclaration>,
): FilePlan | undefined {
  const { universe } = input;
  const path = input.path(pkg.id, "defaults");
  const helpers = new Map<TypeId, FunctionView>();
  const taken = new Set<string>();

  const stepScope: StepScope = {
    universe,
    view,
    call(fn) {
      called.add(fn);
      return functionSymbol(universe, fn);
    },
    isRoot: (id) => emitters.has(id),
    functionOf(type) {
      const by = emitters.get(type.id);
      if (by !== undefined) return rootFunction(type, by.includes(pkg.id) ? pkg.id : (by[0] ?? pkg.id));
      return helpers.get(type.id)?.name ?? addHelper(type);
    },
  };

  const written = roots.flatMap((type) => view.defaultersOf(type.id).object ?? []);
  const generated = roots.filter(({ id }) => emitters.get(id)?.includes(pkg.id) === true);
  const functions = generated.map((type) => functionFor(type, names.setObjectDefaults(type.name)));
  written.forEach((fn) => called.add(fn));
  const register = registrations(
    input,
    roots.filter(({ id }) => generated.some((type) => type.id === id) || view.defaultersOf(id).object !== undefined),
    stepScope,
  );
  if (functions.length === 0 && written.length === 0 && register === undefined) return undefined;
  return {
    package: pkg.id,
    path,
    template: "defaults",
    view: { register: register ?? null, scheme, functions, helpers: [...helpers.values()] },
    exports: [...(register === undefined ? [] : ["RegisterDefaults"]), ...functions.map(({ name }) => name)],
    reexports: written.map((fn) => functionSymbol(universe, fn)),
  };

  function functionFor(type: TypeDeclaration, name: string): FunctionView {
    return { ...headOf(type, name), steps: bodySteps(stepScope, type) };
  }

  function headOf(type: TypeDeclaration, name: string): Omit<FunctionView, "steps"> {
    return { name, typeName: type.name, type: printDeclaration(universe, type) };
  }

  function rootFunction(type: TypeDeclaration, by: PackageId): SymbolRef {
    return { symbol: names.setObjectDefaults(type.name), from: input.path(by, "defaults") };
  }

  function addHelper(type: TypeDeclaration): string {
    const wanted = `setObjectDefaults_${type.name}`;
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}_${String(n)}`;
    taken.add(name);
    // The name is stored before the body is planned, because the body can call the function itself.
    helpers.set(type.id, { ...headOf(type, name), steps: [] });
    helpers.set(type.id, functionFor(type, name));
    return name;
  }
}

/**
 * Returns the functions that RegisterDefaults adds to a scheme. Undefined if the types have no
 * schemas, because a scheme identifies types by their schemas.
 */
function registrations(
  input: PlanInput,
  roots: readonly TypeDeclaration[],
  scope: StepScope,
): { readonly roots: readonly unknown[] } | undefined {
  if (!input.selected.has("schema")) return undefined;
  const registered = roots.flatMap((type) => {
    const schema = input.emitted(type.package, names.schema(type.name));
    if (schema === undefined) return [];
    const { object } = scope.view.defaultersOf(type.id);
    return [{ schema, fn: object === undefined ? scope.functionOf(type) : functionSymbol(input.universe, object) }];
  });
  return registered.length === 0 && roots.length > 0 ? undefined : { roots: registered };
}
