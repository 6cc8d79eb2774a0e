import { posix } from "node:path";
import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import type { FunctionDeclaration, Package, PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import { folderNamed } from "../../engine/markers/marker-folder.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Problem } from "../../engine/base/problem.js";
import { activate } from "./activation.js";
import { checkDefaults } from "../presence/check-defaults.js";
import { planFile, type Emitters } from "./file.js";
import { findDefaulters, type FoundDefaulter } from "./functions.js";
import { checkDefaultingMarkers, unusedFunction } from "./function-problems.js";
import { idleDefaults } from "./idle-defaults.js";
import { defaultsMarkers } from "../markers/defaults.js";
import { createView, indexFound, type PackageDefaults, type View } from "./view.js";
import { ownDefaults } from "./work.js";
import { defaultsProblems } from "../problem-codes/defaults.js";

/**
 * Generates `SetObjectDefaults_<T>(obj: T): void` for every root type. The functions apply
 * `+default` markers and call hand-written `SetDefaults_` functions.
 */
export const defaults: Generator = {
  name: "defaults",
  description: "defaulting: SetObjectDefaults_<T>, RegisterDefaults",
  outputs: { defaults: "zz_generated.defaults.ts" },
  after: ["schema"],
  markers: defaultsMarkers,
  problems: [defaultsProblems],
  options: { peers: { kind: "folders", description: "additional folders with functions SetDefaults_<Type>" } },
  templates: new URL("../../templates/defaults/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { universe } = input;
  const all = Object.values(universe.packages).map((pkg): PackageDefaults =>
    input.memo("found", pkg.id, undefined, () => findIn(universe, pkg)),
  );
  const peers = peersIn(input);
  // The functions of peer packages apply to types of all packages, so every generated file depends
  // on them.
  const deps = all.flatMap(({ pkg, found }) => (peers.includes(pkg.id) ? found : []));
  const viewOf = collectingViews(input, all, peers);
  const roots = planRoots(input, all, deps, viewOf);
  const { files, called, ...planned } = planFiles(input, all, deps, viewOf, roots.emitters);
  const problems = [...all.flatMap((own) => own.problems), ...roots.problems, ...planned.problems];
  const unused = withoutConsequences(unusedFunctions(input, all, called), problems);
  return { files, problems: [...problems, ...unused, ...idleDefaults(universe, all)] };
}

/** Returns a function that returns the view of a package. The view is created at the first call. */
function collectingViews(input: PlanInput, all: readonly PackageDefaults[], peers: readonly PackageId[]): ViewOf {
  const index = indexFound(all);
  const own = ownDefaults(input);
  const views = new Map<PackageId, CollectingView>();
  return (pkg) => {
    const known = views.get(pkg);
    if (known !== undefined) return known;
    const wrong: Problem[] = [];
    const view = { ...createView(pkg, index, peers, own, wrong), take: () => wrong.splice(0) };
    views.set(pkg, view);
    return view;
  };
}

/** Determines for which root types functions are generated. */
function planRoots(
  input: PlanInput,
  all: readonly PackageDefaults[],
  deps: readonly FoundDefaulter[],
  viewOf: ViewOf,
): { readonly emitters: Emitters; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const emitters = new Map<TypeId, readonly PackageId[]>();
  for (const { pkg, roots } of all) {
    const emitted = input.memo("roots", pkg.id, deps, () => {
      const view = viewOf(pkg.id);
      const ids = roots.flatMap(({ id }) =>
        view.work.has(id) && view.defaultersOf(id).object === undefined ? [id] : [],
      );
      return { ids, problems: view.take() };
    });
    problems.push(...emitted.problems);
    for (const id of emitted.ids) emitters.set(id, [...(emitters.get(id) ?? []), pkg.id]);
  }
  return { emitters, problems };
}

/**
 * Plans the files of all packages. `called` contains the keys (see `keyOf`) of the hand-written
 * functions that the files call.
 */
function planFiles(
  input: PlanInput,
  all: readonly PackageDefaults[],
  deps: readonly FoundDefaulter[],
  viewOf: ViewOf,
  emitters: Emitters,
): Pick<Plan, "files" | "problems"> & { readonly called: ReadonlySet<string> } {
  const planned = all
    .filter(({ active }) => active)
    .map((folder) =>
      input.memo("file", folder.pkg.id, deps, () => {
        const view = viewOf(folder.pkg.id);
        const called = new Set<FunctionDeclaration>();
        const file = planFile({ input, folder, view, emitters, called });
        return { file, called: [...called].map(keyOf), problems: view.take() };
      }),
    );
  return {
    files: planned.flatMap(({ file }) => file ?? []),
    called: new Set(planned.flatMap(({ called }) => called)),
    problems: planned.flatMap(({ problems }) => problems),
  };
}

/**
 * Removes warnings about unused functions that are caused by another problem: a problem of the
 * function itself, or a marker of its package that names the wrong types.
 */
function withoutConsequences(unused: readonly Problem[], problems: readonly Problem[]): readonly Problem[] {
  const wrong = new Set(problems.map(({ position }) => position));
  const misled = new Set(
    problems.flatMap(({ code, position }) =>
      code === "defaults/bad-marker-value" ? [posix.dirname(position.file)] : [],
    ),
  );
  return unused.filter(({ position }) => !wrong.has(position) && !misled.has(posix.dirname(position.file)));
}

/** Returns the view of a package, that is, the defaulting functions that apply to its types. */
type ViewOf = (pkg: PackageId) => CollectingView;

/** A view that collects problems. `take` returns the collected problems and removes them. */
type CollectingView = View & { readonly take: () => readonly Problem[] };

function findIn(universe: Universe, pkg: Package): PackageDefaults {
  const isFolder = pkg.kind === "folder";
  const { found, problems: wrong } = findDefaulters(universe, pkg);
  if (!isFolder) return { active: false, input: pkg, roots: [], problems: [], pkg, found };
  const activation = activate(universe, pkg);
  const problems = [...wrong, ...activation.problems, ...checkDefaultingMarkers(pkg), ...checkDefaults(universe, pkg)];
  return { ...activation, problems, pkg, found };
}

/**
 * Returns the packages in the option `peers` (Go: --extra-peer-dirs), whose hand-written functions
 * apply to types of all packages.
 */
function peersIn({ options }: PlanInput): readonly PackageId[] {
  const { peers } = options;
  return Array.isArray(peers)
    ? peers.filter((peer) => typeof peer === "string").map((peer) => folderNamed(".", peer))
    : [];
}

function unusedFunctions(
  { universe }: PlanInput,
  all: readonly PackageDefaults[],
  called: ReadonlySet<string>,
): Problem[] {
  const uncalled = all.flatMap(({ pkg, found }) =>
    pkg.kind === "folder" ? found.flatMap(({ fn, type }) => (called.has(keyOf(fn)) ? [] : { fn, type, pkg })) : [],
  );
  if (uncalled.length === 0) return [];
  const functions = Object.values(universe.packages).flatMap((pkg) => pkg.functions);
  const orphans = uncalled.filter(({ fn }) => !functions.some((other) => other !== fn && other.uses.includes(fn.name)));
  return orphans.map(({ fn, type, pkg }) => unusedFunction(fn, typeById(universe, type), pkg));
}

/** Returns the key of a function. The key does not change between the runs of `--watch`. */
function keyOf({ file, name }: FunctionDeclaration): string {
  return `${file}#${name}`;
}
