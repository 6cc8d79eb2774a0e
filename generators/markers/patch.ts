import { unquote } from "../../engine/markers/grammar.js";
import type { Marker } from "../../engine/markers/marker.js";

/** A property of `PatchMarkers`, with its value. */
export interface MarkerView {
  readonly name: string;
  readonly value: string | readonly string[];
}

const carried: ReadonlySet<string> = new Set([
  "listType",
  "listMapKey",
  "mapType",
  "structType",
  "patchStrategy",
  "patchMergeKey",
]);

export function isPatchMarker({ name }: Marker): boolean {
  return carried.has(plainName(name));
}

/** Returns the name of a marker without validation-gen's prefix. */
export function plainName(name: string): string {
  return name.startsWith("k8s:") ? name.slice("k8s:".length) : name;
}

/**
 * Returns the properties of a schema for the markers of a type or field, in the order of
 * `PatchMarkers`.
 */
export function markerViews(markers: readonly Marker[]): readonly MarkerView[] {
  if (markers.length === 0) return [];
  // On a list that is not a map list, `+listMapKey` belongs to `+k8s:unique=map`.
  const keys = patchArgument(markers, "listType") === "map" ? patchArguments(markers, "listMapKey") : [];
  const strategy = patchArgument(markers, "patchStrategy");
  return [
    ...single(markers, "listType"),
    ...(keys.length === 0 ? [] : [{ name: "listMapKeys", value: keys }]),
    ...single(markers, "mapType"),
    ...single(markers, "structType"),
    ...(strategy === undefined ? [] : [{ name: "patchStrategy", value: strategy.split(",") }]),
    ...single(markers, "patchMergeKey"),
  ];
}

/**
 * Returns the markers with this name. If none exists, returns the markers with validation-gen's
 * prefix before the name.
 */
export function findMarkers(markers: readonly Marker[], name: string): readonly Marker[] {
  const own = markers.filter((marker) => marker.name === name);
  return own.length > 0 ? own : markers.filter((marker) => marker.name === `k8s:${name}` && marker.then === undefined);
}

export function patchArguments(markers: readonly Marker[], name: string): readonly string[] {
  return findMarkers(markers, name).flatMap(({ value }) => (value === undefined ? [] : unquote(value)));
}

export function patchArgument(markers: readonly Marker[], name: string): string | undefined {
  return patchArguments(markers, name)[0];
}

function single(markers: readonly Marker[], name: string): readonly MarkerView[] {
  const value = patchArgument(markers, name);
  return value === undefined ? [] : [{ name, value }];
}
