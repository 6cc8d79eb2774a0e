import type { Marker } from "../../../engine/markers/marker.js";
import { indexDefinitions } from "../../../engine/markers/definitions.js";
import { isDefaultMarker, defaultsMarkers } from "../../markers/defaults.js";
import { openapiMarkers } from "../../markers/openapi.js";
import { registerMarkers } from "../../markers/register.js";
import { schemaMarkers } from "../../markers/schema.js";
import { plainName } from "../../markers/patch.js";
import { causeOf, type Cause } from "../rules/causes.js";
import type { SchemaRule } from "../schema/json-schema.js";
import { typeName } from "../../markers/crd.js";
import { validationsOf } from "../../markers/constraints.js";
import { extensionsOf } from "../../markers/extensions.js";
import type { SchemaOrigin } from "./origin.js";
import { kubernetesMarkers } from "../../markers/kubernetes-marker.js";

/** Keywords that markers add only for some types, with the names of the markers. */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ["x-kubernetes-list-map-keys", ["listMapKey", "listType"]],
  ["x-kubernetes-list-type", ["listType"]],
  ["x-kubernetes-map-type", ["mapType", "structType"]],
]);

/**
 * Returns the first marker that adds a keyword to the schema of an origin; undefined if none does.
 */
export function markerOf(origin: SchemaOrigin, keyword: string): Cause | undefined {
  const names = named.get(keyword);
  if (names === undefined) return firstOf(origin, keyword === "default" ? isDefaultMarker : makes(keyword));
  for (const name of names) {
    const found = firstOf(origin, (marker) => plainName(marker.name) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the first marker of an origin that satisfies a predicate; undefined if none does. */
export function firstOf(origin: SchemaOrigin, isIt: (marker: Marker) => boolean): Cause | undefined {
  for (const { markers } of origin.owners) {
    const marker = markers.find(isIt);
    if (marker !== undefined) return { label: origin.label, marker };
  }
  return undefined;
}

function makes(keyword: string): (marker: Marker) => boolean {
  // The marker of an embedded object also sets the type `object`.
  const isIt = (key: string): boolean =>
    key === keyword || (keyword === "type" && key === "x-kubernetes-embedded-resource");
  return (marker) =>
    [...validationsOf([marker]), ...extensionsOf([marker])].some(({ key }) => isIt(key)) ||
    (keyword === "type" && typeName.matches(marker));
}

/** Returns the marker from which a CEL rule is generated; undefined if none is found. */
export function markerOfRule(origin: SchemaOrigin, rule: SchemaRule): Cause | undefined {
  return (
    causeOf(rule) ??
    firstOf(origin, (marker) =>
      // The rule of a union's member has a condition in front of the expression, because it applies
      // only to objects of that member.
      celExpressionsOf(marker).some((one) => rule.rule === one || rule.rule.endsWith(` || (${one})`)),
    )
  );
}

/** Returns the expressions of the CEL rules that a marker adds. */
export function celExpressionsOf(marker: Marker): readonly string[] {
  const found = validationsOf([marker]).find(({ key }) => key === "x-kubernetes-validations");
  // Assertion: the value of this keyword is a list of CEL rules.
  return ((found?.value ?? []) as readonly SchemaRule[]).map(({ rule }) => rule);
}

const definitions = indexDefinitions([
  ...schemaMarkers,
  ...openapiMarkers,
  ...registerMarkers,
  ...defaultsMarkers,
  ...kubernetesMarkers,
]);

/**
 * Reports whether the check of markers already reports a marker, so that no second message is
 * needed.
 */
export function hasProblem(marker: Marker): boolean {
  return marker.written !== undefined || definitions.find(marker.name)?.check?.(marker) !== undefined;
}
