import type { JSONObject, JSONValue } from "../../values/types.js";
import { setOwn, isObject } from "../../json/values.js";
import { entryKey, type SetNode } from "../fieldpath/set-node.js";
import { itemElementOrInvalid } from "./item-element.js";
import { deduceAtom } from "./kinds.js";
import { fieldTypeOf, resolveType, type ListType, type MapType, type TypedSchema, type TypeRef } from "./schema.js";

/**
 * Removes the fields and list items of a set from a value; if `extracts` is true, removes all other
 * fields and items instead. A list or map that becomes empty becomes null. Source:
 * `typed.removeItemsWithSchema`.
 */
export class ItemRemover {
  constructor(
    readonly schema: TypedSchema,
    /** True to keep only the fields and items of the set; false to remove them. */
    readonly extracts: boolean,
  ) {}

  apply(ref: TypeRef, value: JSONValue, items: SetNode): JSONValue {
    const atom = resolveType(this.schema, ref);
    if (atom === undefined) return null;
    const { map, scalar, list } = deduceAtom(atom, value);
    if (map !== undefined) return isObject(value) ? this.#applyToMap(map, value, items) : null;
    if (scalar !== undefined) return value;
    return list !== undefined && Array.isArray(value) ? this.#applyToList(list, value, items) : null;
  }

  #applyToList(type: ListType, list: JSONValue[], items: SetNode): JSONValue {
    if (list.length === 0 || type.elementRelationship === "atomic") return this.extracts ? list : null;
    const kept: JSONValue[] = [];
    for (const item of list) {
      const entry = items.entries.get(entryKey(itemElementOrInvalid(this.schema, type, item)));
      const isMember = entry?.member === true;
      if (this.extracts ? entry === undefined : isMember) continue;
      kept.push(entry?.child === undefined ? item : this.apply(type.elementType, item, entry.child));
    }
    return kept.length === 0 ? null : kept;
  }

  #applyToMap(type: MapType, map: JSONObject, items: SetNode): JSONValue {
    const keys = Object.keys(map);
    if (keys.length === 0 || type.elementRelationship === "atomic") return this.extracts ? map : null;
    const kept: JSONObject = {};
    for (const fieldName of keys) {
      const value = this.#valueOfField(type, map, fieldName, items);
      if (value !== undefined) setOwn(kept, fieldName, value);
    }
    return Object.keys(kept).length === 0 ? null : kept;
  }

  /** Returns the value of a field; undefined if the field is removed. */
  #valueOfField(type: MapType, map: JSONObject, name: string, items: SetNode): JSONValue | undefined {
    const value = map[name] as JSONValue;
    const entry = items.entries.get(entryKey({ fieldName: name }));
    const ref = fieldTypeOf(type, name);
    if (entry?.member === true)
      // As in Go, a field that is itself in the set is extracted with the paths of its parent map.
      return this.extracts ? this.apply(ref, value, items) : undefined;
    if (entry?.child !== undefined) return this.apply(ref, value, entry.child);
    return this.extracts ? undefined : value;
  }
}
