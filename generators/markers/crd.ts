import { bareMarker } from "./known/define.js";
import { kubernetesMarker } from "./kubernetes-marker.js";
import type { Marker } from "../../engine/markers/marker.js";
import { selectableField } from "./register.js";

/**
 * Marker that selects schema keywords instead of CEL rules for limits on how many properties are
 * set.
 */
export const withoutCEL = bareMarker(
  "crd",
  "k8s:crd-gen:without-cel",
  ["type"],
  "In the CRD, `ExactlyOneOf`, `AtMostOneOf` and `AtLeastOneOf` of the type become the keywords `oneOf`, `not` and `anyOf` instead of CEL rules, whose costs are limited.",
);

/** Markers of controller-gen and validation-gen that affect a CustomResourceDefinition. */
export const objectRoot = kubernetesMarker("kubebuilder:object:root");
export const storageVersion = kubernetesMarker("kubebuilder:storageversion");
export const unservedVersion = kubernetesMarker("kubebuilder:unservedversion");
export const skipVersion = kubernetesMarker("kubebuilder:skipversion");
export const deprecatedVersion = kubernetesMarker("kubebuilder:deprecatedversion");
export const deprecationWarning = kubernetesMarker("kubebuilder:deprecatedversion:*");
export const metadata = kubernetesMarker("kubebuilder:metadata:*");
export const example = kubernetesMarker("kubebuilder:example");
export const title = kubernetesMarker("kubebuilder:title");
export const externalDocs = kubernetesMarker("kubebuilder:externalDocs:*");
export const schemaless = kubernetesMarker("kubebuilder:validation:Schemaless");
export const preserveUnknownFields = kubernetesMarker("kubebuilder:pruning:PreserveUnknownFields");
export const typeName = kubernetesMarker("kubebuilder:validation:Type");
export const isIntOrString = kubernetesMarker("kubebuilder:validation:XIntOrString");
export const immutable = kubernetesMarker("k8s:immutable");
export const kubernetesFormat = kubernetesMarker("k8s:format");
export const declaredRequired = kubernetesMarker("k8s:required");
export const [unionMember, zeroOrOneOfMember, unionDiscriminator] = [
  kubernetesMarker("k8s:unionMember"),
  kubernetesMarker("k8s:zeroOrOneOfMember"),
  kubernetesMarker("k8s:unionDiscriminator"),
];

/** Reports whether a marker makes a property a member of a union. */
export function isMemberMarker(marker: Marker): boolean {
  return unionMember.matches(marker) || zeroOrOneOfMember.matches(marker);
}

export const optionalByDefault = kubernetesMarker("kubebuilder:validation:Optional");
export const requiredBySchema = kubernetesMarker("kubebuilder:validation:Required");

export const structureMarkers: readonly string[] = [
  objectRoot,
  storageVersion,
  unservedVersion,
  skipVersion,
  deprecatedVersion,
  deprecationWarning,
  metadata,
  selectableField,
  example,
  title,
  externalDocs,
  schemaless,
  preserveUnknownFields,
  typeName,
  isIntOrString,
  immutable,
  kubernetesFormat,
  declaredRequired,
  unionMember,
  zeroOrOneOfMember,
  unionDiscriminator,
  optionalByDefault,
].map(({ name }) => name);
