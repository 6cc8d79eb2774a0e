import { addMarker, remedy, replaceMarker } from "../../../engine/base/fix.js";
import { groupName } from "../../../engine/markers/group-name.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import type { DefinitionPath } from "../../../runtime/crd/index.js";
import { printColumn, resource, scaleSubresource, selectableField } from "../../markers/register.js";
import type { CustomKind, KindVersion } from "../kinds.js";
import { deprecationWarning, metadata } from "../../markers/crd.js";
import { crdProblems } from "../../problem-codes/crd.js";

/** An error in a definition outside its schemas. */
export interface PartRefusal {
  readonly custom: CustomKind;
  readonly version: KindVersion;
  /** Path of the invalid value in the definition. */
  readonly place: DefinitionPath;
  readonly text: string;
}

/** Returns the problem for an error in a kind's definition outside its schemas. */
export function partProblem({ custom, version, place, text }: PartRefusal): Problem {
  const marker = markerOfPart(version, place);
  const position: Position = marker?.position ?? version.type.position;
  const [head, section, key] = place;
  if (head === "metadata" && section === "annotations" && key === approval)
    return {
      ...crdProblems.is("crd/protected-group"),
      message: `the group ${custom.group} is reserved for Kubernetes: its CustomResourceDefinitions need the annotation ${approval}`,
      ...remedy(
        addMarker(
          version.type.position,
          `+kubebuilder:metadata:annotations="${approval}=unapproved, for experiments"`,
          `use another group, or declare that the definition is not approved: +kubebuilder:metadata:annotations="${approval}=unapproved, …"`,
        ),
      ),
      position,
    };
  if (head === "spec" && section === "group")
    return {
      ...crdProblems.is("crd/group"),
      message: `${custom.group === "" ? "the core group" : `the group ${custom.group}`} cannot have a CustomResourceDefinition: ${text}`,
      ...(marker === undefined
        ? {}
        : remedy({ ...replaceMarker(marker, `+${groupName.name}=${custom.group}.example.com`), isExample: true })),
      position,
    };
  return {
    ...crdProblems.is("crd/refused-definition"),
    message: `${custom.kind} results in a CustomResourceDefinition that API servers refuse: ${printed(place)}: ${text}`,
    // An error of the list, not of one of its items.
    hint:
      place.at(-1) === "selectableFields"
        ? "API servers refuse versions with equal selectable fields and different schemas: add a further +kubebuilder:selectablefield:JSONPath=… to one of the versions"
        : "change the marker or the name of the kind",
    position,
    // Selectable fields are looked up in the schema, which lacks types that were not read.
    needsTypesOf: [version.pkg.id],
  };
}

/** Returns a path as a string. The beginning `spec.versions[n]` is omitted. */
function printed(place: DefinitionPath): string {
  const keys = place[1] === "versions" ? place.slice(3) : place;
  return keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

const approval = "api-approved.kubernetes.io";

/** Returns the marker from which a value of a definition is generated; undefined if none exists. */
function markerOfPart({ pkg, type }: KindVersion, place: DefinitionPath): Marker | undefined {
  const [head, section, , part, index] = place;
  if (head === "metadata") return metadata.find(type);
  if (section === "group") return groupName.find(pkg);
  if (section === "names") return resource.find(type);
  const at = Number(index ?? 0);
  switch (part) {
    case "additionalPrinterColumns":
      return printColumn.readAll(type)[at]?.marker;
    case "selectableFields":
      return selectableField.readAll(type)[at]?.marker;
    case "subresources":
      return scaleSubresource.find(type);
    case "deprecationWarning":
      return deprecationWarning.find(type);
    default:
      return undefined;
  }
}
