import { stringifyJSON } from "../json/write-json.js";
import { getOwn, setOwn, isObject } from "../json/values.js";
import { digestOf } from "./digest.js";
import { KeyedChanges, type KeyedObject } from "./keyed-changes.js";
import { nodeBelow, itemNodeOf, type SchemaNode } from "./schema-at.js";

/**
 * A difference between the original value and the value after a round trip. A round trip is a
 * conversion to another version and back. The difference is stored as JSON.
 */
export type ValueChange =
  /**
   * A replaced value. `was` is the original value; it is absent if the round trip has added the
   * value. The original value is restored only if the current value is still the result of the
   * round trip: it equals `became`, has the digest `digest`, or is absent if both properties are
   * absent.
   */
  | { readonly was?: unknown; readonly became?: unknown; readonly digest?: string }
  | { readonly fields: { readonly [name: string]: ValueChange } }
  /** Changes of list items. `key` contains the properties that identify the item. */
  | { readonly keyed: readonly { readonly key: Readonly<Record<string, unknown>>; readonly change: ValueChange }[] }
  /**
   * Changes of list items by index. They are undone only if the list still has the digest `digest`.
   */
  | { readonly items: { readonly [index: string]: ValueChange }; readonly digest: string };

/**
 * Returns the differences between an original value and the result of its round trip; undefined if
 * both are equal. Two references to the same object are equal without a comparison.
 */
export function valueChanges(was: unknown, became: unknown, node: SchemaNode): ValueChange | undefined {
  if (Object.is(was, became)) return undefined;
  if (Array.isArray(was) && Array.isArray(became)) return listChanges(was, became, node);
  if (!isObject(was) || !isObject(became)) return leaf({ was }, became);
  const fields: Record<string, ValueChange> = {};
  for (const key of new Set([...Object.keys(was), ...Object.keys(became)])) {
    const isNew = !Object.hasOwn(was, key);
    const value = getOwn(became, key);
    const change = isNew
      ? leaf({}, value)
      : Object.hasOwn(became, key)
        ? valueChanges(was[key], value, nodeBelow(node, key, was))
        : { was: was[key] };
    if (change !== undefined) setOwn(fields, key, change);
  }
  return Object.keys(fields).length === 0 ? undefined : { fields };
}

function leaf(was: { readonly was?: unknown }, became: unknown): ValueChange {
  return typeof became === "object" && became !== null ? { ...was, digest: digestOf(became) } : { ...was, became };
}

function listChanges(was: readonly unknown[], became: readonly unknown[], node: SchemaNode): ValueChange | undefined {
  const { item, keys } = itemNodeOf(node);
  if (was.length !== became.length) return leaf({ was }, became);
  const changes = was.map((value, index) => valueChanges(value, became[index], item));
  if (changes.every((change) => change === undefined)) return undefined;
  if (!was.every((value, index) => isObject(value) && isObject(became[index]))) return leaf({ was }, became);
  const [before, after] = [keysOf(was, keys), keysOf(became, keys)];
  if (before !== undefined && after !== undefined && before.every((key, index) => key === after[index])) {
    return {
      keyed: changes.flatMap((change, index) =>
        change === undefined ? [] : [{ key: keyOf(was[index], keys) ?? {}, change }],
      ),
    };
  }
  return {
    items: Object.fromEntries(
      changes.flatMap((change, index) => (change === undefined ? [] : [[String(index), change]])),
    ),
    digest: digestOf(became),
  };
}

/**
 * Returns the keys of all list items as strings; undefined if no key properties are declared, if an
 * item is not an object, or if two items have the same key.
 */
function keysOf(list: readonly unknown[], keys: readonly string[]): readonly string[] | undefined {
  if (keys.length === 0) return undefined;
  const texts = list.flatMap((item) => {
    const key = keyOf(item, keys);
    return key === undefined ? [] : [stringifyJSON(key)];
  });
  return new Set(texts).size === list.length ? texts : undefined;
}

/**
 * Returns the key properties of a list item; undefined if the item is not an object. Optional key
 * properties can be absent.
 */
function keyOf(item: unknown, keys: readonly string[]): KeyedObject | undefined {
  if (!isObject(item)) return undefined;
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(item, key) ? [[key, item[key]]] : [])));
}

/**
 * Undoes a change: restores the original values in a value. A part of the value is restored only if
 * it has not changed since the round trip. The result shares unchanged parts with the input.
 * `change` comes from an annotation and is therefore not trusted.
 */
export function undo(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return value;
  if (isObject(change.fields)) return isObject(value) ? undoFields(value, change.fields) : value;
  if (Array.isArray(change.keyed)) return Array.isArray(value) ? undoKeyed(value, change.keyed) : value;
  if (isObject(change.items)) {
    const { items, digest } = change;
    return Array.isArray(value) && digestOf(value) === digest
      ? value.map((item, index) => undo(item, getOwn(items, String(index))))
      : value;
  }
  return isUnchanged(value, change) && "was" in change ? change.was : value;
}

function undoFields(value: KeyedObject, fields: KeyedObject): KeyedObject {
  const out: Record<string, unknown> = { ...value };
  for (const [name, change] of Object.entries(fields)) {
    if (!isObject(change)) continue;
    const isThere = Object.hasOwn(value, name);
    if (isThere && isLeaf(change) && !("was" in change)) {
      if (isUnchanged(value[name], change)) Reflect.deleteProperty(out, name);
    } else if (isThere || (isLeaf(change) && !("became" in change) && !("digest" in change) && "was" in change)) {
      setOwn(out, name, undo(getOwn(value, name), change));
    }
  }
  return out;
}

function undoKeyed(list: readonly unknown[], keyed: readonly unknown[]): unknown[] {
  const changes = new KeyedChanges(keyed);
  return list.map((item) => {
    const found = isObject(item) ? changes.find(item) : undefined;
    return found === undefined ? item : undo(item, found.change);
  });
}

function isLeaf(change: KeyedObject): boolean {
  return !("fields" in change) && !("keyed" in change) && !("items" in change);
}

/** Reports whether a value still equals the result of the round trip. */
function isUnchanged(value: unknown, change: KeyedObject): boolean {
  if ("digest" in change) return value !== undefined && digestOf(value) === change.digest;
  return Object.is(value, change.became);
}
