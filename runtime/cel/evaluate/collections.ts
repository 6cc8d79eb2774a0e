import { CELUint } from "../values.js";
import { EvaluationError, ListValue, MapValue, type Result, type Value } from "./value.js";

/** A list of computed values. */
class ItemList extends ListValue {
  readonly size: number;
  readonly #items: readonly Value[];

  constructor(items: readonly Value[]) {
    super();
    this.size = items.length;
    this.#items = items;
  }

  at(index: number): Value {
    return this.#items[index] as Value;
  }

  override [Symbol.iterator](): Generator<Value> {
    return this.#items[Symbol.iterator]() as Generator<Value>;
  }
}

export function listOf(items: readonly Value[]): ListValue {
  return new ItemList(items);
}

/** The entries of maps that grow from each other. A map has the first ones of them. */
interface Entries {
  readonly keys: Value[];
  readonly values: Value[];
  readonly indexes: Map<string | boolean | bigint | undefined, number>;
}

class EntryMap extends MapValue {
  readonly size: number;
  readonly #entries: Entries;

  constructor(entries: Entries) {
    super();
    this.size = entries.keys.length;
    this.#entries = entries;
  }

  get(key: Value): Value | undefined {
    const index = this.#entries.indexes.get(normalized(key));
    return index === undefined || index >= this.size ? undefined : this.#entries.values[index];
  }

  keys(): readonly Value[] {
    return this.#entries.keys.slice(0, this.size);
  }

  /** Adds an entry in constant time, unless another map has grown from this one. */
  with(key: Value, value: Value): EntryMap {
    const { keys, values, indexes } = this.#entries;
    if (keys.length > this.size) return entryMap(this).with(key, value);
    indexes.set(normalized(key), keys.length);
    keys.push(key);
    values.push(value);
    return new EntryMap(this.#entries);
  }
}

function entryMap(map: MapValue): EntryMap {
  const keys = [...map.keys()];
  const indexes = new Map(keys.map((key, index) => [normalized(key), index]));
  return new EntryMap({ keys, values: keys.map((key) => map.get(key) as Value), indexes });
}

/** Equal keys have the same normalized form. A double that is not whole is the key of no map. */
function normalized(key: Value): string | boolean | bigint | undefined {
  if (typeof key === "string" || typeof key === "boolean" || typeof key === "bigint") return key;
  if (key instanceof CELUint) return key.value;
  return typeof key === "number" && Number.isInteger(key) ? BigInt(key) : undefined;
}

/** Returns a map with an additional entry. */
export function inserted(map: MapValue, key: Value, value: Value): Result {
  if (map.get(key) !== undefined) return new EvaluationError(`insert failed: key ${keyText(key)} already exists`);
  return (map instanceof EntryMap ? map : entryMap(map)).with(key, value);
}

/** Returns a map of distinct keys. */
export function mapOf(entries: Iterable<readonly [key: Value, value: Value]>): MapValue {
  let map = new EntryMap({ keys: [], values: [], indexes: new Map() });
  for (const [key, value] of entries) map = map.with(key, value);
  return map;
}

/** Only scalars are keys. */
function keyText(key: Value): string {
  const scalar = key instanceof CELUint ? key.value : key;
  return typeof scalar === "object" ? "" : String(scalar);
}
