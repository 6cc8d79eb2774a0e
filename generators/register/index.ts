import { posix } from "node:path";
import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { ownExternalTypesOf } from "../../engine/model/external-types.js";
import { isVersion } from "../../engine/model/group-version.js";
import { activate } from "./activation.js";
import type { Registered } from "../kinds/registered.js";
import { addToScheme, planInstall } from "./install.js";
import { planFile } from "./file.js";
import { groupProblems } from "./group-problems.js";
import { installFolder } from "../kinds/hand-written-install.js";
import { kindMistakes } from "./kind-mistakes.js";
import { nonNamespaced, registerMarkers, resourceName } from "../markers/register.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Generates `AddToScheme` for every package with kinds, and `Install` for every group with a hub.
 */
export const register: Generator = {
  name: "register",
  description: "registration of kinds: AddToScheme, Install",
  outputs: { register: "zz_generated.register.ts", install: "zz_generated.install.ts" },
  after: ["schema", "deepcopy", "defaults", "validation", "conversion", "openapi"],
  markers: registerMarkers,
  problems: [registerProblems],
  alsoReads: [nonNamespaced.name, resourceName.name],
  options: {},
  templates: new URL("../../templates/register/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const activations = input.packages.map((pkg) =>
    input.memo("activation", pkg.id, undefined, () => activate(input.universe, pkg)),
  );
  const problems = activations.flatMap((activation) => activation.problems);
  const all = activations.flatMap(({ registered }) => registered ?? []);
  problems.push(...groupProblems(input, all));
  problems.push(...kindMistakes(input, all));
  const alone = all.filter((registered) => isAlone(registered, all));
  const installs = all.flatMap((hub) => planInstall(input, hub, all, problems) ?? []);
  const generated = all.filter(({ handWritten }) => handWritten === undefined);
  const files = generated.map((registered) => {
    const types = ownExternalTypesOf(input.universe, registered.pkg);
    const external = all.flatMap((other) =>
      types.includes(other.pkg) ? (addToScheme(input, other, problems) ?? []) : [],
    );
    return input.memo("file", registered.pkg.id, external, () => planFile(input, registered, external));
  });
  return {
    files: [...files, ...installs],
    problems,
    keep: alone.map((registered) => input.path(installFolder(registered, all), "install")),
  };
}

/**
 * Reports whether this run reads a version without the other packages of its group. If so, another
 * version may name this version as the hub without being read.
 */
function isAlone({ pkg }: Registered, all: readonly Registered[]): boolean {
  const parent = posix.dirname(pkg.id);
  return (
    isVersion(posix.basename(pkg.id)) &&
    !all.some((other) => other.pkg.id !== pkg.id && (other.pkg.id === parent || posix.dirname(other.pkg.id) === parent))
  );
}
