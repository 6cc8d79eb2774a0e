import { posix } from "node:path";
import type { Package, PackageId, TypeDeclaration, Universe } from "./universe.js";

/** An API group and a version of it, as objects say it in `apiVersion`. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export const internalVersion = "__internal";

/** `example.com/v1`; the core group's is `v1`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

export function parseAPIVersion(text: string): GroupVersion {
  const cut = text.lastIndexOf("/");
  return { group: text.slice(0, Math.max(cut, 0)), version: text.slice(cut + 1) };
}

/** What `+groupName=` says: `""` is the core group. Undefined where the folder does not say it. */
export function groupOf({ markers }: Package): string | undefined {
  const marker = markers.find(({ name }) => name === "groupName");
  return marker === undefined ? undefined : (marker.value ?? "");
}

/**
 * The folder's name where that is a version, and `__internal` for a hub. Undefined where it can't
 * be told.
 */
export function versionOf(universe: Universe, pkg: Package): string | undefined {
  const name = posix.basename(pkg.id);
  if (isVersion(name)) return name;
  return isHub(universe, pkg) ? internalVersion : undefined;
}

export function groupVersionOf(universe: Universe, pkg: Package): GroupVersion | undefined {
  const group = groupOf(pkg);
  const version = versionOf(universe, pkg);
  return group === undefined || version === undefined ? undefined : { group, version };
}

/** The apiVersion of a kind: its literal, or what its folder says. */
export function groupVersionOfKind(
  universe: Universe,
  { package: id, shape }: TypeDeclaration,
): GroupVersion | undefined {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return undefined;
  if (shape.typeMeta.apiVersion !== undefined) return parseAPIVersion(shape.typeMeta.apiVersion);
  const pkg = universe.packages[id];
  return pkg?.kind === "folder" ? groupVersionOf(universe, pkg) : undefined;
}

/**
 * The versions of a hub in its npm package: folders directly below it that are named like versions,
 * and those that name it as their peer.
 */
export function versionsOf(universe: Universe, hub: PackageId): readonly Package[] {
  return versionIndex(universe).get(hub) ?? [];
}

const versionIndexes = new WeakMap<Universe, ReadonlyMap<PackageId, readonly Package[]>>();

function versionIndex(universe: Universe): ReadonlyMap<PackageId, readonly Package[]> {
  const known = versionIndexes.get(universe);
  if (known !== undefined) return known;
  const index = new Map<PackageId, Package[]>();
  for (const version of Object.values(universe.packages)) {
    if (version.kind !== "folder" || !isVersion(posix.basename(version.id))) continue;
    for (const hub of new Set([posix.dirname(version.id), ...peersOf(version)])) {
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
 * What a package's own code does with versions stays the same whoever names its hub: another
 * package's version is not one of them.
 */
function isAcross(universe: Universe, hub: PackageId, version: Package): boolean {
  const pkg = universe.packages[hub];
  return pkg !== undefined && pkg.npm?.folder !== version.npm?.folder;
}

/** Names that Kubernetes orders as versions: `v1`, `v1beta1`. */
const versionPattern = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** `v1`, `v1beta1`: the form that Kubernetes orders. */
export function isVersion(name: string): boolean {
  return versionPattern.test(name);
}

/** Most mature first: `v10`, `v2`, `v1`, `v2beta1`, `v1alpha2`. */
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
  return versionsOf(universe, pkg.id).length > 0 || Object.values(pkg.types).some(isInternalKind);
}

function isInternalKind({ shape }: TypeDeclaration): boolean {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion !== undefined && parseAPIVersion(apiVersion).version === internalVersion;
}

/** The folders that `+k8s:conversion-gen=` names. */
export function peersOf({ id, markers }: Package): readonly PackageId[] {
  return markers.flatMap(({ name, value }) =>
    name !== "k8s:conversion-gen" || value === undefined || value === "false" ? [] : [folderNamed(id, value)],
  );
}

/**
 * The folder that a marker means: relative to its own where it begins with a point, else from the
 * root.
 */
export function folderNamed(from: PackageId, text: string): PackageId {
  const path = text.startsWith(".") ? posix.join(from, text) : posix.normalize(text);
  return path.replace(/^\/+(?=.)|(?<=.)\/$/g, "");
}
