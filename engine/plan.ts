import { posix } from "node:path";
import { withinBorders } from "./borders.js";
import { checkPlan } from "./plugin/check-plan.js";
import { asGenerator } from "./plugin/generator-failure.js";
import type { FilePlan, Generator, PlanInput } from "./generator.js";
import type { PackageId, Universe } from "./model/universe.js";
import { once } from "./util/once.js";
import { noMemos, openMemos, type Memos } from "./incremental/memo.js";
import type { PluginOrigins } from "./plugin/plugin-problem.js";
import type { SymbolRef } from "./print/symbol.js";
import { compareText, type Problem } from "./problem.js";

/** A file that will be written, with its generator. */
export interface PlannedFile {
  readonly generator: Generator;
  readonly file: FilePlan;
}

export interface PlanAllInput {
  readonly universe: Universe;
  /** Ordered by their `after`. */
  readonly generators: readonly Generator[];
  readonly outputs: { readonly [generator: string]: { readonly [key: string]: string } };
  readonly options: { readonly [generator: string]: { readonly [name: string]: unknown } };
  readonly plurals: { readonly [kind: string]: string };
  readonly installed: (npmPackage: string) => boolean;
  /** Returns the folder for pages about a folder of types, relative to the root. */
  readonly pages: (folder: PackageId) => string;
  /** The custom generators by name. Their plans are validated. */
  readonly plugins?: PluginOrigins | undefined;
  /** Memoised values of earlier runs, updated by this one. */
  readonly memos?: Memos | undefined;
  /**
   * Reports whether a generator's files and problems are wanted. All generators are planned, since
   * other generators look up their names.
   */
  readonly wanted: (generator: string) => boolean;
}

export interface PlanAllResult {
  /** Files of target packages in code-point order of their paths. */
  readonly files: readonly PlannedFile[];
  readonly problems: readonly Problem[];
  readonly keep: readonly string[];
}

/**
 * Plans the files of all generators. Packages to which targets only refer are planned too, so that
 * their names can be looked up.
 */
export function planAll(input: PlanAllInput): PlanAllResult {
  const packages = Object.values(input.universe.packages).filter(({ kind }) => kind === "folder");
  const readOnly = new Set(packages.filter(({ target }) => !target).map(({ id }) => id));
  const selected = new Set(input.generators.map(({ name }) => name));
  /** Exports by package; those of the latest generator come first. */
  const emitted = new Map<PackageId, readonly ReadonlyMap<string, SymbolRef>[]>();
  const files: PlannedFile[] = [];
  const everyPlan: FilePlan[] = [];
  const problems: Problem[] = [];
  const keep: string[] = [];
  const answers = new Map<string, boolean>();
  const installed = (npmPackage: string): boolean => {
    const known = answers.get(npmPackage) ?? input.installed(npmPackage);
    answers.set(npmPackage, known);
    return known;
  };
  const { outputs, options, plurals } = input;
  const memos =
    input.memos === undefined
      ? noMemos
      : openMemos(input.memos, input.universe, { generators: input.generators, outputs, options, plurals });
  for (const generator of input.generators) {
    const planInput: PlanInput = {
      universe: input.universe,
      packages,
      selected,
      emitted(packageId, name) {
        for (const exported of emitted.get(packageId) ?? []) {
          const symbol = exported.get(name);
          if (symbol !== undefined) return symbol;
        }
        return undefined;
      },
      path: (packageId, output) => outputPath(packageId, outputName(generator, output, outputs)),
      pages: input.pages,
      installed,
      memo: memos.memo(generator.name),
      options: { plurals, ...options[generator.name] },
    };
    const plan = asGenerator(generator, () => {
      const made = generator.plan(planInput);
      if (input.plugins?.has(generator.name) === true) checkPlan(made);
      return made;
    });
    const planned = plan.files.map((file) => memos.emit(generator.name, file));
    everyPlan.push(...planned);
    for (const file of planned) emitted.set(file.package, [exportsOf(file), ...(emitted.get(file.package) ?? [])]);
    if (!input.wanted(generator.name)) continue;
    files.push(
      ...planned.filter((file) => isTarget(input.universe, file.package)).map((file) => ({ generator, file })),
    );
    // Problems of a package that this run only reads are reported when it is a target.
    problems.push(...plan.problems.filter(({ position }) => !readOnly.has(posix.dirname(position.file))));
    keep.push(...(plan.keep ?? []));
  }
  memos.close();
  const within = withinBorders(
    input.universe,
    files.map(({ file }) => file),
    everyPlan,
  );
  for (const [index, file] of within.files.entries()) {
    const planned = files[index];
    if (planned !== undefined) files[index] = { ...planned, file };
  }
  problems.push(...within.problems);
  files.sort((a, b) => compareText(a.file.path, b.file.path));
  return { files, problems: [...problems, ...doubleClaims(files)], keep };
}

/** Re-exported names count as exports. */
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
    return [
      {
        code: "output/claimed-twice",
        severity: "error" as const,
        message: `both ${other.generator.name} and ${generator.name} generate ${file.path}`,
        hint: `give one of them another name under "outputs" in codegen.config.json`,
        position: { file: file.path, line: 1, column: 1 },
      },
    ];
  });
}
