import type { ListOptions, WatchOptions } from "../rest/options.js";
import type { APIObject, ObjectList, WatchEvent } from "../rest/resource-type.js";

/** Lists and watches a collection (Go: cache.ListerWatcher). ResourceClient implements it. */
export interface ListerWatcher<T extends APIObject> {
  list(options: ListOptions): Promise<ObjectList<T>>;
  watch(options: WatchOptions): Promise<EventStream<T>>;
}

/** The methods of a watch that a reflector calls. */
export interface EventStream<T extends APIObject> {
  batches(): AsyncGenerator<readonly WatchEvent<T>[]>;
  close(): void;
}

/** Receives the objects that a reflector reads (Go: cache.ReflectorStore). */
export interface ReflectorStore<T extends APIObject> {
  /**
   * Replaces all stored objects by the objects of a list at this revision. Objects that are not in
   * the list no longer exist.
   */
  replace(objects: readonly T[], resourceVersion: string): void;
  set(object: T): void;
  delete(object: T): void;
}
