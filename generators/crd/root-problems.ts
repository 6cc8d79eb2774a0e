import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import { groupOf, groupVersionOf, isVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import { isOptedOut, selectableField } from "../markers/register.js";
import type { CustomKind } from "../crd-schemas/kinds.js";
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
import { problemAt } from "../markers/problem-at.js";
import { crdProblems } from "../problem-codes/crd.js";

/** Markers that have an effect only on a kind for which a CustomResourceDefinition is generated. */
const onlyOfRoots = [storageVersion, unservedVersion, skipVersion, deprecatedVersion, deprecationWarning, metadata];

/**
 * Returns the problems of CustomResourceDefinition markers on the types of a package.
 * @param kinds all kinds for which a CustomResourceDefinition is generated
 */
export function rootProblems(
  { universe, selected }: PlanInput,
  pkg: Package,
  kinds: readonly CustomKind[],
): readonly Problem[] {
  // With the register generator, selectable fields also have an effect in a server.
  const ofRoots = selected.has("register") ? onlyOfRoots : [...onlyOfRoots, selectableField];
  const { group, version = "" } = groupVersionOf(universe, pkg) ?? {};
  const ofGroup = isVersion(version) ? kinds.filter((one) => one.group === group) : [];
  return Object.values(pkg.types).flatMap((type) => {
    // The register generator reports kinds whose package has no group, with a hint that also solves
    // this problem.
    if (isRoot(type)) return selected.has("register") && lacksGroup(pkg, type) ? [] : uselessRoot(universe, pkg, type);
    // The kind to which the type would belong as a further version.
    const custom = ofGroup.find(({ kind }) => kind === type.name && hasObjectMeta(type));
    if (custom !== undefined && skipVersion.has(type)) return [];
    const marker = type.markers.find((one) => ofRoots.some((handle) => handle.matches(one)));
    if (marker !== undefined) return [withoutRoot(type, marker)];
    return custom === undefined || objectRoot.has(type) ? [] : [lostVersion(type, custom)];
  });
}

/**
 * Reports whether a kind declares a group in its apiVersion, but its package has no `+groupName`
 * and no marker that disables registration.
 */
function lacksGroup(pkg: Package, { shape }: TypeDeclaration): boolean {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion?.includes("/") === true && groupOf(pkg) === undefined && !isOptedOut(pkg);
}

/** Reports a version of a kind that its CustomResourceDefinition does not contain. */
function lostVersion({ name, position, package: id }: TypeDeclaration, { versions }: CustomKind): Problem {
  const others = versions.map(({ version }) => version).join(", ");
  const message = `the CustomResourceDefinition of ${name} contains only the versions ${others}, not ${id.slice(id.lastIndexOf("/") + 1)}`;
  const advice = remedy(
    addMarker(position, `+${objectRoot.name}=true`),
    addMarker(position, `+${skipVersion.name}`, `add +${skipVersion.name} to exclude the version`),
  );
  return problemAt({ position }, crdProblems.is("crd/lost-version"), message, advice);
}

/**
 * Reports a type with `+kubebuilder:object:root=true` for which no CustomResourceDefinition is
 * generated, because the type is not a kind of a version.
 */
function uselessRoot(universe: Universe, pkg: Package, type: TypeDeclaration): readonly Problem[] {
  const marker = objectRoot.find(type);
  if (marker === undefined) return [];
  const isKind = type.shape.kind === "object" && type.shape.typeMeta !== undefined;
  if (isKind && groupVersionOf(universe, pkg) !== undefined) return [];
  const reason = isKind
    ? `the folder ${pkg.id} has no +groupName, or the name of the folder is not a version`
    : `${type.name} does not extend TypeMeta`;
  const message = `+${marker.name} has no effect on ${type.name}: ${reason}`;
  return [problemAt(marker, crdProblems.is("crd/no-kind"), message, remedy(removeMarker(marker)))];
}

function withoutRoot(type: TypeDeclaration, marker: Marker): Problem {
  const text = `+${objectRoot.name}=true`;
  const name = marker.name.replace(/:[A-Za-z]+$/, (end) => (marker.value === undefined ? end : ""));
  const message = `+${name} has no effect on ${type.name}, because ${text} is absent`;
  const isKind = type.shape.kind === "object" && type.shape.typeMeta !== undefined;
  const fix = isKind
    ? addMarker(type.position, text)
    : removeMarker(marker, "move the marker to the kind, which is the interface that extends TypeMeta");
  return problemAt(marker, crdProblems.is("crd/no-root"), message, remedy(fix));
}
