import type { JSONValue } from "../values/types.js";
import { ownValue, type PatchMap } from "./json-map.js";

/**
 * A merged object that is not complete yet. The original object is copied only when the result
 * differs from it.
 */
export class Draft {
  readonly #original: PatchMap;
  /** Changed entries by key; undefined for a removed entry. */
  readonly #changes = new Map<string, JSONValue | undefined>();

  constructor(original: PatchMap) {
    this.#original = original;
  }

  /** Returns the value of a key; undefined for an absent key. */
  get(key: string): JSONValue | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : ownValue(this.#original, key);
  }

  set(key: string, value: JSONValue): void {
    if (this.get(key) !== value) this.#changes.set(key, value);
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#changes.set(key, undefined);
  }

  /** Removes the keys that are not in the set. */
  retain(keys: ReadonlySet<JSONValue>): void {
    for (const key in this.#original) if (!keys.has(key)) this.delete(key);
  }

  /** Returns the original object if nothing has changed, and a new object otherwise. */
  finish(): PatchMap {
    if (this.#changes.size === 0) return this.#original;
    const entries: [string, JSONValue][] = [];
    for (const key in this.#original) {
      const value = this.get(key);
      if (value !== undefined) entries.push([key, value]);
    }
    for (const [key, value] of this.#changes)
      if (value !== undefined && !Object.hasOwn(this.#original, key)) entries.push([key, value]);
    // Unlike an assignment, `fromEntries` accepts the key `__proto__`.
    return Object.fromEntries(entries);
  }
}
