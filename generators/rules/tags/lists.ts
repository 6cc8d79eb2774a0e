import type { Marker } from "../../../engine/markers/marker.js";
import type { Type } from "../../../engine/model/universe.js";
import { reportMarker, wrongType, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { elementType, nativeKind, propertyValue } from "../native.js";
import { isPrimitive } from "../../../runtime/rules/value.js";
import { later, noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import { getOrCreate, type ListMetadata } from "../shared.js";
import { payloadString } from "../tag.js";

export const readListType: MarkerReader = (reader, context, marker) => {
  const list = listOf(reader, context, marker);
  if (list === undefined) return noValidations;
  list.stability = context.stability;
  const text = payloadString(marker);
  if (list.ownership !== undefined) return refused(reader, marker, "the list already has a `+k8s:listType`");
  if (text === "atomic") {
    list.ownership = "single";
    list.semantic ??= "atomic";
  } else if (text === "set" || text === "map") {
    list.ownership = "shared";
    if (list.semantic !== undefined && list.semantic !== "atomic")
      return refused(reader, marker, "`+k8s:unique` is redundant, because this listType already requires unique items");
    if (text === "map" && !hasObjects(reader, context)) return notOfObjects(reader, context, marker);
    list.semantic = text;
  } else return refused(reader, marker, "must be atomic, set or map");
  return later("this", () => uniqueness(reader, context, marker));
};

export const readListMapKey: MarkerReader = (reader, context, marker) => {
  const list = listOf(reader, context, marker);
  if (list === undefined) return noValidations;
  const object = knownObject(reader.universe, elementType(reader.universe, context.value.type) ?? context.value.type);
  if (object === undefined) return notOfObjects(reader, context, marker);
  const name = payloadString(marker);
  const field = object.fields.find((candidate) => candidate.name === name);
  if (field === undefined) return refused(reader, marker, `${object.declaration.name} has no property \`${name}\``);
  const { type } = propertyValue(reader.universe, field);
  if (!isPrimitive(nativeKind(reader.universe, type)))
    return refused(reader, marker, "a key must be a string, a number or a boolean");
  list.keys.push(name);
  return noValidations;
};

export const readUnique: MarkerReader = (reader, context, marker) => {
  const list = listOf(reader, context, marker);
  if (list === undefined) return noValidations;
  list.stability = context.stability;
  const text = payloadString(marker);
  if (list.ownership === "shared")
    return refused(reader, marker, "has no effect, because the list has `+k8s:listType=set` or `+k8s:listType=map`");
  if (list.semantic !== undefined && list.semantic !== "atomic")
    return refused(reader, marker, "the list already has a `+k8s:unique`");
  if (text !== "set" && text !== "map") return refused(reader, marker, "must be set or map");
  if (text === "map" && !hasObjects(reader, context)) return notOfObjects(reader, context, marker);
  list.semantic = text;
  return later("this", () => uniqueness(reader, context, marker));
};

export const customUnique: MarkerReader = (reader, context, marker) => {
  const list = listOf(reader, context, marker);
  if (list !== undefined) list.hasCustomUnique = true;
  return noValidations;
};

/**
 * Returns the list properties of a value: those of the value itself, or else those of its declared
 * type. Returns undefined if neither has list markers.
 */
export function readListMetadata({ shared }: Reader, path: string, type: Type): ListMetadata | undefined {
  return shared.lists.get(path) ?? (type.kind === "ref" ? shared.lists.get(type.to) : undefined);
}

function listOf(reader: Reader, context: MarkerContext, marker: Marker): ListMetadata | undefined {
  if (nativeKind(reader.universe, context.value.type) === "list") {
    return getOrCreate(reader.shared.lists, context.path, () => ({
      keys: [],
      hasCustomUnique: false,
      isGenerated: false,
    }));
  }
  wrongType(reader, context, marker, "lists");
  return undefined;
}

/**
 * Checks the markers of a list, and returns the rule that the items must be unique. Only the first
 * marker of a list returns the rule.
 */
function uniqueness(reader: Reader, context: MarkerContext, marker: Marker): Validations {
  const own = reader.shared.lists.get(context.path);
  const ofType = context.value.type.kind === "ref" ? reader.shared.lists.get(context.value.type.to) : undefined;
  if (context.scope === "struct fields" && own !== undefined && ofType !== undefined)
    return refused(reader, marker, "the type of the property already has a marker for its list type");
  const list = own ?? ofType;
  const isList = elementType(reader.universe, context.value.type) !== undefined;
  if (list === undefined || !isList || list.isGenerated) return noValidations;
  list.isGenerated = true;
  if (list.keys.length > 0 && list.semantic !== "map")
    return refused(reader, marker, "`+k8s:listMapKey` needs `+k8s:listType=map` or `+k8s:unique=map`");
  if (list.keys.length === 0 && list.semantic === "map")
    return refused(reader, marker, "needs a `+k8s:listMapKey` with a property of the items");
  if (list.ownership === undefined)
    return refused(reader, marker, "the list also needs a `+k8s:listType`, which is atomic, set or map");
  // Hand-written code checks that the items are unique.
  if (list.hasCustomUnique) return { ...noValidations, needsFunction: true };
  const { semantic, keys, stability } = list;
  if (semantic !== "set" && semantic !== "map") return noValidations;
  const unique = newRule({ kind: "unique", ...(semantic === "map" && { keys }) });
  return rulesOnly({ ...unique, ...(stability !== undefined && { stability }) });
}

function hasObjects({ universe }: Reader, { value }: MarkerContext): boolean {
  return nativeKind(universe, elementType(universe, value.type) ?? value.type) === "struct";
}

function notOfObjects(reader: Reader, context: MarkerContext, marker: Marker): Validations {
  wrongType(reader, context, marker, "lists of objects");
  return noValidations;
}

function refused(reader: Reader, marker: Marker, message: string): Validations {
  reportMarker(reader, "validation/bad-list", marker, message);
  return noValidations;
}
