import { groupVersionOf, versionsOfHub } from "./group-version.js";
import type { Package, PackageId, Universe } from "./universe.js";

/**
 * Returns the other folders for whose types this folder contains conversion or defaulting
 * functions, in the order of the markers. In Kubernetes, for example, `pkg/apis/apps/v1` contains
 * such functions for `api/apps/v1`.
 */
export function externalTypesOf(universe: Universe, { id, markers }: Package): readonly Package[] {
  const named = markers.flatMap(({ folder }) => (folder?.role === "types" ? [folder.id] : []));
  return [...new Set(named)].flatMap((folder) => {
    const found = universe.packages[folder];
    return found?.kind !== "folder" || folder === id ? [] : [found];
  });
}

/**
 * Returns the folders of `externalTypesOf` that have the same group and version as the folder
 * `pkg`. The kinds of these folders are registered together with the kinds of `pkg`.
 */
export function ownExternalTypesOf(universe: Universe, pkg: Package): readonly Package[] {
  const own = groupVersionOf(universe, pkg);
  return externalTypesOf(universe, pkg).filter((types) => {
    const other = groupVersionOf(universe, types);
    return own !== undefined && other?.group === own.group && other.version === own.version;
  });
}

/**
 * Returns the folders with the types of a hub's versions: the versions themselves, and the folders
 * that `ownExternalTypesOf` returns for them.
 */
export function versionTypesOf(universe: Universe, hub: PackageId): readonly Package[] {
  return [
    ...new Set(versionsOfHub(universe, hub).flatMap((version) => [version, ...ownExternalTypesOf(universe, version)])),
  ];
}
