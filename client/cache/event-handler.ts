import type { DeepReadonly } from "./deep-readonly.js";
import type { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";

/**
 * Receives the changes of an informer's objects in order. A returned promise is awaited before the
 * next change. Objects are shared and must not be changed.
 */
export interface EventHandler<T> {
  /**
   * Receives a new object.
   * @param isInInitialList true if the object existed when the handler was added or when the
   * informer started
   */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /**
   * Receives the old and the new state of a changed object. The handler may not receive every
   * intermediate state. A resync passes the same object as both states.
   */
  onUpdate?(old: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  onDelete?(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void | Promise<void>;
}

/** A call of one of the handler's methods, with its arguments. */
export type Notification<T> =
  | { readonly type: "add"; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: "update"; readonly old: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: "delete"; readonly object: DeepReadonly<T> | DeletedFinalStateUnknown<T> }
  /** Marks the end of the notifications for objects that existed when the handler was added. */
  | { readonly type: "synced" };
