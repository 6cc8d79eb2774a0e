import { posix } from "node:path";
import type { FilePlan, PlanInput } from "../../engine/generator.js";
import { ownExternalTypesOf } from "../../engine/model/external-types.js";
import { compareVersions, internalVersion, versionsOf, type GroupVersion } from "../../engine/model/group-version.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import type { Problem } from "../../engine/problem.js";
import type { Registered } from "./activation.js";
import { addToScheme } from "./add-to-scheme.js";

/**
 * Plans the `zz_generated.install.ts` of a group, in the package of the hub. Appends to `problems`.
 */
export function planInstall(
  input: PlanInput,
  hub: Registered,
  all: readonly Registered[],
  problems: Problem[],
): FilePlan | undefined {
  const versions = servedVersions(input, hub, all);
  if (versions === undefined) return undefined;
  const own = posix.join(hub.pkg.id, "install.ts");
  if (hub.pkg.files.includes(own)) {
    problems.push(...withoutInstall(hub, own));
    return undefined;
  }
  const folders = [hub, ...versions.filter((version) => version !== hub)];
  return {
    package: hub.pkg.id,
    path: input.path(hub.pkg.id, "install"),
    template: "install",
    view: {
      scheme: {
        symbol: "Scheme",
        from: "@apimachinery/runtime/codegen/v1",
        module: true,
        type: true,
      } satisfies SymbolRef,
      functions: folders.flatMap((folder) => addToScheme(input, folder, problems) ?? []),
      versions: versions.map(({ groupVersion }): GroupVersion => groupVersion),
    },
    exports: ["Install"],
  };
}

/**
 * Reports a hand-written `install.ts` without a function Install. It is only a warning, because the
 * file can export a function that another file declares.
 */
function withoutInstall({ pkg }: Registered, file: string): Problem[] {
  const own = pkg.functions.filter((fn) => fn.file === file);
  if (own.some(({ name, exported }) => exported && name === "Install")) return [];
  return [
    {
      code: "register/no-install",
      severity: "warning",
      message: `${file} exports no function Install, and none is generated beside it`,
      hint: "export function Install(scheme: Scheme): void { … }\nor remove the file to have it generated",
      position: own.find(({ name }) => name.toLowerCase() === "install")?.position ?? { file, line: 1, column: 1 },
    },
  ];
}

/**
 * Returns the served versions, with the most mature first. Undefined for a package that is not a
 * hub.
 */
function servedVersions(
  { universe }: PlanInput,
  hub: Registered,
  all: readonly Registered[],
): readonly Registered[] | undefined {
  const group = all.filter(({ groupVersion }) => groupVersion.group === hub.groupVersion.group);
  const isInternal = hub.groupVersion.version === internalVersion;
  // If the group has an internal version, that version is the hub, even if other versions name a
  // served version.
  if (!isInternal && group.some(({ groupVersion }) => groupVersion.version === internalVersion)) return undefined;
  const below = new Set(versionsOf(universe, hub.pkg.id).map(({ id }) => id));
  const found = group.filter(({ pkg }) => below.has(pkg.id) || (pkg.id === hub.pkg.id && !isInternal));
  // If a package has functions for external types, its AddToScheme registers these types too.
  const registeredByOthers = new Set(found.flatMap(({ pkg }) => ownExternalTypesOf(universe, pkg)));
  const versions = found.filter(({ pkg }) => !registeredByOthers.has(pkg));
  if (!isInternal && versions.length < 2) return undefined;
  return versions.sort((a, b) => compareVersions(a.groupVersion.version, b.groupVersion.version));
}
