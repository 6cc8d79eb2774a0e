import type { Marker } from "./marker.js";

const names: ReadonlySet<string> = new Set(["nullable", "k8s:validation:nullable"]);

/** Reports whether a field has a marker by which null is a valid value. */
export function isNullable(markers: readonly Marker[]): boolean {
  return markers.some(({ name, value, then }) => names.has(name) && value !== "false" && then === undefined);
}
