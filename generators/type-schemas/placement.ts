import type { Marker } from "../../engine/markers/marker.js";
import { objectOf, typeById, underlying } from "../../engine/model/lookup.js";
import type { ScalarName, Type, Universe } from "../../engine/model/universe.js";
import { isPatchMarker, markerViews, plainName, type MarkerView } from "../markers/patch.js";

/** Kind of type that each marker requires, as worded in messages. */
const wanted: { readonly [marker: string]: "list" | "map or object" } = {
  listType: "list",
  listMapKey: "list",
  patchMergeKey: "list",
  mapType: "map or object",
  structType: "map or object",
};

/**
 * Returns the kind of type that a marker requires if the given type is of another kind; undefined
 * if the marker is permitted, or if codegen knows only the type's name.
 */
export function misplaced(universe: Universe, type: Type, { name }: Marker): string | undefined {
  const place = wanted[plainName(name)];
  if (place === undefined) return undefined;
  const under = underlying(universe, type);
  if (isOpaque(universe, under)) return undefined;
  const fits = place === "list" ? isList(under) : isMapOrObject(universe, under);
  return fits ? undefined : place;
}

/** Returns the patch markers that are permitted for a type. */
export function patchMarkers(universe: Universe, type: Type, markers: readonly Marker[]): readonly MarkerView[] {
  return markerViews(
    markers.filter((marker) => isPatchMarker(marker) && misplaced(universe, type, marker) === undefined),
  );
}

/**
 * Reports whether another npm package declares a type, so that codegen knows only the type's name.
 */
export function isOpaque(universe: Universe, type: Type): boolean {
  return type.kind === "ref" && typeById(universe, type.to)?.shape.kind === "opaque";
}

/**
 * Reports whether values of a type can have list markers. This includes bytes, because Kubernetes
 * has list markers on `[]byte` fields.
 */
function isList(type: Type): boolean {
  return type.kind === "list" || isScalar(type, "bytes", "any");
}

function isMapOrObject(universe: Universe, type: Type): boolean {
  return (
    type.kind === "map" ||
    type.kind === "ref" ||
    objectOf(universe, type) !== undefined ||
    isScalar(type, "RawExtension", "FieldsV1", "any")
  );
}

function isScalar(type: Type, ...names: readonly ScalarName[]): boolean {
  return type.kind === "scalar" && names.includes(type.name);
}
