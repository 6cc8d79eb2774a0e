import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { internalVersion, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Package } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Registered } from "../kinds/registered.js";
import { versionsToInstall } from "../kinds/versions-to-install.js";
import { registerProblems } from "../problem-codes/register.js";
import { installFolder, ownInstall } from "../kinds/hand-written-install.js";
import { functionSymbol } from "../../engine/model/functions/function-symbol.js";
import type { SymbolRef } from "../../engine/base/symbol.js";

/**
 * Plans the file `zz_generated.install.ts` of the group whose hub is given. Appends to `problems`.
 * Returns undefined for a package that is not the hub of a group, and for a group with a
 * hand-written `install.ts`.
 */
export function planInstall(
  input: PlanInput,
  hub: Registered,
  all: readonly Registered[],
  problems: Problem[],
): FilePlan | undefined {
  const versions = versionsToInstall(input.universe, hub, all);
  if (versions === undefined) return undefined;
  const folder = installFolder(hub, all);
  const own = ownInstall(input.universe, folder);
  if (own !== undefined) {
    const problem = withoutInstall(own.pkg, own.path);
    if (problem !== undefined) problems.push(problem);
    return undefined;
  }
  const folders = [hub, ...versions.filter((version) => version !== hub)];
  const isInternal = hub.groupVersion.version === internalVersion;
  return {
    package: hub.pkg.id,
    path: input.path(folder, "install"),
    template: "install",
    view: {
      functions: folders.flatMap((registered) => addToScheme(input, registered, problems) ?? []),
      versions: versions.map(({ groupVersion }): PackageGroupVersion => groupVersion),
      hub: isInternal || versions.length === 1 ? null : hub.groupVersion,
    },
    exports: ["Install"],
  };
}

/**
 * Reports a hand-written `install.ts` without a function Install. This is only a warning, because
 * the file can re-export a function of another file.
 */
function withoutInstall(pkg: Package, file: string): Problem | undefined {
  const own = pkg.functions.filter((fn) => fn.file === file);
  if (own.some(({ name, exported }) => exported && name === "Install")) return undefined;
  return {
    ...registerProblems.is("register/no-install"),
    message: `${file} exports no function Install, and codegen does not generate one beside a hand-written file`,
    hint: "export function Install(scheme: Scheme): void { … }\nor remove the file, so that codegen generates the function",
    position: own.find(({ name }) => name.toLowerCase() === "install")?.position ?? { file, line: 1, column: 1 },
  };
}

/**
 * Returns the AddToScheme function of a folder: the function in the folder's hand-written
 * `register.ts`, or else the generated function. If the hand-written file does not export the
 * function, returns undefined and appends to `problems`.
 */
export function addToScheme(
  input: PlanInput,
  { pkg, handWritten }: Registered,
  problems: Problem[],
): SymbolRef | undefined {
  if (handWritten === undefined) return { symbol: "AddToScheme", from: input.path(pkg.id, "register") };
  const fn = pkg.functions.find(
    ({ name, file, exported }) => name === "AddToScheme" && file === handWritten && exported,
  );
  if (fn !== undefined) return functionSymbol(input.universe, fn);
  problems.push({
    ...registerProblems.is("register/no-add-to-scheme"),
    message: `${handWritten} exports no function AddToScheme, so no kind of ${pkg.id} can be registered`,
    hint: "export function AddToScheme(scheme: Scheme): void { … }\nor remove the file, so that codegen generates the function",
    position: { file: handWritten, line: 1, column: 1 },
  });
  return undefined;
}
