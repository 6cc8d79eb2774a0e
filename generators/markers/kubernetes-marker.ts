import { defineMarker, type MarkerHandle } from "../../engine/markers/define-marker.js";
import type { MarkerDefinition } from "../../engine/markers/marker.js";
import { parseChecked } from "../../engine/markers/parsers.js";
import { clientMarkers } from "./known/clients.js";
import { kubebuilderMarkers } from "./known/kubebuilder.js";
import { otherOpenAPIMarkers } from "./known/openapi.js";
import { otherProtobufMarkers } from "./known/protobuf.js";
import { otherValidationMarkers, validationMarkers } from "./known/validation.js";

/**
 * Definitions of all markers that Kubernetes' tools define, with the same names, places and values.
 */
export const kubernetesMarkers: readonly MarkerDefinition[] = [
  ...validationMarkers,
  ...otherValidationMarkers,
  ...otherOpenAPIMarkers,
  ...clientMarkers,
  ...otherProtobufMarkers,
  ...kubebuilderMarkers,
];

/**
 * Returns the handle of a known marker of Kubernetes' generators. The handle reads the string after
 * `=`, or an empty string if the marker has no value.
 * @throws Error if the marker is unknown
 */
export function kubernetesMarker(name: string): MarkerHandle<string> {
  const definition = kubernetesMarkers.find((known) => known.name === name);
  if (definition === undefined) throw new Error(`${name} is not a marker of Kubernetes' generators`);
  const { check = () => undefined, ...rest } = definition;
  return defineMarker({ ...rest, parse: parseChecked(check) });
}
