import { isBranch } from "../../json/values.js";
import { escapedName } from "../types/names.js";
import { equalItems, noSuchOverload } from "./equality.js";
import { assertHashableJSON, scalarKey, type HashKey } from "./hash-keys.js";
import { ItemList } from "./lists.js";
import { SchemaMap } from "./schema-map.js";
import {
  EvaluationError,
  ListValue,
  MapValue,
  type JSONInput,
  type Read,
  type Result,
  type SchemaValues,
  type Value,
} from "./value.js";

/** A list with a schema whose list type is `atomic`. */
export class AtomicList extends ListValue {
  readonly json: readonly JSONInput[];
  readonly read: Read;
  readonly #compare: SchemaValues["compare"] | undefined;

  /** @param compare compares the JSON of two lists of the same schema */
  constructor(json: readonly JSONInput[], read: Read, compare?: SchemaValues["compare"]) {
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

/** The keys of items in a list whose list type is `set` or `map`. */
interface Keys {
  /** Returns the key of an item; an error for an item that has none. */
  readonly of: (item: Result) => HashKey | EvaluationError;
  /** True if items with equal keys are equal. Only the first of them is added to a list. */
  readonly areUnique: boolean;
}

/**
 * Compares two lists in which items with equal keys must be equal. Returns an error if `other` is
 * not a list, if an item has no key, or if two items with equal keys cannot be compared.
 *
 * @param entries returns the items of the first list with their keys
 */
function equalByKeys(
  list: ListValue,
  other: Value,
  { of, areUnique }: Keys,
  entries = (): readonly (readonly [HashKey | EvaluationError, Result])[] =>
    Array.from(list, (item) => [of(item), item] as const),
): boolean | EvaluationError {
  if (!(other instanceof ListValue)) return noSuchOverload;
  if (list.size !== other.size) return false;
  const items = new Map<HashKey, Result>();
  for (const [key, item] of entries()) {
    if (key instanceof EvaluationError) return key;
    items.set(key, item);
  }
  const seen = new Set<HashKey>();
  for (const item of other) {
    const key = of(item);
    if (key instanceof EvaluationError) return key;
    const own = items.get(key);
    if (own === undefined) return false;
    const isEqual = areUnique || equalItems(own, item);
    if (isEqual !== true) return isEqual;
    seen.add(key);
  }
  return seen.size === items.size;
}

/**
 * Returns the items of a list, followed by the items of another list. If keys are not unique, an
 * item of the other list replaces an item of the list with the same key. Returns an error if an
 * item has no key.
 */
function combined(list: ListValue, other: ListValue, keys: Keys): Result {
  const items = [...list];
  const indexes = new Map<HashKey, number>();
  for (const [index, item] of items.entries()) {
    const key = keys.of(item);
    if (key instanceof EvaluationError) return key;
    indexes.set(key, index);
  }
  for (const item of other) {
    const key = keys.of(item);
    if (key instanceof EvaluationError) return key;
    const index = indexes.get(key);
    if (index === undefined) {
      items.push(item);
      if (keys.areUnique) indexes.set(key, items.length - 1);
    } else if (!keys.areUnique) items[index] = item;
  }
  return new KeyedList(items, keys);
}

/** A list that combines a list of the type `set` or `map` with another list. */
class KeyedList extends ItemList {
  readonly #keys: Keys;

  constructor(items: readonly Result[], keys: Keys) {
    super(items);
    this.#keys = keys;
  }

  override equals(other: Value): boolean | EvaluationError {
    return equalByKeys(this, other, this.#keys);
  }

  override plus(other: ListValue): Result {
    return combined(this, other, this.#keys);
  }
}

const notScalar = new EvaluationError("listSet operations are only supported on lists of scalar values");

/** The items of a set are their own keys. */
const setKeys: Keys = {
  of: (item) => (item instanceof ListValue || item instanceof MapValue ? notScalar : scalarKey(item)),
  areUnique: true,
};

/** A list with a schema whose list type is `set`: the order of its items makes no difference. */
export class SetList extends AtomicList {
  override equals(other: Value): boolean | EvaluationError {
    return equalByKeys(this, other, setKeys);
  }

  override plus(other: ListValue): Result {
    return combined(this, other, setKeys);
  }
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
    const of = (item: Result): HashKey => this.#keyOf(item instanceof SchemaMap ? item.json : item);
    return equalByKeys(this, other, { of, areUnique: false }, () =>
      this.json.map((item) => [this.#keyOf(item), this.read(item)]),
    );
  }

  override plus(other: ListValue): Result {
    return combined(this, other, { of: (item) => valueKey(item, this.#keys), areUnique: false });
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
