import { labels } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";
import type { DeepReadonly } from "./deep-readonly.js";
import { namespaceIndex, type ReadonlyIndexer } from "./indexer.js";
import { joinKey } from "./keys.js";

/**
 * Reads objects from a cache. The objects can be slightly outdated. Callers share them and must not
 * change them.
 */
export interface Lister<T> {
  /**
   * Returns the objects of all namespaces that match a selector. Default: all objects.
   * @param selector label selector, as a string or parsed
   * @throws Error for a string that is not a selector
   */
  list(selector?: labels.Selector | string): readonly DeepReadonly<T>[];
  /**
   * Returns a cluster-scoped object.
   * @returns undefined if the cache does not contain the object
   */
  get(name: string): DeepReadonly<T> | undefined;
  namespace(namespace: string): NamespaceLister<T>;
}

export interface NamespaceLister<T> {
  list(selector?: labels.Selector | string): readonly DeepReadonly<T>[];
  get(name: string): DeepReadonly<T> | undefined;
}

export function newLister<T extends APIObject>(indexer: ReadonlyIndexer<T>): Lister<T> {
  return {
    list: (selector) => selected(indexer.list(), selector),
    get: (name) => indexer.get(name),
    namespace: (namespace) => ({
      list: (selector) => selected(indexer.byIndex(namespaceIndex, namespace), selector),
      get: (name) => indexer.get(joinKey(namespace, name)),
    }),
  };
}

function selected<T extends APIObject>(
  objects: readonly DeepReadonly<T>[],
  selector: labels.Selector | string = labels.everything,
): readonly DeepReadonly<T>[] {
  const parsed = typeof selector === "string" ? labels.parse(selector) : selector;
  if (parsed.isSelectable && parsed.requirements.length === 0) return objects;
  return objects.filter(({ metadata }) => labels.matches(parsed, metadata.labels));
}
