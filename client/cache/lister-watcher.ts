import type { ListOptions, WatchOptions } from "../rest/options.js";
import type { APIObject, ObjectList, WatchEvent } from "../rest/resource-type.js";

/** Where objects come from: a ResourceClient is one. Go's ListerWatcher. */
export interface ListerWatcher<T extends APIObject> {
  list(options: ListOptions): Promise<ObjectList<T>>;
  watch(options: WatchOptions): Promise<EventStream<T>>;
}

/** What of a Watch is read. */
export interface EventStream<T extends APIObject> {
  batches(): AsyncGenerator<readonly WatchEvent<T>[]>;
  close(): void;
}

/** Where objects go: what a reflector keeps up to date. */
export interface ReflectorStore<T extends APIObject> {
  /** All that there is at a revision: what is not among it is gone. */
  replace(objects: readonly T[], resourceVersion: string): void;
  set(object: T): void;
  delete(object: T): void;
}
