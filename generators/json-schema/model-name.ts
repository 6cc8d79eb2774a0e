import { groupVersionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { modelPackageMarker } from "../markers/openapi.js";

/** Returns the name of the definition of a type in a folder. */
export function modelName(universe: Universe, pkg: Package, type: TypeDeclaration): string {
  return `${modelPackageMarker.read(type) ?? modelPackage(universe, pkg)}.${type.name}`;
}

/**
 * Returns the prefix of a folder's definition names. It comes from the package's marker. Without a
 * marker, it consists of the reversed group and the version; without a group, of the package's
 * path.
 */
export function modelPackage(universe: Universe, pkg: Package): string {
  const name = modelPackageMarker.read(pkg);
  if (name !== undefined) return name;
  const groupVersion = groupVersionOf(universe, pkg);
  if (groupVersion === undefined)
    return pkg.id
      .split("/")
      .filter((part) => part !== "." && part !== "..")
      .join(".");
  const { group, version } = groupVersion;
  // The core group has an empty name. An empty name cannot be reversed.
  return [...(group === "" ? ["core"] : group.split(".").reverse()), version].join(".");
}
