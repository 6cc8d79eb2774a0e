import { ownExternalTypesOf } from "../../engine/model/external-types.js";
import { compareVersions, internalVersion, versionsOfHub } from "../../engine/model/group-version.js";
import type { Universe } from "../../engine/model/universe.js";
import type { Registered } from "./registered.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";

/**
 * Returns the served versions of a group, given its hub, with the most mature version first. The
 * hub is the internal version, or else the version that most other versions name as their peer.
 * Returns undefined for a package that is not a hub. Also returns undefined for a group without an
 * internal version whose kinds have no ObjectMeta, because no server can store their objects.
 */
export function versionsToInstall(
  universe: Universe,
  hub: Registered,
  all: readonly Registered[],
): readonly Registered[] | undefined {
  const group = all.filter(({ groupVersion }) => groupVersion.group === hub.groupVersion.group);
  if (hub.groupVersion.version === internalVersion) {
    const below = new Set(versionsOfHub(universe, hub.pkg.id).map(({ id }) => id));
    return inOrder(
      universe,
      group.filter(({ pkg }) => below.has(pkg.id)),
    );
  }
  if (group.some(({ groupVersion }) => groupVersion.version === internalVersion)) return undefined;
  const versions = inOrder(
    universe,
    group.filter(({ pkg }) => pkg.npm?.folder === hub.pkg.npm?.folder),
  );
  if (servedHub(universe, versions) !== hub) return undefined;
  return versions.some(({ kinds }) => kinds.some(hasObjectMeta)) ? versions : undefined;
}

/** Sorts versions, with the most mature first. Omits versions that another package registers. */
function inOrder(universe: Universe, versions: readonly Registered[]): readonly Registered[] {
  // A package with functions for external types registers these types in its own AddToScheme.
  const registeredByOthers = new Set(versions.flatMap(({ pkg }) => ownExternalTypesOf(universe, pkg)));
  return versions
    .filter(({ pkg }) => !registeredByOthers.has(pkg))
    .sort((a, b) => compareVersions(a.groupVersion.version, b.groupVersion.version));
}

/**
 * Returns the version that most other versions name as their peer. If several versions are named
 * equally often, returns the first of them. Returns undefined if the list is empty.
 */
function servedHub(universe: Universe, versions: readonly Registered[]): Registered | undefined {
  const uses = versions.map(({ pkg }) => versionsOfHub(universe, pkg.id).filter(({ id }) => id !== pkg.id).length);
  return versions[uses.indexOf(Math.max(...uses))];
}
