import { isObject } from "../../json/values.js";
import type { JSONObject, JSONValue } from "../../values/types.js";
import { entryKey } from "../fieldpath/set-node.js";
import { itemElement } from "./item-element.js";
import { deduceAtom } from "./kinds.js";
import { listSearch } from "./list-search.js";
import { resolveType, type ListType, type MapType, type TypedSchema, type TypeRef } from "./schema.js";

/**
 * Reports whether each item of the associative lists in a value has a path element. Unless
 * duplicates are allowed, the path elements of a list must also be different. The fields and items
 * must already fit their types. Most values have few such lists, so this test is much faster than a
 * complete check.
 */
export function hasIdentifiedItems(
  schema: TypedSchema,
  ref: TypeRef,
  value: JSONValue,
  allowDuplicates: boolean,
): boolean {
  if (typeof value !== "object" || value === null || !hasAssociativeList(schema, ref)) return true;
  const atom = resolveType(schema, ref);
  if (atom === undefined) return false;
  const { map, list } = deduceAtom(atom, value);
  const check = (type: TypeRef, part: JSONValue): boolean => hasIdentifiedItems(schema, type, part, allowDuplicates);
  if (map !== undefined) return isObject(value) && everyField(schema, map, value, check);
  if (list === undefined || !Array.isArray(value)) return false;
  if (list.elementRelationship === "associative" && !areIdentified(schema, list, value, allowDuplicates)) return false;
  return value.every((item) => check(list.elementType, item));
}

function everyField(
  schema: TypedSchema,
  map: MapType,
  value: JSONObject,
  check: (type: TypeRef, part: JSONValue) => boolean,
): boolean {
  for (const [name, type] of fieldsWithLists(schema, map))
    if (Object.hasOwn(value, name) && !check(type, value[name] as JSONValue)) return false;
  if (!hasAssociativeList(schema, map.elementType)) return true;
  return Object.keys(value).every((name) => map.fields.has(name) || check(map.elementType, value[name] as JSONValue));
}

function areIdentified(
  schema: TypedSchema,
  list: ListType,
  items: readonly JSONValue[],
  allowDuplicates: boolean,
): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const element = itemElement(schema, list, item);
    if ("problem" in element) return false;
    if (!allowDuplicates) seen.add(entryKey(element));
  }
  return allowDuplicates || seen.size === items.length;
}

const fieldsOfMaps = new WeakMap<MapType, readonly (readonly [string, TypeRef])[]>();

/** Returns those declared fields of a map whose values can contain associative lists. */
function fieldsWithLists(schema: TypedSchema, map: MapType): readonly (readonly [string, TypeRef])[] {
  const known = fieldsOfMaps.get(map);
  if (known !== undefined) return known;
  const fields = [...map.fields]
    .filter(([, { type }]) => hasAssociativeList(schema, type))
    .map(([name, { type }]): readonly [string, TypeRef] => [name, type]);
  fieldsOfMaps.set(map, fields);
  return fields;
}

/** Reports whether values of a type can be or contain associative lists. */
const hasAssociativeList = listSearch((list) => list.elementRelationship === "associative");
