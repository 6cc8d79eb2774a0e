import { posix } from "node:path";
import { compareVersions, groupVersionOfKind, isVersion, versionsOfHub } from "./group-version.js";
import type { Package, TypeDeclaration, Universe } from "./universe.js";

/**
 * Returns the version to which a version must be converted, in a group without an internal hub: the
 * version that other versions name as their hub, or otherwise the most mature version. Returns
 * undefined if the package is itself that version, or if no other version in the parent folder has
 * one of its kinds.
 */
export function siblingHub(universe: Universe, pkg: Package): Package | undefined {
  if (!isVersion(posix.basename(pkg.id)) || versionsOfHub(universe, pkg.id).length > 0) return undefined;
  const own = kindsOf(universe, pkg);
  const siblings = Object.values(universe.packages).filter(
    (other) =>
      other !== pkg &&
      other.kind === "folder" &&
      posix.dirname(other.id) === posix.dirname(pkg.id) &&
      isVersion(posix.basename(other.id)) &&
      kindsOf(universe, other).some((kind) => own.includes(kind)),
  );
  const hub = siblings.find(({ id }) => versionsOfHub(universe, id).length > 0);
  if (hub !== undefined) return hub;
  const [first] = [pkg, ...siblings].sort((a, b) => compareVersions(posix.basename(a.id), posix.basename(b.id)));
  return first === pkg ? undefined : first;
}

/** Returns the kinds of a package with their groups, such as `example.com/Pizza`. */
function kindsOf(universe: Universe, pkg: Package): readonly string[] {
  return Object.values(pkg.types)
    .filter(isKindDeclaration)
    .flatMap((type) => {
      const group = groupVersionOfKind(universe, type)?.group;
      return group === undefined ? [] : `${group}/${type.name}`;
    });
}

/** Reports whether a type is an exported interface that extends TypeMeta. */
export function isKindDeclaration({ exported, expression, shape }: TypeDeclaration): boolean {
  return exported && expression === undefined && shape.kind === "object" && shape.typeMeta !== undefined;
}
