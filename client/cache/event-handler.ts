import type { DeepReadonly } from "./deep-readonly.js";
import type { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";

/**
 * Receives the changes of an informer's objects, in order. If a method returns a promise, the
 * informer waits for it before the next change. Objects are shared and must not be changed.
 */
export interface EventHandler<T> {
  /**
   * Receives a new object.
   * @param isInInitialList true if the object existed when the handler was added or when the
   * informer started
   */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /**
   * Receives the old and the new state of a changed object. Intermediate states can be missing. In
   * a resync, both states are the same object.
   */
  onUpdate?(old: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  onDelete?(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void | Promise<void>;
}

/** Arguments of one call of a handler method. */
export type Notification<T> =
  | { readonly type: "add"; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: "update"; readonly old: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: "delete"; readonly object: DeepReadonly<T> | DeletedFinalStateUnknown<T> }
  /** Marks the end of the notifications for objects that existed when the handler was added. */
  | { readonly type: "synced" };
