import { argumentsOf } from "../../engine/markers/arguments.js";
import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import type { Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { apiVersionOf, compareVersions } from "../../engine/model/group-version.js";
import { lifecycleOf } from "../kinds/lifecycle.js";
import { deprecated } from "../markers/register.js";
import type { CustomKind, KindVersion } from "../crd-schemas/kinds.js";
import { deprecatedVersion, deprecationWarning, storageVersion, unservedVersion } from "../markers/crd.js";
import { crdProblems } from "../problem-codes/crd.js";

/**
 * Returns the problems of a kind that has no storage version, several storage versions, or no
 * served version.
 */
export function versionProblems({ kind, group, versions }: CustomKind): readonly Problem[] {
  const stored = versions.flatMap(({ type }) => storageVersion.find(type) ?? []);
  const problems: Problem[] = [];
  if (versions.length > 1 && stored.length === 0) {
    const newest = versions.toSorted((a, b) => compareVersions(a.version, b.version))[0] as KindVersion;
    problems.push({
      ...crdProblems.is("crd/no-storage-version"),
      message: `${kind} of ${group} has ${versions.length} versions (${namesOf(versions)}), but none has +${storageVersion.name}`,
      ...remedy(
        addMarker(
          newest.type.position,
          `+${storageVersion.name}`,
          `add +${storageVersion.name} to the version in which objects are stored`,
        ),
      ),
      position: newest.type.position,
    });
  }
  for (const marker of stored.slice(1))
    problems.push({
      ...crdProblems.is("crd/two-storage-versions"),
      message: `${kind} of ${group} has a second version with +${storageVersion.name}, but objects are stored in one version`,
      ...remedy(removeMarker(marker, "remove the marker from all versions except one")),
      position: marker.position,
    });
  if (versions.every(({ type }) => unservedVersion.has(type))) {
    const { type } = versions[0] as KindVersion;
    const marker = unservedVersion.find(type);
    problems.push({
      ...crdProblems.is("crd/no-served-version"),
      message: `${kind} of ${group} has no served version: all versions have +${unservedVersion.name}`,
      ...(marker === undefined ? {} : remedy(removeMarker(marker, "remove the marker from a version"))),
      position: marker?.position ?? type.position,
    });
  }
  return problems;
}

function namesOf(versions: readonly KindVersion[]): string {
  return versions.map(({ version }) => version).join(", ");
}

/**
 * Reports whether a version is the storage version. It must have the marker, or be the only
 * version.
 */
export function isStored({ versions }: CustomKind, { type }: KindVersion): boolean {
  return versions.length === 1 || storageVersion.has(type);
}

/**
 * Deprecation of a version, in the properties of a CustomResourceDefinition. Both properties are
 * absent if the version is not deprecated. `deprecationWarning` is also absent if the marker
 * contains no warning.
 */
export interface VersionDeprecation {
  readonly deprecated?: true;
  readonly deprecationWarning?: string;
}

/**
 * Returns the deprecation of a version from controller-gen's marker, or else from the lifecycle
 * markers. The warning from lifecycle markers is the same as the one that a server with these types
 * sends. A lifecycle marker that only declares the introduction does not deprecate a version,
 * because a CustomResourceDefinition is not part of a Kubernetes release.
 */
export function versionDeprecation(
  universe: Universe,
  custom: CustomKind,
  { pkg, type, version }: KindVersion,
): VersionDeprecation {
  const marked = deprecationWarning.find(type);
  if (marked !== undefined) {
    const given = argumentsOf(marked.name, marked.value, "kubebuilder:deprecatedversion:");
    const warning = "fault" in given ? undefined : given.get("warning");
    return { deprecated: true, ...(warning === undefined ? {} : { deprecationWarning: warning }) };
  }
  if (deprecatedVersion.has(type)) return { deprecated: true };
  const lifecycle = deprecated.has(type) ? lifecycleOf(universe, pkg, type) : undefined;
  if (lifecycle?.deprecated === undefined) return {};
  const { removed, replacement } = lifecycle;
  const removal = removed === undefined ? "" : `, unavailable in v${removed}+`;
  const instead = replacement === undefined ? "" : `; use ${apiVersionOf(replacement)} ${replacement.kind}`;
  const subject = `${apiVersionOf({ group: custom.group, version })} ${custom.kind}`;
  return {
    deprecated: true,
    deprecationWarning: `${subject} is deprecated in v${lifecycle.deprecated}+${removal}${instead}`,
  };
}
