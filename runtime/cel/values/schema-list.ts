import { isBranch } from "../../json/values.js";
import { escapedName } from "../types/names.js";
import { equalItems, noSuchOverload } from "./equality.js";
import { assertHashableJSON, scalarKey, type HashKey } from "./hash-keys.js";
import { ItemList } from "./lists.js";
import type { SchemaComparison } from "./schema-equality.js";
import { SchemaMap } from "./schema-map.js";
import { EvaluationError, ListValue, MapValue, type JSONInput, type Read, type Result, type Value } from "./value.js";

/** A list with a schema whose list type is `atomic`. */
export class AtomicList extends ListValue {
  readonly json: readonly JSONInput[];
  readonly read: Read;
  readonly #compare: SchemaComparison | undefined;

  /** @param compare compares the JSON of two lists of the same schema */
  constructor(json: readonly JSONInput[], read: Read, compare?: SchemaComparison) {
    super();
    this.json = json;
    this.read = read;
    this.#compare = compare;
  }

  get size(): number {
    return this.json.length;
  }

  at(index: number): Result {
    return this.read(this.json[index]);
  }

  override equals(other: Value): boolean | EvaluationError {
    if (!(other instanceof ListValue)) return noSuchOverload;
    const isSame =
      other instanceof AtomicList && other.read === this.read ? this.#compare?.(this.json, other.json) : undefined;
    if (isSame !== undefined) return isSame;
    if (this.size !== other.size) return false;
    for (let index = 0; index < this.size; index++) {
      const isEqual = equalItems(this.at(index), other.at(index));
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  /**
   * Returns true if an item is equal to the value. Otherwise, returns an error if an item cannot be
   * compared with the value, and false if all items can.
   */
  override contains(value: Result): Result {
    if (value instanceof EvaluationError) return value;
    let error: EvaluationError | undefined;
    for (let index = 0; index < this.size; index++) {
      const isEqual = equalItems(this.at(index), value);
      if (isEqual === true) return true;
      if (isEqual !== false) error ??= isEqual;
    }
    return error ?? false;
  }

  override plus(other: ListValue): Result {
    return new ItemList([...this, ...other]);
  }
}

const notScalar = new EvaluationError("listSet operations are only supported on lists of scalar values");

function setKey(item: Result): HashKey | EvaluationError {
  return item instanceof ListValue || item instanceof MapValue ? notScalar : scalarKey(item);
}

/** Returns the keys of the items of a set; an error if an item is a list or a map. */
function setKeys(list: Iterable<Result>): Set<HashKey> | EvaluationError {
  const keys = new Set<HashKey>();
  for (const item of list) {
    const key = setKey(item);
    if (key instanceof EvaluationError) return key;
    keys.add(key);
  }
  return keys;
}

function equalSets(list: ListValue, other: Value): boolean | EvaluationError {
  if (!(other instanceof ListValue)) return noSuchOverload;
  if (list.size !== other.size) return false;
  const own = setKeys(list);
  if (own instanceof EvaluationError) return own;
  const seen = new Set<HashKey>();
  for (const item of other) {
    const key = setKey(item);
    if (key instanceof EvaluationError) return key;
    if (!own.has(key)) return false;
    seen.add(key);
  }
  return seen.size === own.size;
}

function union(list: ListValue, other: ListValue): Result {
  const keys = setKeys(list);
  if (keys instanceof EvaluationError) return keys;
  const items = [...list];
  for (const item of other) {
    const key = setKey(item);
    if (key instanceof EvaluationError) return key;
    if (keys.has(key)) continue;
    keys.add(key);
    items.push(item);
  }
  return new ComputedSet(items);
}

/** A list with a schema whose list type is `set`: the order of its items makes no difference. */
export class SetList extends AtomicList {
  override equals(other: Value): boolean | EvaluationError {
    return equalSets(this, other);
  }

  override plus(other: ListValue): Result {
    return union(this, other);
  }
}

class ComputedSet extends ItemList {
  override equals(other: Value): boolean | EvaluationError {
    return equalSets(this, other);
  }

  override plus(other: ListValue): Result {
    return union(this, other);
  }
}

/**
 * Compares two lists in which items with equal keys must be equal. Returns an error if `other` is
 * not a list, or if two items with equal keys cannot be compared.
 *
 * @param itemsByKey returns the items of the first list by key
 * @param keyOf returns the key of an item of the second list
 */
function equalByKeys(
  list: ListValue,
  other: Value,
  itemsByKey: () => ReadonlyMap<HashKey, Result>,
  keyOf: (item: Result) => HashKey,
): boolean | EvaluationError {
  if (!(other instanceof ListValue)) return noSuchOverload;
  if (list.size !== other.size) return false;
  const items = itemsByKey();
  const seen = new Set<HashKey>();
  for (const item of other) {
    const key = keyOf(item);
    const own = items.get(key);
    if (own === undefined) return false;
    const isEqual = equalItems(own, item);
    if (isEqual !== true) return isEqual;
    seen.add(key);
  }
  return seen.size === items.size;
}

/**
 * Returns the items of a list, followed by the items of another list. An item of the other list
 * replaces an item with the same key.
 */
function merged(list: ListValue, other: ListValue, keys: readonly string[]): Result {
  const items = [...list];
  const indexes = new Map(items.map((item, index) => [valueKey(item, keys), index]));
  for (const item of other) {
    const index = indexes.get(valueKey(item, keys));
    if (index === undefined) items.push(item);
    else items[index] = item;
  }
  return new ComputedMapList(items, keys);
}

/**
 * Returns the values of an item's key properties as one map key.
 *
 * @param keys escaped names of the key properties
 */
function valueKey(item: Result, keys: readonly string[]): HashKey {
  const parts = keys.map((name) => {
    const value = item instanceof MapValue ? item.get(name) : undefined;
    return value === undefined || value instanceof EvaluationError ? "none" : scalarKey(value);
  });
  return joinedKey(parts);
}

function joinedKey(parts: readonly HashKey[]): HashKey {
  return parts.find((part) => typeof part === "object") ?? JSON.stringify(parts);
}

/** A list with a schema whose list type is `map`: the order of its items makes no difference. */
export class MapList extends AtomicList {
  readonly #keys: readonly string[];

  constructor(json: readonly JSONInput[], read: Read, keys: readonly string[]) {
    super(json, read);
    this.#keys = keys.map((key) => escapedName(key) ?? key);
  }

  override equals(other: Value): boolean | EvaluationError {
    const items = (): ReadonlyMap<HashKey, Result> =>
      new Map(this.json.map((item) => [this.#keyOf(item), this.read(item)]));
    return equalByKeys(this, other, items, (item) => this.#keyOf(item instanceof SchemaMap ? item.json : item));
  }

  override plus(other: ListValue): Result {
    return merged(this, other, this.#keys);
  }

  /**
   * Returns the key of an item. As in Kubernetes, the escaped name of the key is looked up in an
   * object whose names are not escaped, and a property with the value null counts as not set.
   */
  #keyOf(item: JSONInput): HashKey {
    if (!isBranch(item) || Array.isArray(item)) return {};
    const values = this.#keys.map((name) => item[name] ?? null);
    if (values.length <= mostHashed) assertHashableJSON(values);
    return joinedKey(values.map(jsonKey));
  }
}

/**
 * Maximum number of key properties that Kubernetes combines to an array. It combines more key
 * properties to a string.
 */
const mostHashed = 3;

function jsonKey(value: JSONInput): HashKey {
  if (typeof value === "object" && value !== null) return value;
  return `${typeof value === "bigint" ? "number" : typeof value} ${String(value)}`;
}

class ComputedMapList extends ItemList {
  readonly #keys: readonly string[];

  constructor(items: readonly Result[], keys: readonly string[]) {
    super(items);
    this.#keys = keys;
  }

  override equals(other: Value): boolean | EvaluationError {
    const keyOf = (item: Result): HashKey => valueKey(item, this.#keys);
    return equalByKeys(this, other, () => new Map(this.items.map((item) => [keyOf(item), item])), keyOf);
  }

  override plus(other: ListValue): Result {
    return merged(this, other, this.#keys);
  }
}
