import type { DeepReadonly } from "./deep-readonly.js";

/**
 * Represents an object that was deleted while no watch was open. `object` is its state in
 * the cache before the deletion, which can be outdated.
 */
export class DeletedFinalStateUnknown<T> {
  readonly key: string;
  readonly object: DeepReadonly<T>;

  constructor(key: string, object: DeepReadonly<T>) {
    this.key = key;
    this.object = object;
  }
}
