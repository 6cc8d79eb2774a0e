import type { DeepReadonly } from "./deep-readonly.js";
import type { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";

/**
 * Receives the changes of an informer's objects in order. A returned promise is awaited before the
 * next change. Objects are shared and must not be changed.
 */
export interface EventHandler<T> {
  /**
   * @param isInInitialList whether the object existed when the handler was added or the informer
   * started
   */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /**
   * Receives two states of an object; states between them can be missing. A resync calls it with
   * the same object twice.
   */
  onUpdate?(old: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  onDelete?(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void | Promise<void>;
}

/** One call of a handler, with its arguments. */
export type Notification<T> =
  | { readonly type: "add"; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: "update"; readonly old: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: "delete"; readonly object: DeepReadonly<T> | DeletedFinalStateUnknown<T> }
  /** Follows the notifications for the objects that existed when the handler was added. */
  | { readonly type: "synced" };
