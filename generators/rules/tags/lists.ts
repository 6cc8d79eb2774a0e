import type { Type } from "../../../engine/model/universe.js";
import { kindAt, reportMarker, wrongType, type MarkerReader, type MarkerSite, type Reader } from "../context.js";
import { knownObject } from "../metadata-fields.js";
import { elementType, nativeKind, propertyValue } from "../native.js";
import { isPrimitive } from "../../../runtime/rules/value.js";
import { later, noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import { getOrCreate, type ListMetadata } from "../shared.js";
import { payloadString } from "../tag.js";

export const readListType = ofList((list, site) => {
  list.stability = site.context.stability;
  const text = payloadString(site.marker);
  if (list.ownership !== undefined) return refused(site, "the list already has a `+k8s:listType`");
  if (text === "atomic") {
    list.ownership = "single";
    list.semantic ??= "atomic";
  } else if (text === "set" || text === "map") {
    list.ownership = "shared";
    if (list.semantic !== undefined && list.semantic !== "atomic")
      return refused(site, "`+k8s:unique` is redundant, because this listType already requires unique items");
    if (text === "map" && !hasObjects(site)) return wrongType(site, "lists of objects");
    [list.semantic, list.marker] = [text, site.marker];
  } else return refused(site, "must be atomic, set or map");
  return later("this", () => uniqueness(site));
});

export const readListMapKey = ofList((list, site) => {
  const { universe } = site.reader;
  const { type } = site.context.value;
  const object = knownObject(universe, elementType(universe, type) ?? type);
  if (object === undefined) return wrongType(site, "lists of objects");
  const name = payloadString(site.marker);
  const field = object.fields.find((candidate) => candidate.name === name);
  if (field === undefined) return refused(site, `${object.declaration.name} has no property \`${name}\``);
  if (!isPrimitive(nativeKind(universe, propertyValue(universe, field).type)))
    return refused(site, "a key must be a string, a number or a boolean");
  list.keys.push(name);
  return noValidations;
});

export const readUnique = ofList((list, site) => {
  list.stability = site.context.stability;
  const text = payloadString(site.marker);
  if (list.ownership === "shared")
    return refused(site, "has no effect, because the list has `+k8s:listType=set` or `+k8s:listType=map`");
  if (list.semantic !== undefined && list.semantic !== "atomic")
    return refused(site, "the list already has a `+k8s:unique`");
  if (text !== "set" && text !== "map") return refused(site, "must be set or map");
  if (text === "map" && !hasObjects(site)) return wrongType(site, "lists of objects");
  [list.semantic, list.marker] = [text, site.marker];
  return later("this", () => uniqueness(site));
});

export const customUnique = ofList((list) => {
  list.hasCustomUnique = true;
  return noValidations;
});

/**
 * Returns the list properties of a value: those of the value itself, or else those of its declared
 * type. Returns undefined if neither has list markers.
 */
export function readListMetadata({ shared }: Reader, path: string, type: Type): ListMetadata | undefined {
  return shared.lists.get(path) ?? (type.kind === "ref" ? shared.lists.get(type.to) : undefined);
}

/** Returns the reader of a marker that is permitted only on lists. */
function ofList(read: (list: ListMetadata, site: MarkerSite) => Validations): MarkerReader {
  return (site) => {
    if (kindAt(site) !== "list") return wrongType(site, "lists");
    const { reader, context } = site;
    const none = () => ({ keys: [], hasCustomUnique: false, isGenerated: false });
    return read(getOrCreate(reader.shared.lists, context.path, none), site);
  };
}

/**
 * Checks the markers of a list, and returns the rule that the items must be unique. Only the first
 * marker of a list returns the rule.
 */
function uniqueness(site: MarkerSite): Validations {
  const { reader, context } = site;
  const { type } = context.value;
  const own = reader.shared.lists.get(context.path);
  const ofType = type.kind === "ref" ? reader.shared.lists.get(type.to) : undefined;
  if (context.scope === "struct fields" && own !== undefined && ofType !== undefined)
    return refused(site, "the type of the property already has a marker for its list type");
  const list = own ?? ofType;
  const isList = elementType(reader.universe, type) !== undefined;
  if (list === undefined || !isList || list.isGenerated) return noValidations;
  list.isGenerated = true;
  if (list.keys.length > 0 && list.semantic !== "map")
    return refused(site, "`+k8s:listMapKey` needs `+k8s:listType=map` or `+k8s:unique=map`");
  if (list.keys.length === 0 && list.semantic === "map")
    return refused(site, "needs a `+k8s:listMapKey` with a property of the items");
  if (list.ownership === undefined)
    return refused(site, "the list also needs a `+k8s:listType`, which is atomic, set or map");
  // Hand-written code checks that the items are unique.
  if (list.hasCustomUnique) return { ...noValidations, needsFunction: true };
  const { semantic, keys, stability, marker = site.marker } = list;
  if (semantic !== "set" && semantic !== "map") return noValidations;
  const unique = newRule({ kind: "unique", ...(semantic === "map" && { keys }) });
  return rulesOnly({ ...unique, marker, ...(stability !== undefined && { stability }) });
}

function hasObjects({ reader: { universe }, context: { value } }: MarkerSite): boolean {
  return nativeKind(universe, elementType(universe, value.type) ?? value.type) === "struct";
}

function refused(site: MarkerSite, message: string): Validations {
  return reportMarker(site, "validation/bad-list", message);
}
