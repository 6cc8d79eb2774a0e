import type { Generator, Plan, PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, PackageId, TypeId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { activate } from "./activation.js";
import { checkDefaults } from "./check-defaults.js";
import { planFile } from "./file.js";
import { unused } from "./function-problems.js";
import { findDefaulters } from "./functions.js";
import { checkMarkedFunctions } from "./marked-functions.js";
import { defaultsMarkers } from "./markers.js";
import { createView, type PackageDefaults, type View } from "./view.js";

/** `SetObjectDefaults_<T>(obj: T): void` for every root, from `+default` markers and people's `SetDefaults_` functions. */
export const defaults: Generator = {
  name: "defaults",
  description: "defaulting: SetObjectDefaults_<T>, RegisterDefaults",
  outputs: { defaults: "zz_generated.defaults.ts" },
  after: ["schema"],
  markers: defaultsMarkers,
  templates: new URL("../../templates/defaults/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { universe } = input;
  const problems: Problem[] = [];
  const all = Object.values(universe.packages).map((home): PackageDefaults => {
    const isFolder = home.kind === "folder";
    const { found, problems: wrong } = findDefaulters(universe, home);
    const activation = isFolder ? activate(universe, home) : { active: false, input: home, roots: [], problems: [] };
    if (isFolder) problems.push(...wrong, ...activation.problems, ...checkMarkedFunctions(home), ...checkDefaults(universe, home));
    return { ...activation, home, found };
  });

  const views = new Map(all.map(({ home }): [PackageId, View] => [home.id, createView(universe, home.id, all, peersIn(input), problems)]));
  const emitters = new Map<TypeId, readonly PackageId[]>();
  for (const { home, roots } of all) {
    const view = views.get(home.id);
    for (const { id } of roots) {
      if (view?.work.has(id) === true && view.defaultersOf(id).object === undefined)
        emitters.set(id, [...(emitters.get(id) ?? []), home.id]);
    }
  }

  const called = new Set<FunctionDeclaration>();
  const files = all.flatMap((folder) => {
    const view = views.get(folder.home.id);
    return folder.active && view !== undefined ? (planFile(input, folder, view, emitters, called) ?? []) : [];
  });
  const wrong = new Set(problems.map(({ position }) => position));
  const isUnused = unusedFunctions(input, all, called).filter(({ position }) => !wrong.has(position));
  return { files, problems: [...problems, ...isUnused] };
}

/** The option `peers`: more folders in which people's functions stand, Go's --extra-peer-dirs. */
function peersIn({ options }: PlanInput): readonly PackageId[] {
  const { peers } = options;
  return Array.isArray(peers) ? peers.filter((peer) => typeof peer === "string") : [];
}

function unusedFunctions({ universe }: PlanInput, all: readonly PackageDefaults[], called: ReadonlySet<FunctionDeclaration>): Problem[] {
  const functions = Object.values(universe.packages).flatMap((home) => home.functions);
  const isUsed = (fn: FunctionDeclaration): boolean =>
    called.has(fn) || functions.some((other) => other !== fn && other.uses.includes(fn.name));
  return all.flatMap(({ home, found }) =>
    home.kind === "folder" ? found.filter(({ fn }) => !isUsed(fn)).map(({ fn }) => unused(fn)) : [],
  );
}
