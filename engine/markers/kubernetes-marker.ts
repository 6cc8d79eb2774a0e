import { defineMarker, type MarkerHandle } from "./define-marker.js";
import { kubernetesMarkers } from "./definitions.js";
import { parseChecked } from "./parsers.js";

/**
 * Returns the handle of a known marker of Kubernetes' generators. The value that the handle reads
 * is the text after `=`, or an empty string if the marker has no value.
 * @throws Error if the marker is unknown
 */
export function kubernetesMarker(name: string): MarkerHandle<string> {
  const definition = kubernetesMarkers.find((known) => known.name === name);
  if (definition === undefined) throw new Error(`${name} is not a marker of Kubernetes' generators`);
  const { check = () => undefined, ...rest } = definition;
  return defineMarker({ ...rest, parse: parseChecked(check) });
}
