import { groupVersionOf } from "../../engine/model/group-version.js";
import type { Package, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { metaPackage } from "../../runtime/rules/document-names.js";
import { modelPackageMarker } from "../markers/openapi.js";

/**
 * Name of the constant that contains the prefix of a package's definition names. Other packages
 * import the constant.
 */
export const modelPackageConstant = "OpenAPIModelPackage";

/**
 * Returns a function that returns the definition name of a type. For a type of a published package,
 * the function returns undefined, because the prefix of the name is known only at run time.
 */
export function modelNames(universe: Universe): (type: TypeDeclaration) => string | undefined {
  const prefixes = new Map<PackageId, string | undefined>();
  return (type) => {
    const pkg = universe.packages[type.package];
    if (pkg !== undefined && !prefixes.has(pkg.id)) prefixes.set(pkg.id, modelPackage(universe, pkg));
    const prefix = modelPackageMarker.read(type) ?? prefixes.get(type.package);
    return prefix === undefined ? undefined : `${prefix}.${type.name}`;
  };
}

/**
 * Returns the prefix of a package's definition names. It comes from the package's marker. Without a
 * marker, it consists of the reversed group and the version; without a group, of the package's
 * path.
 */
export function modelPackage(universe: Universe, pkg: Package): string | undefined {
  if (pkg.kind === "module") return pkg.id === runtimePackage ? metaPackage : undefined;
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

/**
 * Reports whether the definition name of a type comes from the path of its package, because neither
 * a marker nor a group determines the name.
 */
export function isPath(universe: Universe, pkg: Package, type: TypeDeclaration): boolean {
  return (
    modelPackageMarker.read(type) === undefined &&
    modelPackageMarker.read(pkg) === undefined &&
    groupVersionOf(universe, pkg) === undefined
  );
}
