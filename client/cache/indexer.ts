import type { APIObject } from "../rest/resource-type.js";
import type { DeepReadonly } from "./deep-readonly.js";
import { keyOf } from "./keys.js";

/**
 * Returns the values under which an index finds an object, for example the values of its labels.
 */
export type IndexFunc<T> = (object: DeepReadonly<T>) => readonly string[];

/** Index functions by the name of the index. */
export type Indexers<T> = Readonly<Record<string, IndexFunc<T>>>;

/** Name of the index that finds objects by namespace. Listers use it. */
export const namespaceIndex = "namespace";

/** Read access to a cache (Go: cache.Indexer). Objects are shared and must not be changed. */
export interface ReadonlyIndexer<T> {
  readonly size: number;
  get(key: string): DeepReadonly<T> | undefined;
  keys(): readonly string[];
  list(): readonly DeepReadonly<T>[];
  /**
   * Returns the objects for which the index function returns this value.
   * @throws Error for an unknown index
   */
  byIndex(index: string, value: string): readonly DeepReadonly<T>[];
  /** Returns all values of an index for which the cache has objects. */
  indexValues(index: string): readonly string[];
}

interface Index<T> {
  readonly valuesOf: IndexFunc<T>;
  readonly byValue: Map<string, Map<string, DeepReadonly<T>>>;
}

/**
 * Stores objects by key, and indexes them. If an index function throws in `set`, the cache does not
 * change.
 */
export class Indexer<T extends APIObject> implements ReadonlyIndexer<T> {
  readonly #items = new Map<string, DeepReadonly<T>>();
  readonly #indexes = new Map<string, Index<T>>();

  constructor(indexers: Indexers<T> = {}) {
    this.addIndexers({ [namespaceIndex]: ({ metadata }) => [metadata.namespace ?? ""], ...indexers });
  }

  /**
   * Adds indexes, and fills them with the existing objects. An index that already exists with the
   * same function is ignored.
   * @throws Error if an index with this name exists with another function
   */
  addIndexers(indexers: Indexers<T>): void {
    const added = Object.entries(indexers).filter(([name, valuesOf]) => this.#indexes.get(name)?.valuesOf !== valuesOf);
    for (const [name] of added) if (this.#indexes.has(name)) throw new Error(`indexer conflict: ${name}`);
    for (const [name, valuesOf] of added) {
      const index: Index<T> = { valuesOf, byValue: new Map() };
      for (const [key, object] of this.#items) insert(index, valuesOf(object), key, object);
      this.#indexes.set(name, index);
    }
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): DeepReadonly<T> | undefined {
    return this.#items.get(key);
  }

  keys(): readonly string[] {
    return [...this.#items.keys()];
  }

  list(): readonly DeepReadonly<T>[] {
    return [...this.#items.values()];
  }

  byIndex(index: string, value: string): readonly DeepReadonly<T>[] {
    return [...(this.#index(index).byValue.get(value)?.values() ?? [])];
  }

  indexValues(index: string): readonly string[] {
    return [...this.#index(index).byValue.keys()];
  }

  /**
   * Stores an object.
   * @returns the previous object with the same key; undefined if none existed
   */
  set(object: DeepReadonly<T>): DeepReadonly<T> | undefined {
    const key = keyOf(object);
    const old = this.#items.get(key);
    // All index functions are called before the first change, because they can throw.
    const changes = [...this.#indexes.values()].map((index) => ({
      index,
      from: old === undefined ? [] : index.valuesOf(old),
      to: index.valuesOf(object),
    }));
    for (const { index, from, to } of changes) {
      remove(index, from, key);
      insert(index, to, key, object);
    }
    this.#items.set(key, object);
    return old;
  }

  /**
   * Removes an object.
   * @returns the removed object; undefined if none existed
   */
  delete(key: string): DeepReadonly<T> | undefined {
    const old = this.#items.get(key);
    if (old === undefined) return undefined;
    for (const index of this.#indexes.values()) remove(index, index.valuesOf(old), key);
    this.#items.delete(key);
    return old;
  }

  #index(name: string): Index<T> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`index with name ${name} does not exist`);
    return index;
  }
}

function insert<T>({ byValue }: Index<T>, values: readonly string[], key: string, object: DeepReadonly<T>): void {
  for (const value of values) {
    const found = byValue.get(value);
    if (found === undefined) byValue.set(value, new Map([[key, object]]));
    else found.set(key, object);
  }
}

function remove<T>({ byValue }: Index<T>, values: readonly string[], key: string): void {
  for (const value of values) {
    const found = byValue.get(value);
    found?.delete(key);
    if (found?.size === 0) byValue.delete(value);
  }
}
