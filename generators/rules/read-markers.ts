import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { compareText } from "../../engine/base/problem.js";
import {
  everywhere,
  recordChain,
  report,
  type Context,
  type MarkerReader,
  type Reader,
  type Scope,
} from "./context.js";
import { validationMarkers } from "../markers/known/validation.js";
import { enforcedConstraints, readConstraints } from "./crd/read-constraints.js";
import { nothing, together, type Validations } from "./rule.js";
import { customValidation } from "./tags/custom.js";
import { dependent } from "./tags/dependents.js";
import { eachKey, eachVal } from "./tags/each.js";
import { enumeration } from "./tags/enum.js";
import { item } from "./tags/item.js";
import { countLimit, numberLimit } from "./tags/limits.js";
import { customUnique, listMapKey, listType, unique } from "./tags/lists.js";
import { ifMode, modeDiscriminator } from "./tags/modes.js";
import { forbidden, optional, required } from "./tags/requiredness.js";
import { fixed, format, immutable, monotonic, neq, opaqueType, validateError } from "./tags/simple.js";
import { subfield } from "./tags/subfield.js";
import { unionDiscriminator, unionMember, zeroOrOneOfMember } from "./tags/unions.js";
import { update } from "./tags/updates.js";
import { ifOption, level } from "./tags/wrappers.js";

interface Entry {
  readonly scopes: readonly Scope[];
  readonly read: MarkerReader;
}

const property: readonly Scope[] = ["struct fields"];
const typeOrProperty: readonly Scope[] = ["type definitions", "struct fields"];
const exceptKeys: readonly Scope[] = ["type definitions", "struct fields", "list values", "map values"];
const member: readonly Scope[] = ["struct fields", "list values"];

const entry = (scopes: readonly Scope[], read: MarkerReader): Entry => ({ scopes, read });

/**
 * Readers of all validation markers by name, with the places where Kubernetes allows the markers.
 */
const entries: ReadonlyMap<string, Entry> = new Map([
  ["k8s:required", entry(property, required)],
  ["k8s:optional", entry(property, optional)],
  ["k8s:forbidden", entry(property, forbidden)],
  ["k8s:minimum", entry(everywhere, numberLimit("minimum"))],
  ["k8s:maximum", entry(everywhere, numberLimit("maximum"))],
  ["k8s:minLength", entry(everywhere, countLimit("minLength", "string", "strings"))],
  ["k8s:maxLength", entry(everywhere, countLimit("maxLength", "string", "strings"))],
  ["k8s:maxBytes", entry(everywhere, countLimit("maxBytes", "string", "strings"))],
  ["k8s:minItems", entry(exceptKeys, countLimit("minItems", "list", "lists"))],
  ["k8s:maxItems", entry(exceptKeys, countLimit("maxItems", "list", "lists"))],
  ["k8s:minProperties", entry(typeOrProperty, countLimit("minProperties", "map", "maps"))],
  ["k8s:maxProperties", entry(typeOrProperty, countLimit("maxProperties", "map", "maps"))],
  ["k8s:format", entry(everywhere, format)],
  ["k8s:enum", entry(["type definitions"], enumeration)],
  ["k8s:neq", entry(everywhere, neq)],
  ["k8s:immutable", entry(exceptKeys, immutable)],
  ["k8s:monotonic", entry(typeOrProperty, monotonic)],
  ["k8s:update", entry(["struct fields", "list values", "map values"], update)],
  ["k8s:listType", entry(everywhere, listType)],
  ["k8s:listMapKey", entry(everywhere, listMapKey)],
  ["k8s:unique", entry(everywhere, unique)],
  ["k8s:customUnique", entry(everywhere, customUnique)],
  ["k8s:item", entry(everywhere, item)],
  ["k8s:eachVal", entry(everywhere, eachVal)],
  ["k8s:eachKey", entry(everywhere, eachKey)],
  ["k8s:subfield", entry(everywhere, subfield)],
  ["k8s:opaqueType", entry(everywhere, opaqueType)],
  ["k8s:unionMember", entry(member, unionMember)],
  ["k8s:unionDiscriminator", entry(member, unionDiscriminator)],
  ["k8s:zeroOrOneOfMember", entry(member, zeroOrOneOfMember)],
  ["k8s:modeDiscriminator", entry(property, modeDiscriminator)],
  ["k8s:ifMode", entry(property, ifMode)],
  ["k8s:ifEnabled", entry(everywhere, ifOption(true))],
  ["k8s:ifDisabled", entry(everywhere, ifOption(false))],
  ["k8s:dependentRequired", entry(property, dependent("dependentRequired"))],
  ["k8s:dependentForbidden", entry(property, dependent("dependentForbidden"))],
  ["k8s:customValidation", entry(typeOrProperty, customValidation)],
  ["k8s:alpha", entry(everywhere, level("alpha"))],
  ["k8s:beta", entry(everywhere, level("beta"))],
  ["k8s:validateTrue", entry(everywhere, fixed(true))],
  ["k8s:validateTrueAlpha", entry(everywhere, fixed(true))],
  ["k8s:validateTrueBeta", entry(everywhere, fixed(true))],
  ["k8s:validateFalse", entry(everywhere, fixed(false))],
  ["k8s:validateError", entry(everywhere, validateError)],
]);

const definitions: ReadonlyMap<string, MarkerDefinition> = new Map(
  validationMarkers.map((definition) => [definition.name, definition]),
);

/** Reports whether a marker is a marker of declarative validation. */
export function isValidationMarker(name: string): boolean {
  return entries.has(name);
}

/** Reports whether generated code refuses objects that violate a marker. */
export function isEnforced(name: string): boolean {
  return (
    (isValidationMarker(name) && !withoutErrors.includes(name)) ||
    otherEnforced.includes(name) ||
    enforcedConstraints.includes(name)
  );
}

/** Markers of declarative validation with which no object is refused. */
const withoutErrors: readonly string[] = [
  "k8s:alpha",
  "k8s:optional",
  "k8s:opaqueType",
  "k8s:customUnique",
  "k8s:validateTrue",
  "k8s:validateTrueAlpha",
  "k8s:validateTrueBeta",
  "k8s:validateError",
];

/** Markers of other generators, and of the members of an enumeration, that have rules. */
const otherEnforced: readonly string[] = ["listType", "listMapKey", "k8s:enumExclude"];

/**
 * Reads markers in the order of their names, as Kubernetes does. The order of lines matters only
 * for markers with the same name. Markers of controller-gen come last.
 */
export function readMarkers(reader: Reader, context: Context, markers: readonly Marker[]): Validations {
  const own = markers.filter(({ name }) => entries.has(name));
  const listMarkers = reader.infers(context.owner.package) ? impliedListMarkers(markers) : [];
  const sorted = [...own, ...listMarkers].sort((a, b) => compareText(a.name, b.name));
  const constraints = readConstraints(reader, context, markers);
  if (sorted.length === 0) return constraints;
  // The schema generator reports the problems of list markers.
  const silent: Reader = { ...reader, report: () => undefined };
  return together(
    ...sorted.map((marker) => readMarker(listMarkers.includes(marker) ? silent : reader, context, marker)),
    constraints,
  );
}

/** Returns the markers of validation-gen that correspond to `+listType` and `+listMapKey`. */
function impliedListMarkers(markers: readonly Marker[]): readonly Marker[] {
  const identifies = markers.some(({ name, value }) => name === "listType" && (value === "set" || value === "map"));
  const isMarked = markers.some(saysListType);
  if (!identifies || isMarked) return [];
  return markers.flatMap((marker) =>
    marker.name === "listType" || marker.name === "listMapKey" ? { ...marker, name: `k8s:${marker.name}` } : [],
  );
}

/** Reports whether a marker, or the marker in its value, is about the items of a list. */
function saysListType({ name, then }: Marker): boolean {
  if (name === "k8s:alpha" || name === "k8s:beta") return then !== undefined && saysListType(then);
  return name === "k8s:listType" || name === "k8s:unique";
}

function readMarker(reader: Reader, context: Context, marker: Marker): Validations {
  recordChain(marker);
  const found = entries.get(marker.name);
  // The engine already reports a value that the marker's definition does not allow.
  if (found === undefined || definitions.get(marker.name)?.check?.(marker) !== undefined) return nothing;
  if (found.scopes.includes(context.scope)) return found.read(reader, context, marker);
  // The engine already reports a misplaced marker if it is directly in a comment. Only a marker
  // inside another marker is reported here.
  const isWritten = context.owner.markers.includes(marker) || context.field?.markers.includes(marker) === true;
  if (!isWritten) report(reader, "validation/misplaced", marker, `cannot be used on ${context.scope}`);
  return nothing;
}
