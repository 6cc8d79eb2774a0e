import { getOwn } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import type { PatchMap } from "./json-map.js";

/**
 * An object to which a patch is being applied. The original object is copied only if a value
 * changes.
 */
export class Draft {
  readonly #original: PatchMap;
  /** New values by key; undefined for a removed key. */
  readonly #changes = new Map<string, JSONValue | undefined>();

  constructor(original: PatchMap) {
    this.#original = original;
  }

  /** Returns the current value of a key; undefined for an absent key. */
  get(key: string): JSONValue | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : getOwn(this.#original, key);
  }

  set(key: string, value: JSONValue): void {
    if (this.get(key) !== value) this.#changes.set(key, value);
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#changes.set(key, undefined);
  }

  /** Removes all keys of the original object that are not in the set. */
  retain(keys: ReadonlySet<JSONValue>): void {
    for (const key in this.#original) if (!keys.has(key)) this.delete(key);
  }

  /**
   * Returns the patched object: the original object if nothing has changed, otherwise a new object.
   */
  finish(): PatchMap {
    if (this.#changes.size === 0) return this.#original;
    const entries: [string, JSONValue][] = [];
    for (const key in this.#original) {
      const value = this.get(key);
      if (value !== undefined) entries.push([key, value]);
    }
    for (const [key, value] of this.#changes)
      if (value !== undefined && !Object.hasOwn(this.#original, key)) entries.push([key, value]);
    // `fromEntries` can set the key `__proto__`; an assignment would change the prototype.
    return Object.fromEntries(entries);
  }
}
