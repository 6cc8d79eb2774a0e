import { addMarker, remedy, remedyAs, removeMarker, replaceMarker, type Remedy } from "../../engine/base/fix.js";
import { unquote } from "../../engine/markers/grammar.js";
import type { Marker } from "../../engine/markers/marker.js";
import { wordText } from "../../engine/markers/print-marker.js";
import { objectOf, underlying } from "../../engine/model/lookup.js";
import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/base/problem.js";
import { findMarkers, isPatchMarker, patchArgument } from "../markers/patch.js";
import { isOpaque, misplaced } from "./placement.js";
import { schemaProblems } from "../problem-codes/schema.js";
import { problemAt } from "../markers/problem-at.js";

/** Reports list, map and patch markers that contradict the type, or each other. */
export function checkMergeMarkers(universe: Universe, type: TypeDeclaration): readonly Problem[] {
  const { shape, markers, name } = type;
  const own = checkPlace(universe, name, { kind: "ref", to: type.id }, markers);
  if (shape.kind !== "object") return own;
  // An inherited property is checked only in the interface that declares it.
  const declared = shape.fields.filter(({ from }) => from === undefined);
  const problems = declared.flatMap((field) =>
    checkPlace(universe, `${name}.${field.name}`, field.type, field.markers),
  );
  // An unknown key is only a warning in a list of kinds, because a list in Kubernetes itself has
  // one.
  const isListOfKind = shape.typeMeta !== undefined && /List$/.test(name);
  return [
    ...own,
    ...problems.map((one): Problem =>
      isListOfKind && one.code === "schema/unknown-key" ? { ...one, severity: "warning" } : one,
    ),
  ];
}

function checkPlace(universe: Universe, subject: string, type: Type, all: readonly Marker[]): readonly Problem[] {
  const markers = all.filter(isPatchMarker);
  if (markers.length === 0) return [];
  const problems = markers.flatMap((marker) => {
    const wanted = misplaced(universe, type, marker);
    if (wanted === undefined) return [];
    const message = `+${marker.name} has no effect: ${subject} is not a ${wanted}`;
    return [problemAt(marker, schemaProblems.is("schema/misplaced-marker"), message, remedy(removeMarker(marker)))];
  });
  const under = underlying(universe, type);
  return under.kind === "list" ? [...problems, ...checkList(universe, subject, under.element, all)] : problems;
}

function checkList(universe: Universe, subject: string, element: Type, all: readonly Marker[]): readonly Problem[] {
  const markers = all.filter(isPatchMarker);
  const [listType] = findMarkers(markers, "listType");
  const keys = findMarkers(markers, "listMapKey");
  const mergeKeys = findMarkers(markers, "patchMergeKey");
  const isMapList = patchArgument(markers, "listType") === "map";
  const problems: Problem[] = [];
  const rules = all.flatMap(ruleOf);
  const hasKeyRule = rules.some(({ name }) => name === "k8s:listMapKey");
  if (listType !== undefined && isMapList && keys.length === 0 && !hasKeyRule) {
    const message = `${subject} has +listType=map, but no +listMapKey`;
    const advice = withKey(universe, element, listType);
    problems.push(problemAt(listType, schemaProblems.is("schema/list-map-without-key"), message, advice));
  }
  // An unknown value of `+listType` is already reported. The value was probably meant to be `map`,
  // so `+listMapKey` is not reported in addition.
  const isMapRule = rules.some(({ name, value }) => /^k8s:(unique|listType)$/.test(name) && value === "map");
  const isKnown = listType === undefined || ["atomic", "set"].includes(patchArgument(markers, "listType") ?? "");
  for (const key of isMapList || isMapRule || !isKnown ? [] : keys) {
    const message = `${subject} has +listMapKey, but not +listType=map`;
    const head = schemaProblems.is("schema/list-map-key-without-map");
    problems.push(problemAt(key, head, message, asMap(key, listType)));
  }
  for (const key of [...keys, ...mergeKeys]) problems.push(...checkKey(universe, subject, element, key, listType));
  return problems;
}

/**
 * Returns the last marker of a chain if it is a marker of validation-gen: `+k8s:listType=map` for
 * `+k8s:alpha=+k8s:listType=map`. Returns an empty list for other markers. For example,
 * `+k8s:unique=map` permits `+listMapKey` without `+listType=map`.
 */
function ruleOf(marker: Marker): readonly Marker[] {
  if (marker.then !== undefined) return ruleOf(marker.then);
  return marker.name.startsWith("k8s:") ? [marker] : [];
}

function checkKey(
  universe: Universe,
  subject: string,
  element: Type,
  marker: Marker,
  listType: Marker | undefined,
): readonly Problem[] {
  const under = underlying(universe, element);
  if (isCondition(under)) return checkKeyName(subject, { name: "Condition", fields: conditionFields }, marker);
  if (isOpaque(universe, under)) return [];
  const items = objectOf(universe, element);
  if (items === undefined) {
    const message = `the items of ${subject} are not objects, so the list cannot have +${marker.name}`;
    const head = schemaProblems.is("schema/key-of-non-object");
    return [{ ...problemAt(marker, head, message, withoutKey(marker, listType)), needsAllTypes: true }];
  }
  const fields = [
    ...(items.shape.typeMeta === undefined ? [] : ["kind", "apiVersion"]),
    ...items.shape.fields.map(({ name }) => name),
  ];
  return checkKeyName(subject, { name: items.declaration.name, fields }, marker);
}

/**
 * Names of the properties of the runtime package's Condition, whose declaration codegen does not
 * read.
 */
const conditionFields = ["type", "status", "observedGeneration", "lastTransitionTime", "reason", "message"];

function isCondition(type: Type): boolean {
  return type.kind === "ref" && type.to === `${runtimePackage}#Condition`;
}

function checkKeyName(
  subject: string,
  { name, fields }: { readonly name: string; readonly fields: readonly string[] },
  marker: Marker,
): readonly Problem[] {
  const key = unquote(marker.value ?? "");
  if (fields.includes(key)) return [];
  const meant = nearest(key, fields);
  const [first = ""] = fields;
  const instead = `+${marker.name}=${wordText(meant ?? first)}`;
  const advice =
    meant === undefined
      ? remedyAs(`known properties: ${fields.join(", ")}`, { ...replaceMarker(marker, instead), isExample: true })
      : remedy(replaceMarker(marker, instead, `did you mean ${instead}?`));
  const message = `the items of ${subject} (${name}) have no property ${key}`;
  return [problemAt(marker, schemaProblems.is("schema/unknown-key", "error"), message, advice)];
}

/**
 * Returns the remedy for a list with the list type `map` but without a key. Scalars have no keys,
 * so a list of scalars must be a set.
 */
function withKey(universe: Universe, element: Type, listType: Marker): Remedy {
  const key = keyLike(universe, element);
  if (key !== undefined) return remedy(addMarker(listType.position, `+listMapKey=${wordText(key)}`));
  const set = `+${listType.name}=set`;
  return remedy(replaceMarker(listType, set, `write ${set}, because items that are not objects have no keys`));
}

function asMap(key: Marker, listType: Marker | undefined): Remedy {
  const map = "+listType=map";
  return remedy(
    listType === undefined ? addMarker(key.position, map) : replaceMarker(listType, map, `write ${map}`),
    removeMarker(key, "remove the key"),
  );
}

/** Returns the remedy that removes a key marker from a list whose items have no properties. */
function withoutKey(key: Marker, listType: Marker | undefined): Remedy {
  const set = listType?.value === "map" ? replaceMarker(listType, `+${listType.name}=set`).edits : [];
  return remedy({
    text: set.length === 0 ? "remove the marker" : "remove the marker, and use +listType=set",
    edits: [...removeMarker(key).edits, ...set],
  });
}

function keyLike(universe: Universe, element: Type): string | undefined {
  const fields = objectOf(universe, element)?.shape.fields.map(({ name }) => name) ?? [];
  return ["name", "type", "key", "uid"].find((name) => fields.includes(name)) ?? fields[0];
}
