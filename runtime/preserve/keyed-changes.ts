import { isObject, getOwn } from "../json/values.js";
import { stringifyJSON } from "../json/write-json.js";

export type KeyedObject = Readonly<Record<string, unknown>>;

/**
 * Maximum number of different combinations of key property names in one list. A list has few
 * combinations, because the keys of two items differ only in their optional properties.
 */
const maxNameSets = 16;

interface Entry {
  readonly index: number;
  readonly entry: KeyedObject;
}

interface NameSet {
  readonly names: readonly string[];
  /**
   * The first entry for each combination of values of the key properties. The combinations are
   * encoded as strings by `valuesText`.
   */
  readonly byValues: Map<string, Entry>;
}

/**
 * Finds the change of a list item by the key properties of the item. The changes come from an
 * annotation; malformed entries are ignored.
 */
export class KeyedChanges {
  readonly #nameSets = new Map<string, NameSet>();

  constructor(entries: readonly unknown[]) {
    entries.forEach((entry, index) => {
      if (isObject(entry) && isObject(entry.key)) this.#add({ index, entry }, entry.key);
    });
  }

  /**
   * Returns the first entry whose key properties equal those of the item; undefined if no entry
   * matches.
   */
  find(item: KeyedObject): KeyedObject | undefined {
    let first: Entry | undefined;
    for (const { names, byValues } of this.#nameSets.values()) {
      const values = valuesText(item, names);
      const found = values === undefined ? undefined : byValues.get(values);
      if (found !== undefined && (first === undefined || found.index < first.index)) first = found;
    }
    return first?.entry;
  }

  #add(entry: Entry, key: KeyedObject): void {
    const names = Object.keys(key).sort();
    const values = valuesText(key, names);
    if (values === undefined) return;
    const text = JSON.stringify(names);
    let nameSet = this.#nameSets.get(text);
    if (nameSet === undefined) {
      if (this.#nameSets.size === maxNameSets) return;
      this.#nameSets.set(text, (nameSet = { names, byValues: new Map() }));
    }
    if (!nameSet.byValues.has(values)) nameSet.byValues.set(values, entry);
  }
}

/**
 * Returns the values of properties as one string. Returns undefined if a value is absent, or is an
 * object, because two objects are never treated as equal.
 */
function valuesText(object: KeyedObject, names: readonly string[]): string | undefined {
  const values: string[] = [];
  for (const name of names) {
    const value = getOwn(object, name);
    if (value === undefined || (typeof value === "object" && value !== null)) return undefined;
    values.push(Object.is(value, -0) ? "-0" : stringifyJSON(value));
  }
  return values.join();
}
