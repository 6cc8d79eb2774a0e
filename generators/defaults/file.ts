import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import type { FunctionDeclaration, PackageId, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { Printable } from "../../engine/base/symbol.js";
import { printDeclaration } from "../../engine/print/type.js";
import { bodySteps, type StepScope } from "./steps.js";
import type { DefaultingStep } from "./step.js";
import type { PackageDefaults, View } from "./view.js";

/** Packages that generate the defaulting function of a root type, by type. */
export type Emitters = ReadonlyMap<TypeId, readonly PackageId[]>;

interface FunctionView {
  readonly name: string;
  readonly typeName: string;
  readonly type: Printable;
  readonly steps: readonly DefaultingStep[];
}

/** What the plan of a package's file depends on. */
interface FileInput {
  readonly input: PlanInput;
  readonly folder: PackageDefaults;
  readonly view: View;
  readonly emitters: Emitters;
  /** The plan adds the hand-written functions that the file calls. */
  readonly called: Set<FunctionDeclaration>;
}

/**
 * Plans the file zz_generated.defaults.ts of a package. Returns undefined if the file would have no
 * content.
 */
export function planFile(of: FileInput): FilePlan | undefined {
  const { input, view, emitters, called } = of;
  const { pkg, roots } = of.folder;
  const file = new FileFunctions(of);
  const written = roots.flatMap((type) => view.defaultersOf(type.id).object ?? []);
  const generated = roots.filter(({ id }) => emitters.get(id)?.includes(pkg.id) === true);
  const functions = generated.map((type) => file.functionFor(type, names.setObjectDefaults(type.name)));
  written.forEach((fn) => called.add(fn));
  const register = registrations(
    input,
    roots.filter(({ id }) => generated.some((type) => type.id === id) || view.defaultersOf(id).object !== undefined),
    file,
  );
  if (functions.length === 0 && written.length === 0 && register === undefined) return undefined;
  return {
    package: pkg.id,
    path: input.path(pkg.id, "defaults"),
    template: "defaults",
    view: { register: register ?? null, functions, helpers: file.helpers },
    exports: [...(register === undefined ? [] : ["RegisterDefaults"]), ...functions.map(({ name }) => name)],
    reexports: written.map((fn) => functionSymbol(input.universe, fn)),
  };
}

/**
 * Functions of one generated file. A helper function is planned when another function first calls
 * it.
 */
class FileFunctions implements StepScope {
  readonly universe: Universe;
  readonly view: View;
  readonly #file: FileInput;
  readonly #helpers = new Map<TypeId, FunctionView>();
  readonly #taken = new Set<string>();

  constructor(file: FileInput) {
    this.universe = file.input.universe;
    this.view = file.view;
    this.#file = file;
  }

  /** Functions of types that are not root types. They are private to the file. */
  get helpers(): readonly FunctionView[] {
    return [...this.#helpers.values()];
  }

  functionFor(type: TypeDeclaration, name: string): FunctionView {
    return { ...this.#headOf(type, name), steps: bodySteps(this, type) };
  }

  call(fn: FunctionDeclaration): Printable {
    this.#file.called.add(fn);
    return functionSymbol(this.universe, fn);
  }

  isRoot(id: TypeId): boolean {
    return this.#file.emitters.has(id);
  }

  functionOf(type: TypeDeclaration): Printable {
    const by = this.#file.emitters.get(type.id);
    if (by === undefined) return this.#helpers.get(type.id)?.name ?? this.#addHelper(type);
    const { input, folder } = this.#file;
    const from = by.includes(folder.pkg.id) ? folder.pkg.id : (by[0] ?? folder.pkg.id);
    return { symbol: names.setObjectDefaults(type.name), from: input.path(from, "defaults") };
  }

  #headOf(type: TypeDeclaration, name: string): Omit<FunctionView, "steps"> {
    return { name, typeName: type.name, type: printDeclaration(this.universe, type) };
  }

  #addHelper(type: TypeDeclaration): string {
    const wanted = `setObjectDefaults_${type.name}`;
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n++) name = `${wanted}_${String(n)}`;
    this.#taken.add(name);
    // The name is stored before the body is planned, because a function for a recursive type calls
    // itself.
    this.#helpers.set(type.id, { ...this.#headOf(type, name), steps: [] });
    this.#helpers.set(type.id, this.functionFor(type, name));
    return name;
  }
}

/**
 * Returns the functions that RegisterDefaults adds to a scheme. Returns undefined if no schemas are
 * generated, or if no root type has one, because a scheme identifies types by their schemas.
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
