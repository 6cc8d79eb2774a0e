import type { JSONObject, JSONValue } from "../../values/types.js";
import type { KeyField, PathElement } from "./path-element.js";
import { unionOfSets } from "./set-algebra.js";
import { addElement } from "./set-builder.js";
import { emptyNode, entryKey, newNode, type SetEntry, type SetNode } from "./set-node.js";

/** The properties that can identify an item of a list, in the order of a sorted key. */
const candidates = ["id", "key", "name"] as const;

/**
 * Returns a node with the paths to all scalars and nulls in a value. Source:
 * `fieldpath.SetFromValue`.
 */
export function fieldsOfValue(value: JSONValue): SetNode {
  return childOf(value) ?? emptyNode;
}

/** Returns the node with the paths below a value; undefined if there are no such paths. */
function childOf(value: JSONValue): SetNode | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = new Map<string, SetEntry>();
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) addValue(entries, itemElement(index, item), item);
  } else {
    for (const fieldName of Object.keys(value)) addValue(entries, { fieldName }, value[fieldName] as JSONValue);
  }
  return entries.size === 0 ? undefined : newNode(entries);
}

function addValue(entries: Map<string, SetEntry>, element: PathElement, value: JSONValue): void {
  const isLeaf = typeof value !== "object" || value === null;
  addElement(entries, element, isLeaf, united(entries.get(entryKey(element))?.child, childOf(value)));
}

/**
 * Returns the union of two nodes, because two items of a list can have the same path element. If
 * one of the nodes is undefined, returns `child`.
 */
function united(known: SetNode | undefined, child: SetNode | undefined): SetNode | undefined {
  return known === undefined || child === undefined ? child : unionOfSets(known, child);
}

function itemElement(index: number, item: JSONValue): PathElement {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return { index };
  const key = candidates.flatMap((name) => keyField(item, name));
  return key.length === 0 ? { index } : { key };
}

/**
 * Returns a key field of an item as a list; an empty list if the field is missing or is not a
 * scalar.
 */
function keyField(item: JSONObject, name: string): KeyField[] {
  if (!Object.hasOwn(item, name)) return [];
  const value = item[name] as JSONValue;
  return typeof value === "object" ? [] : [{ name, value }];
}
