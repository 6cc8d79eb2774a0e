import { posix } from "node:path";
import { orderStrings } from "../../engine/base/problem.js";
import { groupOf, versionOf, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { once } from "../../engine/util/once.js";
import { isOptedOut } from "../markers/register.js";

/** A package whose kinds are registered. */
export interface Registered {
  readonly pkg: Package;
  readonly groupVersion: PackageGroupVersion;
  /** Kinds of the package, sorted by name. */
  readonly kinds: readonly TypeDeclaration[];
  /** Path of the hand-written `register.ts`; undefined if the package has none. */
  readonly handWritten: string | undefined;
}

/**
 * Returns the registered kinds of a package; undefined for a package that opts out, or that has no
 * group or no version.
 */
export function registeredIn(universe: Universe, pkg: Package): Registered | undefined {
  const [group, version] = [groupOf(pkg), versionOf(universe, pkg)];
  return isOptedOut(pkg) || group === undefined || version === undefined
    ? undefined
    : registeredAt(pkg, { group, version });
}

/** Returns the registered kinds of a package whose group and version are known. */
export function registeredAt(pkg: Package, groupVersion: PackageGroupVersion): Registered {
  return {
    pkg,
    groupVersion,
    kinds: registeredKinds(pkg),
    handWritten: pkg.files.find((file) => file === posix.join(pkg.id, "register.ts")),
  };
}

/** Returns the registered kinds of a package, sorted by name. */
export const registeredKinds = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types)
    .filter(isRegisteredKind)
    .sort((a, b) => orderStrings(a.name, b.name)),
);

/** Reports whether a type is a registered kind: a kind that does not opt out. */
export function isRegisteredKind(type: TypeDeclaration): boolean {
  return isKind(type) && !isOptedOut(type);
}

/**
 * Reports whether a type is a kind: an exported interface that extends TypeMeta. An anonymous type
 * cannot be a kind.
 */
export function isKind(type: TypeDeclaration): boolean {
  return type.exported && type.expression === undefined && hasTypeMeta(type);
}

/** Reports whether a type is an interface that extends TypeMeta. */
export function hasTypeMeta({ shape }: Pick<TypeDeclaration, "shape">): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}
