import { posix } from "node:path";
import type { FilePlan, PlanInput } from "../../engine/plan/generator.js";
import { internalVersion, type GroupVersion } from "../../engine/model/group-version.js";
import type { Package, PackageId, Universe } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Registered } from "./activation.js";
import { addToScheme } from "./add-to-scheme.js";
import { versionsToInstall } from "../kinds/versions-to-install.js";

/**
 * Plans the `zz_generated.install.ts` of the group whose hub is given. Appends to `problems`.
 * Returns undefined for a package that is not the hub of a group.
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
    problems.push(...withoutInstall(own.pkg, own.path));
    return undefined;
  }
  const folders = [hub, ...versions.filter((version) => version !== hub)];
  const isInternal = hub.groupVersion.version === internalVersion;
  return {
    package: hub.pkg.id,
    path: input.path(folder, "install"),
    template: "install",
    view: {
      scheme: {
        symbol: "Scheme",
        from: "@apimachinery/runtime/codegen/v1",
        module: true,
        type: true,
      } satisfies SymbolRef,
      functions: folders.flatMap((registered) => addToScheme(input, registered, problems) ?? []),
      versions: versions.map(({ groupVersion }): GroupVersion => groupVersion),
      hub: isInternal || versions.length === 1 ? null : hub.groupVersion,
    },
    exports: ["Install"],
  };
}

/** The hand-written `install.ts` of a group, and the group's versions. */
export interface HandWrittenInstall {
  /** Package of the hub. */
  readonly package: PackageId;
  readonly path: string;
  readonly versions: readonly GroupVersion[];
}

/** Returns the hand-written `install.ts` of the groups of the given packages. */
export function handWrittenInstalls(universe: Universe, all: readonly Registered[]): readonly HandWrittenInstall[] {
  return all.flatMap((hub) => {
    const versions = versionsToInstall(universe, hub, all)?.map(({ groupVersion }) => groupVersion);
    const own = versions === undefined ? undefined : ownInstall(universe, installFolder(hub, all));
    return versions === undefined || own === undefined ? [] : { package: hub.pkg.id, path: own.path, versions };
  });
}

function ownInstall(
  { packages }: Universe,
  folder: PackageId,
): { readonly pkg: Package; readonly path: string } | undefined {
  const path = posix.join(folder, "install.ts");
  const pkg = packages[folder];
  return pkg?.files.includes(path) === true ? { pkg, path } : undefined;
}

/**
 * Returns the folder of the `zz_generated.install.ts` of a group. It is the folder of the internal
 * hub, or the folder above the version that is the hub. If that upper folder or one of its
 * subfolders contains types of other groups, it is the folder of the version.
 */
export function installFolder({ pkg, groupVersion }: Registered, all: readonly Registered[]): PackageId {
  if (groupVersion.version === internalVersion) return pkg.id;
  const above = posix.dirname(pkg.id);
  const isShared = all.some(
    (other) =>
      other.groupVersion.group !== groupVersion.group &&
      (other.pkg.id === above || posix.dirname(other.pkg.id) === above),
  );
  return isShared ? pkg.id : above;
}

/**
 * Reports a hand-written `install.ts` without a function Install. It is only a warning, because the
 * file can export a function that another file declares.
 */
function withoutInstall(pkg: Package, file: string): Problem[] {
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
