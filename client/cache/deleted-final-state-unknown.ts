import type { DeepReadonly } from "./deep-readonly.js";

/**
 * An object that went while nobody watched: its last state was not seen. What is known of it may be
 * old.
 */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: DeepReadonly<T>;

  constructor(key: string, object: DeepReadonly<T>) {
    this.key = key;
    this.object = object;
  }
}
