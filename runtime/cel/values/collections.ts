import { CELUint } from "./classes.js";
import { printed } from "./describe.js";
import { assertHashable, scalarKey, type HashKey } from "./hash-keys.js";
import { countStep } from "./steps.js";
import { EvaluationError, MapValue, type Result, type Value } from "./value.js";

export { listOf } from "./lists.js";

/** Positions of keys in a map. An int and a uint are different keys, even if they are equal. */
class Places {
  /** The positions of keys that are strings, numbers, bools and null. */
  readonly #places = new Map<Value, number>();
  readonly #others = new Map<HashKey, number>();

  /** @throws Panic for a value that cannot be a key */
  set(key: Value, place: number): void {
    assertHashable(key);
    if (typeof key === "object" && key !== null) this.#others.set(scalarKey(key), place);
    else this.#places.set(key, place);
  }

  /** @throws Panic for a value that cannot be a key */
  get(key: Value): number | undefined {
    if (this.#places.size === 0 && this.#others.size === 0) return undefined;
    assertHashable(key);
    if (typeof key === "object" && key !== null) return this.#others.get(scalarKey(key));
    return Number.isNaN(key) ? undefined : this.#places.get(key);
  }

  /** Returns the position of a key, or of an equal number of another type; undefined if none. */
  find(key: Value): number | undefined {
    const place = this.get(key);
    if (place !== undefined || typeof key === "string") return place;
    if (typeof key === "bigint") return this.#uint(key);
    if (key instanceof CELUint) return this.#places.get(key.value);
    if (typeof key !== "number" || !Number.isInteger(key)) return undefined;
    return this.#places.get(BigInt(key)) ?? this.#uint(BigInt(key));
  }

  #uint(value: bigint): number | undefined {
    return this.#others.size === 0 ? undefined : this.#others.get(scalarKey(new CELUint(value)));
  }
}

/**
 * Entries that several maps share. A map that is made by adding an entry to another map appends the
 * entry here. Each map consists of the first `size` entries.
 */
interface Entries {
  readonly keys: Value[];
  readonly values: Result[];
  readonly places: Places;
}

class EntryMap extends MapValue {
  readonly size: number;
  readonly #entries: Entries;

  constructor(entries: Entries) {
    super();
    this.size = entries.keys.length;
    this.#entries = entries;
  }

  get(key: Value): Result | undefined {
    countStep();
    const place = this.#entries.places.find(key);
    return place === undefined || place >= this.size ? undefined : this.#entries.values[place];
  }

  keys(): readonly Value[] {
    const { keys } = this.#entries;
    return keys.length === this.size ? keys : keys.slice(0, this.size);
  }

  /**
   * Returns a map with one more entry. Takes constant time, except if another map was already made
   * from this one.
   */
  with(key: Value, value: Result): EntryMap {
    const { keys, values, places } = this.#entries;
    if (keys.length > this.size) return entryMap(this).with(key, value);
    places.set(key, keys.length);
    keys.push(key);
    values.push(value);
    return new EntryMap(this.#entries);
  }
}

function entryMap(map: MapValue): EntryMap {
  return mapOf(Array.from(map.keys(), (key) => [key, map.get(key)] as const));
}

/** Returns a map with an additional entry; an error if the map already has the key. */
export function inserted(map: MapValue, key: Value, value: Result): Result {
  if (map.get(key) !== undefined) return new EvaluationError(`insert failed: key ${printed(key)} already exists`);
  return (map instanceof EntryMap ? map : entryMap(map)).with(key, value);
}

/**
 * Returns a map with the given entries. A later entry replaces an earlier one with the same key; a
 * later entry without a value removes the earlier entry.
 */
export function mapOf(entries: Iterable<readonly [key: Value, value: Result | undefined]>): EntryMap {
  const places = new Places();
  const keys: Value[] = [];
  const values: (Result | undefined)[] = [];
  for (const [key, value] of entries) {
    const place = places.get(key) ?? keys.length;
    places.set(key, place);
    keys[place] = key;
    values[place] = value;
  }
  if (!values.includes(undefined)) return new EntryMap({ keys, values: values as Result[], places });
  return mapOf(keys.map((key, index) => [key, values[index]] as const).filter(([, value]) => value !== undefined));
}
