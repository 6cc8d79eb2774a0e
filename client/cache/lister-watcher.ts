import type { ListOptions, WatchOptions } from "../rest/options.js";
import type { APIObject, ObjectList, WatchEvent } from "../rest/resource-type.js";

/** Lists and watches a collection (Go: cache.ListerWatcher). A ResourceClient is one. */
export interface ListerWatcher<T extends APIObject> {
  list(options: ListOptions): Promise<ObjectList<T>>;
  watch(options: WatchOptions): Promise<EventStream<T>>;
}

/** The methods of Watch that a reflector uses. */
export interface EventStream<T extends APIObject> {
  batches(): AsyncGenerator<readonly WatchEvent<T>[]>;
  close(): void;
}

/** Receives the objects of a reflector (Go: cache.ReflectorStore). */
export interface ReflectorStore<T extends APIObject> {
  /** Replaces all objects by those of a revision. Other objects no longer exist. */
  replace(objects: readonly T[], resourceVersion: string): void;
  set(object: T): void;
  delete(object: T): void;
}
