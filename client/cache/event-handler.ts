import type { DeepReadonly } from "./deep-readonly.js";
import type { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";

/**
 * Hears what happens to an informer's objects, one after the other: what it returns is waited for.
 * Objects are shared with others, and not to be changed.
 */
export interface EventHandler<T> {
  /** @param isInInitialList whether it was there when the handler came or the informer began */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /** Of two states that may have had others between them. The same twice where it is a resync. */
  onUpdate?(old: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  onDelete?(object: DeepReadonly<T> | DeletedFinalStateUnknown<T>): void | Promise<void>;
}

/** One thing that a handler is told. */
export type Notification<T> =
  | { readonly type: "add"; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: "update"; readonly old: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: "delete"; readonly object: DeepReadonly<T> | DeletedFinalStateUnknown<T> }
  /** Behind all that there was when it came. */
  | { readonly type: "synced" };
