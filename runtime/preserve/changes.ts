import { stringifyJSON } from "../json/write-json.js";
import { getOwn, setOwn } from "../json/values.js";
import { digestOf } from "./digest.js";
import { KeyedChanges, isKeyedObject, type KeyedObject } from "./keyed-changes.js";
import { nodeBelow, itemNodeOf, type SchemaNode } from "./schema-at.js";

/** A difference between a value before and after a round trip, as plain JSON. */
export type ValueChange =
  /**
   * A changed value. `was` is the original value; it is absent if the round trip added the value.
   * The original value is restored if the current value still equals `became` or has the digest
   * `digest`. If both `became` and `digest` are absent, the original value is restored if the
   * current value is absent.
   */
  | { readonly was?: unknown; readonly became?: unknown; readonly digest?: string }
  | { readonly fields: { readonly [name: string]: ValueChange } }
  /** Changes of list items, each with the properties that identify the item. */
  | { readonly keyed: readonly { readonly key: Readonly<Record<string, unknown>>; readonly change: ValueChange }[] }
  /** Changes of list items by index. They are undone only if the list still has this digest. */
  | { readonly items: { readonly [index: string]: ValueChange }; readonly digest: string };

/**
 * Returns the differences between a value and the result of its round trip; undefined if the two
 * are equal. Two references to the same object are equal without a comparison.
 */
export function valueChanges(was: unknown, became: unknown, node: SchemaNode): ValueChange | undefined {
  if (Object.is(was, became)) return undefined;
  if (Array.isArray(was) && Array.isArray(became)) return listChanges(was, became, node);
  if (!isKeyedObject(was) || !isKeyedObject(became)) return leaf({ was }, became);
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
  if (!was.every((value, index) => isKeyedObject(value) && isKeyedObject(became[index]))) return leaf({ was }, became);
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
 * Returns the keys of all items as strings; undefined if an item has no key or two items have the
 * same key.
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
 * Returns the key properties that an item has. A key property can be absent, because it is optional
 * or has a default.
 */
function keyOf(item: unknown, keys: readonly string[]): KeyedObject | undefined {
  if (!isKeyedObject(item)) return undefined;
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(item, key) ? [[key, item[key]]] : [])));
}

/**
 * Restores the original values in a value. A change is undone only if the changed part still has
 * its value from the round trip. The result shares unchanged parts with the input. `change` comes
 * from an annotation and can have any form.
 */
export function undo(value: unknown, change: unknown): unknown {
  if (!isKeyedObject(change)) return value;
  if (isKeyedObject(change.fields)) return isKeyedObject(value) ? undoFields(value, change.fields) : value;
  if (Array.isArray(change.keyed)) return Array.isArray(value) ? undoKeyed(value, change.keyed) : value;
  if (isKeyedObject(change.items)) {
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
    if (!isKeyedObject(change)) continue;
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
    const found = isKeyedObject(item) ? changes.find(item) : undefined;
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
