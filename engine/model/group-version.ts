import { posix } from "node:path";
import { groupName } from "../markers/group-name.js";
import type { Package, PackageId, TypeDeclaration, Universe } from "./universe.js";

/** An API group and a version, which together form `apiVersion`. */
export interface PackageGroupVersion {
  readonly group: string;
  readonly version: string;
}

export const internalVersion = "__internal";

/** Returns `example.com/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: PackageGroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

export function parseAPIVersion(text: string): PackageGroupVersion {
  const cut = text.lastIndexOf("/");
  return { group: text.slice(0, Math.max(cut, 0)), version: text.slice(cut + 1) };
}

/**
 * Returns the value of `+groupName=`, in which `""` is the core group; undefined without the
 * marker.
 */
export function groupOf(pkg: Package): string | undefined {
  const marker = groupName.find(pkg);
  return marker === undefined ? undefined : (marker.value ?? "");
}

/**
 * Returns the version of a folder: its name if the name has the form of a version, and `__internal`
 * for a hub. Returns undefined for any other folder.
 */
export function versionOf(universe: Universe, pkg: Package): string | undefined {
  const name = posix.basename(pkg.id);
  if (isVersion(name)) return name;
  return isHub(universe, pkg) ? internalVersion : undefined;
}

export function groupVersionOf(universe: Universe, pkg: Package): PackageGroupVersion | undefined {
  const group = groupOf(pkg);
  const version = versionOf(universe, pkg);
  return group === undefined || version === undefined ? undefined : { group, version };
}

/**
 * Returns the group and version of a kind. They come from the arguments of its `TypeMeta`, if
 * present, and otherwise from its folder. Returns undefined if the type is not a kind, or if
 * neither source contains them.
 */
export function groupVersionOfKind(
  universe: Universe,
  { package: id, shape }: TypeDeclaration,
): PackageGroupVersion | undefined {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return undefined;
  if (shape.typeMeta.apiVersion !== undefined) return parseAPIVersion(shape.typeMeta.apiVersion);
  const pkg = universe.packages[id];
  return pkg?.kind === "folder" ? groupVersionOf(universe, pkg) : undefined;
}

/**
 * Returns the group, version and kind of a type; null if the type is not a kind, or if its group
 * and version are unknown.
 */
export function gvkOf(universe: Universe, type: TypeDeclaration) {
  const gv = groupVersionOfKind(universe, type);
  const kind = type.shape.kind === "object" ? type.shape.typeMeta?.kind : undefined;
  return gv === undefined ? null : { ...gv, kind: kind ?? type.name };
}

/**
 * Returns the versions of a hub in the hub's npm package. These are the subfolders of the hub whose
 * names are versions, and the folders whose markers name the hub.
 */
export function versionsOfHub(universe: Universe, hub: PackageId): readonly Package[] {
  return versionIndex(universe).get(hub) ?? [];
}

const versionIndexes = new WeakMap<Universe, ReadonlyMap<PackageId, readonly Package[]>>();

function versionIndex(universe: Universe): ReadonlyMap<PackageId, readonly Package[]> {
  const known = versionIndexes.get(universe);
  if (known !== undefined) return known;
  const index = new Map<PackageId, Package[]>();
  for (const version of Object.values(universe.packages)) {
    if (version.kind !== "folder" || !isVersion(posix.basename(version.id))) continue;
    for (const hub of new Set([posix.dirname(version.id), ...hubsOf(version)])) {
      if (hub === version.id || isAcross(universe, hub, version)) continue;
      const versions = index.get(hub) ?? [];
      versions.push(version);
      index.set(hub, versions);
    }
  }
  versionIndexes.set(universe, index);
  return index;
}

/**
 * Reports whether a version and its hub belong to different npm packages. Such a version is
 * ignored, because generated code of a package must not depend on packages that import it.
 */
function isAcross(universe: Universe, hub: PackageId, version: Package): boolean {
  const pkg = universe.packages[hub];
  return pkg !== undefined && pkg.npm?.folder !== version.npm?.folder;
}

/** Matches the names of versions that Kubernetes orders by maturity: `v1`, `v1beta1`. */
const versionPattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Reports whether a name has the form of a version: `v1`, `v1beta1`. */
export function isVersion(name: string): boolean {
  return versionPattern.test(name);
}

/**
 * Compares two versions. The more mature version comes first: `v10`, `v2`, `v1`, `v2beta1`,
 * `v1alpha2`.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [priorityOf(a), priorityOf(b)];
  return (
    left.map((part, index) => (right[index] ?? 0) - part).find((difference) => difference !== 0) ??
    (a < b ? -1 : a > b ? 1 : 0)
  );
}

function priorityOf(version: string): number[] {
  const [, major, stage, minor] = versionPattern.exec(version) ?? [];
  if (major === undefined) return [0, 0, 0];
  return [stage === undefined ? 3 : stage === "beta" ? 2 : 1, Number(major), Number(minor ?? 0)];
}

function isHub(universe: Universe, pkg: Package): boolean {
  return versionsOfHub(universe, pkg.id).length > 0 || Object.values(pkg.types).some(isInternalKind);
}

/** Reports whether a type is a kind of a hub: its `apiVersion` has the internal version. */
export function isInternalKind({ shape }: TypeDeclaration): boolean {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion !== undefined && parseAPIVersion(apiVersion).version === internalVersion;
}

/** Returns the hubs that the markers of a package name. */
function hubsOf({ markers }: Package): readonly PackageId[] {
  return markers.flatMap(({ folder }) => (folder?.role === "hub" ? [folder.id] : []));
}
