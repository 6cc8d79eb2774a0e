import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import { groupOf, groupVersionOf, isVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import { isOptedOut, selectableField } from "../markers/register.js";
import type { CustomKind } from "./kinds.js";
import { isRoot } from "../kinds/is-root.js";
import {
  deprecatedVersion,
  deprecationWarning,
  metadata,
  objectRoot,
  skipVersion,
  storageVersion,
  unservedVersion,
} from "../markers/crd.js";
import { crdProblems } from "../problem-codes/crd.js";

/** Markers that have an effect only on a kind with a CustomResourceDefinition. */
const onlyOfRoots = [storageVersion, unservedVersion, skipVersion, deprecatedVersion, deprecationWarning, metadata];

/**
 * Returns the problems of the markers of CustomResourceDefinitions on the types of a package.
 * @param kinds all kinds with a CustomResourceDefinition
 */
export function rootProblems(
  { universe, selected }: PlanInput,
  pkg: Package,
  kinds: readonly CustomKind[],
): readonly Problem[] {
  // A server whose kinds are registered serves selectable fields, too.
  const ofRoots = selected.has("register") ? onlyOfRoots : [...onlyOfRoots, selectableField];
  return Object.values(pkg.types).flatMap((type) => {
    // The generator register reports kinds without a group, with a hint for both.
    if (isRoot(type)) return selected.has("register") && lacksGroup(pkg, type) ? [] : uselessRoot(universe, pkg, type);
    const custom = isVersionOfKind(universe, pkg, type) ? kindOf(universe, pkg, type, kinds) : undefined;
    if (custom !== undefined && skipVersion.has(type)) return [];
    const marker = type.markers.find((one) => ofRoots.some((handle) => handle.matches(one)));
    if (marker !== undefined) return [withoutRoot(type, marker)];
    return custom === undefined || objectRoot.has(type) ? [] : [lostVersion(type, custom)];
  });
}

/** Reports whether the package of a kind has neither a group nor the marker that leaves it out. */
function lacksGroup(pkg: Package, { shape }: TypeDeclaration): boolean {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion?.includes("/") === true && groupOf(pkg) === undefined && !isOptedOut(pkg);
}

function isVersionOfKind(universe: Universe, pkg: Package, type: TypeDeclaration): boolean {
  return hasObjectMeta(type) && isVersion(groupVersionOf(universe, pkg)?.version ?? "");
}

/** Returns the kind whose other versions have a CustomResourceDefinition. */
function kindOf(
  universe: Universe,
  pkg: Package,
  { name }: TypeDeclaration,
  kinds: readonly CustomKind[],
): CustomKind | undefined {
  const group = groupVersionOf(universe, pkg)?.group;
  return kinds.find((one) => one.kind === name && one.group === group);
}

/** Reports a version that the CustomResourceDefinition of its kind does not have. */
function lostVersion({ name, position, package: id }: TypeDeclaration, { versions }: CustomKind): Problem {
  const others = versions.map(({ version }) => version).join(", ");
  return {
    ...crdProblems.is("crd/lost-version"),
    message: `the CustomResourceDefinition of ${name} has the versions ${others}, and not ${id.slice(id.lastIndexOf("/") + 1)}`,
    ...remedy(
      addMarker(position, `+${objectRoot.name}=true`),
      addMarker(position, `+${skipVersion.name}`, `add +${skipVersion.name} to leave the version out`),
    ),
    position,
  };
}

/** Reports a root that gets no CustomResourceDefinition because it is not a kind of a version. */
function uselessRoot(universe: Universe, pkg: Package, type: TypeDeclaration): readonly Problem[] {
  const marker = objectRoot.find(type);
  if (marker === undefined) return [];
  const isKind = type.shape.kind === "object" && type.shape.typeMeta !== undefined;
  if (isKind && groupVersionOf(universe, pkg) !== undefined) return [];
  const reason = isKind
    ? `the folder ${pkg.id} has no +groupName, or its name is not a version`
    : `${type.name} does not extend TypeMeta`;
  return [
    {
      ...crdProblems.is("crd/no-kind"),
      message: `+${marker.name} has no effect on ${type.name}: ${reason}`,
      ...remedy(removeMarker(marker)),
      position: marker.position,
    },
  ];
}

function withoutRoot(type: TypeDeclaration, marker: Marker): Problem {
  const text = `+${objectRoot.name}=true`;
  return {
    ...crdProblems.is("crd/no-root"),
    message: `+${marker.name.replace(/:[A-Za-z]+$/, (end) => (marker.value === undefined ? end : ""))} has no effect on ${type.name}, because ${text} is absent`,
    ...remedy(addMarker(type.position, text)),
    position: marker.position,
  };
}
