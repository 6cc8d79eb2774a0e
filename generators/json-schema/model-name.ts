import { groupVersionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { modelPackageMarker } from "../markers/openapi.js";

/** Returns the name of a type's OpenAPI definition. */
export function modelName(universe: Universe, pkg: Package, type: TypeDeclaration): string {
  return `${modelPackageMarker.read(type) ?? modelPackage(universe, pkg)}.${type.name}`;
}

/**
 * Returns the prefix of the names of a folder's OpenAPI definitions. The prefix is the value of the
 * package's marker, or else the reversed group and the version. Without a group, it is the
 * package's path.
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
  // The core group has an empty name. The prefix contains `core` instead.
  return [...(group === "" ? ["core"] : group.split(".").reverse()), version].join(".");
}
