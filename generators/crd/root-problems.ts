import { addMarker, remedy, removeMarker } from "../../engine/fix/fix.js";
import type { PlanInput } from "../../engine/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import { groupOf, groupVersionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { isOptedOut, selectableField } from "../register/markers.js";
import { isRoot } from "./kinds.js";
import {
  deprecatedVersion,
  deprecationWarning,
  metadata,
  objectRoot,
  skipVersion,
  storageVersion,
  unservedVersion,
} from "./markers.js";

/** Markers that have an effect only on a kind with a CustomResourceDefinition. */
const onlyOfRoots = [storageVersion, unservedVersion, skipVersion, deprecatedVersion, deprecationWarning, metadata];

/** Returns the problems of the markers of CustomResourceDefinitions on the types of a package. */
export function rootProblems({ universe, selected }: PlanInput, pkg: Package): readonly Problem[] {
  // A server whose kinds are registered serves selectable fields, too.
  const ofRoots = selected.has("register") ? onlyOfRoots : [...onlyOfRoots, selectableField];
  return Object.values(pkg.types).flatMap((type) => {
    // The generator register reports kinds without a group, with a hint for both.
    if (isRoot(type)) return selected.has("register") && lacksGroup(pkg, type) ? [] : uselessRoot(universe, pkg, type);
    const marker = type.markers.find((one) => ofRoots.some((handle) => handle.matches(one)));
    return marker === undefined ? [] : [withoutRoot(type, marker)];
  });
}

/** Reports whether the package of a kind has neither a group nor the marker that leaves it out. */
function lacksGroup(pkg: Package, { shape }: TypeDeclaration): boolean {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion?.includes("/") === true && groupOf(pkg) === undefined && !isOptedOut(pkg);
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
      code: "crd/no-kind",
      severity: "warning",
      message: `+${marker.name} has no effect on ${type.name}: ${reason}`,
      ...remedy(removeMarker(marker)),
      position: marker.position,
    },
  ];
}

function withoutRoot(type: TypeDeclaration, marker: Marker): Problem {
  const text = `+${objectRoot.name}=true`;
  return {
    code: "crd/no-root",
    severity: "warning",
    message: `+${marker.name.replace(/:[A-Za-z]+$/, (end) => (marker.value === undefined ? end : ""))} has no effect on ${type.name}, because ${text} is absent`,
    ...remedy(addMarker(type.position, text)),
    position: marker.position,
  };
}
