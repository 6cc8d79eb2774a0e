import type { Marker, MarkerDefinition } from "../../engine/markers/marker.js";
import { orderStrings } from "../../engine/base/problem.js";
import {
  everywhere,
  recordChain,
  reportMarker,
  type MarkerContext,
  type MarkerReader,
  type Reader,
  type RuleScope,
} from "./context.js";
import { limitNames, limits, type LimitName } from "../../runtime/schema/limits.js";
import { validationMarkers } from "../markers/known/validation.js";
import { enforcedConstraints, readConstraints } from "./crd/read-constraints.js";
import { declaredBy, noValidations, together, type Validations } from "./rule.js";
import { customValidation } from "./tags/custom.js";
import { dependent } from "./tags/dependents.js";
import { readEachKey, eachVal } from "./tags/each.js";
import { readEnum } from "./tags/enum.js";
import { readItem } from "./tags/item.js";
import { countLimit, numberLimit } from "./tags/limits.js";
import { customUnique, readListMapKey, readListType, readUnique } from "./tags/lists.js";
import { ifMode, modeDiscriminator } from "./tags/modes.js";
import { readForbidden, readOptional, readRequired } from "./tags/requiredness.js";
import {
  readFixed,
  readFormat,
  readImmutable,
  readMonotonic,
  readNeq,
  opaqueType,
  validateError,
} from "./tags/simple.js";
import { readSubfield } from "./tags/subfield.js";
import { readUnionDiscriminator, unionMember, zeroOrOneOfMember } from "./tags/unions.js";
import { update } from "./tags/updates.js";
import { ifOption, level } from "./tags/wrappers.js";

interface Entry {
  readonly scopes: readonly RuleScope[];
  readonly read: MarkerReader;
}

const property: readonly RuleScope[] = ["struct fields"];
const typeOrProperty: readonly RuleScope[] = ["type definitions", "struct fields"];
const exceptKeys: readonly RuleScope[] = ["type definitions", "struct fields", "list values", "map values"];
const member: readonly RuleScope[] = ["struct fields", "list values"];

const entry = (scopes: readonly RuleScope[], read: MarkerReader): Entry => ({ scopes, read });

/**
 * Returns the reader for the marker of a limit, with the scopes in which the marker is permitted.
 * Limits of items are not permitted for map keys, because these are not lists. Limits of properties
 * are permitted only on types and properties.
 */
function limitEntry(name: LimitName): Entry {
  switch (limits[name].of) {
    case "value":
      return entry(everywhere, numberLimit(name));
    case "items":
      return entry(exceptKeys, countLimit(name, "list", "lists"));
    case "properties":
      return entry(typeOrProperty, countLimit(name, "map", "maps"));
    default:
      return entry(everywhere, countLimit(name, "string", "strings"));
  }
}

/**
 * Readers of all validation markers by name, with the scopes in which Kubernetes permits the
 * markers.
 */
const entries: ReadonlyMap<string, Entry> = new Map([
  ["k8s:required", entry(property, readRequired)],
  ["k8s:optional", entry(property, readOptional)],
  ["k8s:forbidden", entry(property, readForbidden)],
  ...limitNames.map((name) => [`k8s:${name}`, limitEntry(name)] as const),
  ["k8s:format", entry(everywhere, readFormat)],
  ["k8s:enum", entry(["type definitions"], readEnum)],
  ["k8s:neq", entry(everywhere, readNeq)],
  ["k8s:immutable", entry(exceptKeys, readImmutable)],
  ["k8s:monotonic", entry(typeOrProperty, readMonotonic)],
  ["k8s:update", entry(["struct fields", "list values", "map values"], update)],
  ["k8s:listType", entry(everywhere, readListType)],
  ["k8s:listMapKey", entry(everywhere, readListMapKey)],
  ["k8s:unique", entry(everywhere, readUnique)],
  ["k8s:customUnique", entry(everywhere, customUnique)],
  ["k8s:item", entry(everywhere, readItem)],
  ["k8s:eachVal", entry(everywhere, eachVal)],
  ["k8s:eachKey", entry(everywhere, readEachKey)],
  ["k8s:subfield", entry(everywhere, readSubfield)],
  ["k8s:opaqueType", entry(everywhere, opaqueType)],
  ["k8s:unionMember", entry(member, unionMember)],
  ["k8s:unionDiscriminator", entry(member, readUnionDiscriminator)],
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
  ["k8s:validateTrue", entry(everywhere, readFixed(true))],
  ["k8s:validateTrueAlpha", entry(everywhere, readFixed(true))],
  ["k8s:validateTrueBeta", entry(everywhere, readFixed(true))],
  ["k8s:validateFalse", entry(everywhere, readFixed(false))],
  ["k8s:validateError", entry(everywhere, validateError)],
]);

const definitions: ReadonlyMap<string, MarkerDefinition> = new Map(
  validationMarkers.map((definition) => [definition.name, definition]),
);

/** Reports whether a name is that of a marker of declarative validation. */
export function isValidationMarker(name: string): boolean {
  return entries.has(name);
}

/** Reports whether generated code rejects objects that violate a marker. */
export function isEnforced(name: string): boolean {
  return (
    (isValidationMarker(name) && !withoutErrors.includes(name)) ||
    otherEnforced.includes(name) ||
    enforcedConstraints.includes(name)
  );
}

/** Markers of declarative validation that never reject an object. */
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

/** Markers of other generators and of enumeration members that also declare rules. */
const otherEnforced: readonly string[] = ["listType", "listMapKey", "k8s:enumExclude"];

/**
 * Reads markers in the order of their names, as Kubernetes does. Markers with the same name are
 * read in the order of their lines. controller-gen's markers are read last.
 */
export function readRuleMarkers(reader: Reader, context: MarkerContext, markers: readonly Marker[]): Validations {
  const own = markers.filter(({ name }) => entries.has(name));
  const listMarkers = reader.infers(context.owner.package) ? impliedListMarkers(markers) : [];
  const sorted = [...own, ...listMarkers].sort((a, b) => orderStrings(a.name, b.name));
  const constraints = readConstraints(reader, context, markers);
  if (sorted.length === 0) return constraints;
  // The problems of list markers are not reported here, because the generator `schema` reports
  // them.
  const silent: Reader = { ...reader, report: () => undefined };
  return together(
    ...sorted.map((marker) => readMarker(listMarkers.includes(marker) ? silent : reader, context, marker)),
    constraints,
  );
}

/**
 * Returns the markers of validation-gen that correspond to `+listType` and `+listMapKey`. Returns
 * an empty list if the list is neither a set nor a map, or if it has such markers itself.
 */
function impliedListMarkers(markers: readonly Marker[]): readonly Marker[] {
  const identifies = markers.some(({ name, value }) => name === "listType" && (value === "set" || value === "map"));
  const isMarked = markers.some(saysListType);
  if (!identifies || isMarked) return [];
  return markers.flatMap((marker) =>
    marker.name === "listType" || marker.name === "listMapKey" ? { ...marker, name: `k8s:${marker.name}` } : [],
  );
}

/**
 * Reports whether a marker, or the marker in its value, determines which items of a list are equal.
 */
function saysListType({ name, then }: Marker): boolean {
  if (name === "k8s:alpha" || name === "k8s:beta") return then !== undefined && saysListType(then);
  return name === "k8s:listType" || name === "k8s:unique";
}

function readMarker(reader: Reader, context: MarkerContext, marker: Marker): Validations {
  recordChain(marker);
  const found = entries.get(marker.name);
  // The engine already reports a value that the marker's definition does not permit.
  if (found === undefined || definitions.get(marker.name)?.check?.(marker) !== undefined) return noValidations;
  if (found.scopes.includes(context.scope)) return declaredBy(marker, found.read({ reader, context, marker }));
  // The engine already reports a misplaced marker that is directly in a comment. Only a marker
  // inside another marker is reported here.
  const isWritten = context.owner.markers.includes(marker) || context.field?.markers.includes(marker) === true;
  return isWritten
    ? noValidations
    : reportMarker({ reader, marker }, "validation/misplaced", `cannot be used on ${context.scope}`);
}
