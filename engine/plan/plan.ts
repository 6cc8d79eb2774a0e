import { posix } from "node:path";
import { withinBorders } from "./borders.js";
import { checkPlan } from "./check-plan.js";
import { asGenerator } from "./generator-failure.js";
import { folders } from "../model/lookup.js";
import type { FilePlan, Generator, PlanInput, PlannedOptionProblem, PlannedUnknownKey } from "./generator.js";
import type { Package, PackageId, Universe } from "../model/universe.js";
import { once } from "../util/once.js";
import type { MemosOfRun } from "./memo.js";
import type { PluginOrigins } from "./plugin-problem.js";
import type { SymbolRef } from "../base/symbol.js";
import { orderStrings, type Problem } from "../base/problem.js";
import type { PlannedReport } from "../model/violations/known-violations.js";
import { outputProblems } from "./problem-codes.js";

/** A file that will be written, and the generator that planned it. */
export interface PlannedFile {
  readonly generator: Generator;
  readonly file: FilePlan;
}

export interface PlanAllInput extends Pick<
  PlanInput,
  "universe" | "isWhole" | "installed" | "add" | "load" | "pages" | "readFile"
> {
  /** Generators, sorted so that each one comes after the generators in its list `after`. */
  readonly generators: readonly Generator[];
  readonly outputs: { readonly [generator: string]: { readonly [key: string]: string } };
  readonly options: { readonly [generator: string]: { readonly [name: string]: unknown } };
  readonly plurals: { readonly [kind: string]: string };
  /**
   * Modules of the custom generators, by generator name. Only plans of custom generators are
   * checked at run time.
   */
  readonly plugins?: PluginOrigins | undefined;
  /**
   * Opens the memoised values of generators.
   * @param settings all settings that generators can read
   */
  readonly openMemos: (universe: Universe, settings: unknown) => MemosOfRun;
  /**
   * Reports whether the result contains the files and problems of a generator. The other generators
   * are planned too, because generators look up names in each other's files.
   */
  readonly wanted: (generator: string) => boolean;
}

export interface PlanAllResult {
  /** Files of target packages, in code-point order of their paths. */
  readonly files: readonly PlannedFile[];
  readonly problems: readonly Problem[];
  readonly keep: readonly string[];
  /** Violations of API rules in target packages. */
  readonly reports: readonly PlannedReport[];
  readonly unknownKeys: readonly PlannedUnknownKey[];
  /** The paths begin at the root of the configuration. */
  readonly optionProblems: readonly PlannedOptionProblem[];
}

/**
 * Plans the files of all generators. Packages to which targets only refer are planned too, because
 * generators look up names in their files.
 */
export function planAll(input: PlanAllInput): PlanAllResult {
  const planner = new Planner(input);
  for (const generator of input.generators) planner.plan(generator);
  return planner.close();
}

/**
 * Plans one generator after the other. A generator can look up the names that earlier generators
 * export.
 */
class Planner {
  readonly #input: PlanAllInput;
  readonly #memos: MemosOfRun;
  readonly #packages: readonly Package[];
  readonly #selected: ReadonlySet<string>;
  /** Folders that are read but not written. */
  readonly #readOnly: ReadonlySet<PackageId>;
  /**
   * Exported names by package. In each list, the exports of the last planned generator come first.
   */
  readonly #emitted = new Map<PackageId, readonly ReadonlyMap<string, SymbolRef>[]>();
  readonly #installed = new Map<string, boolean>();
  /** Planned files of all packages, including files that are not written. */
  readonly #all: FilePlan[] = [];
  readonly #files: PlannedFile[] = [];
  readonly #problems: Problem[] = [];
  readonly #keep: string[] = [];
  readonly #reports: PlannedReport[] = [];
  readonly #unknownKeys: PlannedUnknownKey[] = [];
  readonly #optionProblems: PlannedOptionProblem[] = [];

  constructor(input: PlanAllInput) {
    const { generators, outputs, options, plurals, universe } = input;
    this.#input = input;
    this.#memos = input.openMemos(universe, { generators, outputs, options, plurals });
    this.#packages = folders(universe);
    this.#selected = new Set(generators.map(({ name }) => name));
    this.#readOnly = new Set(this.#packages.filter(({ target }) => !target).map(({ id }) => id));
  }

  plan(generator: Generator): void {
    const { universe, plugins, wanted } = this.#input;
    const input = this.#inputOf(generator);
    const plan = asGenerator(generator, () => {
      const made = generator.plan(input);
      if (plugins?.has(generator.name) === true) checkPlan(made, generator.problems);
      return made;
    });
    const planned = plan.files.map((file) => this.#memos.emit(generator.name, file));
    this.#all.push(...planned);
    for (const file of planned)
      this.#emitted.set(file.package, [exportsOf(file), ...(this.#emitted.get(file.package) ?? [])]);
    if (!wanted(generator.name)) return;
    this.#files.push(
      ...planned.filter((file) => isTarget(universe, file.package)).map((file) => ({ generator, file })),
    );
    // Problems of a package that is not a target are omitted. A run in which the package is a
    // target reports them.
    this.#problems.push(...plan.problems.filter(({ position }) => !this.#readOnly.has(posix.dirname(position.file))));
    this.#keep.push(...(plan.keep ?? []));
    this.#unknownKeys.push(...(plan.unknownKeys ?? []).map((key) => ({ ...key, generator: generator.name })));
    const inOptions = ["options", generator.name];
    for (const problem of plan.optionProblems ?? [])
      this.#optionProblems.push({ ...problem, path: [...inOptions, ...problem.path] });
    const { report } = plan;
    if (report === undefined) return;
    const violations = report.violations.filter((violation) => !this.#readOnly.has(violation.package));
    this.#reports.push({ generator: generator.name, file: report.file, violations });
  }

  /**
   * Ends planning. Returns the planned files, and reports paths for which several files are
   * planned.
   */
  close(): PlanAllResult {
    this.#memos.close();
    const within = withinBorders(
      this.#input.universe,
      this.#files.map(({ file }) => file),
      this.#all,
    );
    const files = this.#files
      .map((planned, index) => ({ ...planned, file: within.files[index] ?? planned.file }))
      .sort((a, b) => orderStrings(a.file.path, b.file.path));
    return {
      files,
      problems: [...this.#problems, ...within.problems, ...doubleClaims(files)],
      keep: this.#keep,
      reports: this.#reports,
      unknownKeys: this.#unknownKeys,
      optionProblems: this.#optionProblems,
    };
  }

  #inputOf(generator: Generator): PlanInput {
    const { universe, outputs, options, pages, plurals, isWhole, readFile, add, load } = this.#input;
    return {
      universe,
      packages: this.#packages,
      selected: this.#selected,
      emitted: (packageId, name) => this.#lookUp(packageId, name),
      path: (packageId, output) => outputPath(packageId, outputName(generator, output, outputs)),
      pages,
      isWhole,
      readFile,
      installed: (npmPackage, importer) => this.#isInstalled(npmPackage, importer),
      add,
      load,
      memo: this.#memos.memo(generator.name),
      options: { plurals, ...options[generator.name] },
    };
  }

  #lookUp(packageId: PackageId, name: string): SymbolRef | undefined {
    for (const exported of this.#emitted.get(packageId) ?? []) {
      const symbol = exported.get(name);
      if (symbol !== undefined) return symbol;
    }
    return undefined;
  }

  #isInstalled(npmPackage: string, importer?: "runtime"): boolean {
    const key = `${importer ?? ""} ${npmPackage}`;
    const known = this.#installed.get(key) ?? this.#input.installed(npmPackage, importer);
    this.#installed.set(key, known);
    return known;
  }
}

/** Returns the symbols that a file exports, by name. Re-exported names are included. */
const exportsOf = once(({ path, exports, reexports = [] }: FilePlan): ReadonlyMap<string, SymbolRef> => {
  const symbols = [...exports, ...reexports.map(({ symbol }) => symbol)];
  return new Map(symbols.map((symbol) => [symbol, { symbol, from: path }]));
});

function outputName(generator: Generator, key: string, outputs: PlanAllInput["outputs"]): string {
  const name = outputs[generator.name]?.[key] ?? generator.outputs[key];
  if (name === undefined) throw new Error(`generator ${generator.name} has no output ${key}`);
  return name;
}

function outputPath(packageId: PackageId, name: string): string {
  return packageId === "." ? name : `${packageId}/${name}`;
}

function isTarget(universe: Universe, id: PackageId): boolean {
  return universe.packages[id]?.target ?? true;
}

function doubleClaims(files: readonly PlannedFile[]): Problem[] {
  return files.flatMap(({ generator, file }, index) => {
    const other = files[index - 1];
    if (other === undefined || other.file.path !== file.path) return [];
    const message = `both ${other.generator.name} and ${generator.name} generate ${file.path}`;
    const hint = `give one of them another name under "outputs" in codegen.config.json`;
    const position = { file: file.path, line: 1, column: 1 };
    return [{ ...outputProblems.is("output/claimed-twice"), message, hint, position }];
  });
}
