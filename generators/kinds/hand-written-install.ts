import { posix } from "node:path";
import { internalVersion, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Package, PackageId, Universe } from "../../engine/model/universe.js";
import type { Registered } from "./registered.js";
import { versionsToInstall } from "./versions-to-install.js";

/** A hand-written file `install.ts` that installs a group, and the group's versions. */
export interface HandWrittenInstall {
  /** Id of the hub's package. */
  readonly package: PackageId;
  readonly path: string;
  readonly versions: readonly PackageGroupVersion[];
}

/** Returns the hand-written `install.ts` files of the groups of the given packages. */
export function handWrittenInstalls(universe: Universe, all: readonly Registered[]): readonly HandWrittenInstall[] {
  return all.flatMap((hub) => {
    const versions = versionsToInstall(universe, hub, all)?.map(({ groupVersion }) => groupVersion);
    const own = versions === undefined ? undefined : ownInstall(universe, installFolder(hub, all));
    return versions === undefined || own === undefined ? [] : { package: hub.pkg.id, path: own.path, versions };
  });
}

/** Returns the hand-written `install.ts` in a folder; undefined if the folder has none. */
export function ownInstall(
  { packages }: Universe,
  folder: PackageId,
): { readonly pkg: Package; readonly path: string } | undefined {
  const path = posix.join(folder, "install.ts");
  const pkg = packages[folder];
  return pkg?.files.includes(path) === true ? { pkg, path } : undefined;
}

/**
 * Returns the folder of a group's file `zz_generated.install.ts`. This is the folder of the
 * internal hub. If the hub is a version, this is the parent folder of the version, or the version's
 * own folder if the parent folder or one of its subfolders contains types of other groups.
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
