import { clientMarkers } from "./known/clients.js";
import { kubebuilderMarkers } from "./known/kubebuilder.js";
import { schemaMarkers } from "./known/schema.js";
import { validationMarkers } from "./known/validation.js";
import type { MarkerDefinition } from "./marker.js";

/** Markers of Kubernetes' other generators: checked for place and form, and kept in the model. */
export const kubernetesMarkers: readonly MarkerDefinition[] = [
  ...validationMarkers,
  ...schemaMarkers,
  ...clientMarkers,
  ...kubebuilderMarkers,
];
