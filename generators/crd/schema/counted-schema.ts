import type { Marker } from "../../../engine/markers/marker.js";
import { countedNames } from "../../markers/constraints.js";
import type { JSONSchema } from "./json-schema.js";

/**
 * Returns the schema for markers such as `ExactlyOneOf=a;b` as keywords, which have no costs. A
 * schema has each keyword once, so the keywords of several markers are parts of `allOf`.
 */
export function countedSchema(markers: readonly Marker[]): JSONSchema {
  const parts = markers.map(partOf);
  return parts.length < 2 ? (parts[0] ?? {}) : { allOf: parts };
}

function partOf(marker: Marker): JSONSchema {
  const names = countedNames(marker);
  const each = names.map((name): JSONSchema => ({ required: [name] }));
  if (marker.name.endsWith(":AtLeastOneOf")) return { anyOf: each };
  if (marker.name.endsWith(":ExactlyOneOf")) return { oneOf: each };
  return names.length === 2 ? { not: { required: names } } : { oneOf: [{ not: { anyOf: each } }, ...each] };
}
