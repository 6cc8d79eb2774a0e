import { labels } from "@apimachinery/runtime";
import type { APIObject } from "../rest/resource-type.js";
import type { DeepReadonly } from "./deep-readonly.js";
import { namespaceIndex, type ReadonlyIndexer } from "./indexer.js";
import { joinKey } from "./keys.js";

/**
 * Reads a cache as if it were the server. What it shows is a moment old, and shared: not to be
 * changed.
 */
export interface Lister<T> {
  /**
   * Of all namespaces. @param selector a label selector, as text or parsed. @throws Error for a
   * text that is none
   */
  list(selector?: labels.Selector | string): readonly DeepReadonly<T>[];
  /** Of a resource of the whole cluster. @returns undefined for what is not there, or not yet */
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
