import type { Marker } from "../../../engine/markers/marker.js";
import { allDefinitions, indexDefinitions } from "../../../engine/markers/definitions.js";
import { objectOf } from "../../../engine/model/lookup.js";
import type { Universe } from "../../../engine/model/universe.js";
import { isDefault, defaultsMarkers } from "../../defaults/markers.js";
import { openapiMarkers } from "../../openapi/markers.js";
import { registerMarkers } from "../../register/markers.js";
import { schemaMarkers } from "../../schema/markers.js";
import { plainName } from "../../schema/patch-markers.js";
import { immutable } from "../markers.js";
import { escapedName } from "../../../runtime/cel/index.js";
import { withMarkers } from "../schema/from-markers.js";
import { isMemberMarker } from "../schema/member-rules.js";
import type { Origin } from "./origin.js";

/** A marker that causes an error, and the name of the property or type for messages. */
export interface Cause {
  readonly label: string;
  readonly marker: Marker;
}

/** Keywords that a marker makes only for some types, with the names of their markers. */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ["x-kubernetes-list-map-keys", ["listMapKey", "listType"]],
  ["x-kubernetes-list-type", ["listType"]],
  ["x-kubernetes-map-type", ["mapType", "structType"]],
]);

/** Returns the marker that adds a keyword to the schema of an origin. */
export function markerOf(origin: Origin, keyword: string): Cause | undefined {
  const names = named.get(keyword);
  if (names === undefined) return firstOf(origin, keyword === "default" ? isDefault : makes(keyword));
  for (const name of names) {
    const found = firstOf(origin, (marker) => plainName(marker.name) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the first marker of a kind among those of an origin. */
export function firstOf(origin: Origin, isIt: (marker: Marker) => boolean): Cause | undefined {
  for (const { markers } of origin.owners) {
    const marker = markers.find(isIt);
    if (marker !== undefined) return { label: origin.label, marker };
  }
  return undefined;
}

function makes(keyword: string): (marker: Marker) => boolean {
  return (marker) => Object.hasOwn(withMarkers({}, [marker]), keyword);
}

/**
 * Returns the marker of a CEL rule: a marker with the rule, or the marker of a property from which
 * the generator makes a rule of the object.
 */
export function markerOfRule(universe: Universe, origin: Origin, rule: string): Cause | undefined {
  const own = firstOf(origin, (marker) =>
    // The rules of a union's member apply to objects of the member only.
    rulesIn(marker).some((one) => rule === one || rule.endsWith(` || (${one})`)),
  );
  if (own !== undefined) return own;
  const object = objectOf(universe, origin.type);
  for (const field of object?.shape.fields ?? []) {
    const path = escapedName(field.name);
    const marker = field.markers.find((one) => immutable.matches(one) || isMemberMarker(one));
    if (path !== undefined && marker !== undefined && rule.includes(`(self.${path})`))
      return { label: `${object?.declaration.name ?? ""}.${field.name}`, marker };
  }
  return undefined;
}

/** Returns the expressions of the CEL rules that a marker makes. */
export function rulesIn(marker: Marker): readonly string[] {
  return (withMarkers({}, [marker])["x-kubernetes-validations"] ?? []).map(({ rule }) => rule);
}

const definitions = indexDefinitions(
  allDefinitions([...schemaMarkers, ...openapiMarkers, ...registerMarkers, ...defaultsMarkers]),
);

/** Reports whether the check of markers reports a marker. The marker needs no second message. */
export function isFaulty(marker: Marker): boolean {
  return marker.written !== undefined || definitions.find(marker.name)?.check?.(marker) !== undefined;
}
