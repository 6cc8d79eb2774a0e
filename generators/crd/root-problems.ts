import { argumentsOf } from "../../engine/markers/arguments.js";
import { addMarker, remedy, removeMarker } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { groupVersionOf } from "../../engine/model/group-version.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { atPath, typeAtPath } from "../register/path-type.js";
import { isRoot } from "./kinds.js";
import {
  deprecatedVersion,
  deprecationWarning,
  metadata,
  objectRoot,
  selectableField,
  skipVersion,
  storageVersion,
  unservedVersion,
} from "./markers.js";

/** Markers that have an effect only on a kind with a CustomResourceDefinition. */
const ofRoots = [
  storageVersion,
  unservedVersion,
  skipVersion,
  deprecatedVersion,
  deprecationWarning,
  metadata,
  selectableField,
];

/** Returns the problems of the markers of CustomResourceDefinitions on the types of a package. */
export function rootProblems(universe: Universe, pkg: Package): readonly Problem[] {
  return Object.values(pkg.types).flatMap((type) => {
    if (isRoot(type)) return [...uselessRoot(universe, pkg, type), ...selectableProblems(universe, type)];
    const marker = type.markers.find((one) => ofRoots.some((handle) => handle.matches(one)));
    return marker === undefined ? [] : [withoutRoot(type, marker)];
  });
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

/** Reports selectable fields that do not exist, or that are not a text, a boolean or an integer. */
function selectableProblems(universe: Universe, type: TypeDeclaration): readonly Problem[] {
  return selectableField.findAll(type).flatMap((marker): Problem[] => {
    const given = argumentsOf(marker.name, marker.value, "kubebuilder:selectablefield:");
    const path = "fault" in given ? undefined : given.get("JSONPath");
    // The check of the marker reports a path of the wrong form.
    if (path === undefined || !path.startsWith(".")) return [];
    const found = typeAtPath(universe, { kind: "ref", to: type.id }, path.slice(1).split("."));
    const problem = { severity: "error" as const, position: marker.position };
    if ("fault" in found)
      return [
        {
          ...problem,
          code: "crd/selectable-path",
          message: `the selectable field ${path} of ${type.name}: ${found.fault}`,
          ...atPath(marker, found),
        },
      ];
    if (found.type === undefined) return [];
    const under = underlying(universe, found.type);
    const isSelectable =
      under.kind === "literals" ||
      (under.kind === "scalar" && /^(string|boolean|u?int\d+|Time|MicroTime|Duration|bytes)$/.test(under.name));
    if (isSelectable) return [];
    const message = `the selectable field ${path} of ${type.name} is neither a string, a boolean nor an integer`;
    return [{ ...problem, code: "crd/selectable-type", message, ...remedy(removeMarker(marker)) }];
  });
}
