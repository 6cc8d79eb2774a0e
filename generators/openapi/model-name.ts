import type { Marker } from "../../engine/markers/marker.js";
import { groupVersionOf } from "../../engine/model/group-version.js";
import type { Package, PackageId, ScalarName, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { runtimePackage } from "../../engine/runtime-package.js";

const apimachinery = "io.k8s.apimachinery.pkg";

/** The package of meta/v1 in every document of Kubernetes. */
const metaPackage = `${apimachinery}.apis.meta.v1`;

/** The constant by which other packages learn what to call a package's types. */
export const modelPackageConstant = "OpenAPIModelPackage";

/** The types of a program that are types of their own in documents. */
export const scalarModels: { readonly [name in ScalarName]?: string } = {
  Time: `${metaPackage}.Time`,
  MicroTime: `${metaPackage}.MicroTime`,
  Duration: `${metaPackage}.Duration`,
  FieldsV1: `${metaPackage}.FieldsV1`,
  Quantity: `${apimachinery}.api.resource.Quantity`,
  IntOrString: `${apimachinery}.util.intstr.IntOrString`,
  RawExtension: `${apimachinery}.runtime.RawExtension`,
};

/** What documents call types. Undefined for a type of a module, which says it when it is loaded. */
export function modelNames(universe: Universe): (type: TypeDeclaration) => string | undefined {
  const prefixes = new Map<PackageId, string | undefined>();
  return (type) => {
    const pkg = universe.packages[type.package];
    if (pkg !== undefined && !prefixes.has(pkg.id)) prefixes.set(pkg.id, modelPackage(universe, pkg));
    const prefix = stated(type.markers) ?? prefixes.get(type.package);
    return prefix === undefined ? undefined : `${prefix}.${type.name}`;
  };
}

/**
 * What the names of a package's types start with: its marker, or its group backwards and its
 * version, or its folder.
 */
export function modelPackage(universe: Universe, pkg: Package): string | undefined {
  if (pkg.kind === "module") return pkg.id === runtimePackage ? metaPackage : undefined;
  const name = stated(pkg.markers);
  if (name !== undefined) return name;
  const groupVersion = groupVersionOf(universe, pkg);
  if (groupVersion === undefined)
    return pkg.id
      .split("/")
      .filter((part) => part !== "." && part !== "..")
      .join(".");
  const { group, version } = groupVersion;
  // The core group has no name to turn round.
  return [...(group === "" ? ["core"] : group.split(".").reverse()), version].join(".");
}

/** Whether a type's name comes from nothing but its folder's path. */
export function isPath(universe: Universe, pkg: Package, type: TypeDeclaration): boolean {
  return (
    stated(type.markers) === undefined &&
    stated(pkg.markers) === undefined &&
    groupVersionOf(universe, pkg) === undefined
  );
}

function stated(markers: readonly Marker[]): string | undefined {
  return markers.find(({ name }) => name === "k8s:openapi-model-package")?.value;
}
