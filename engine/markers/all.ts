import { kubernetesMarkers } from "./kubernetes.js";
import type { MarkerDefinition } from "./marker.js";

/**
 * The markers of the generators, then those of Kubernetes' others that they don't define
 * themselves.
 */
export function allDefinitions(own: readonly MarkerDefinition[]): readonly MarkerDefinition[] {
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...kubernetesMarkers.filter(({ name }) => !names.has(name))];
}
