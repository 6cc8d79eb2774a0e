import type { Marker } from "./marker.js";

/**
 * Returns the value of a marker such as `+k8s:deepcopy-gen=true` that turns a generator on or off
 * for a package, type or field. Returns undefined without such a marker, and for another value.
 */
export function optIn(markers: readonly Marker[], name: string): boolean | undefined {
  const marker = markers.find((one) => one.name === name && (one.value === "true" || one.value === "false"));
  return marker === undefined ? undefined : marker.value === "true";
}
