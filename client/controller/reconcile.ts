import type { DeepReadonly } from "../cache/deep-readonly.js";
import type { APIObject } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import type { CacheReader } from "./source.js";

/** The argument of `reconcile`: the object to reconcile, and access to the caches. */
export interface ReconcileRequest<T extends APIObject> extends CacheReader {
  /** Namespace of the object; empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /**
   * The object from the cache, which can be slightly outdated. It is shared and must not be
   * changed; `copyOf` returns a copy that can be changed. Undefined if the object does not exist,
   * or if the controller has no option `for`.
   */
  readonly object: DeepReadonly<T> | undefined;
  readonly client: RESTClient;
  /** Signal that is aborted when the controller ends, and after the `reconcileTimeout`. */
  readonly signal: AbortSignal;
  /** Unique identifier of this call, for logs. */
  readonly reconcileID: string;
}

/**
 * Result of `reconcile`: determines when an unchanged object is reconciled again (Go:
 * reconcile.Result).
 */
export interface ReconcileResult {
  /**
   * Delay before the next reconcile, in milliseconds. Absent or 0: only a change starts the next
   * reconcile.
   */
  readonly requeueAfter?: number;
  /** Priority of the next reconcile. Default: the priority of this reconcile. */
  readonly priority?: number;
}

/**
 * Makes the state of a system match one object. Up to `concurrency` calls run at the same time, for
 * different objects. After an error other than a TerminalError, the function is called again after
 * a delay that grows with each error.
 */
export type Reconcile<T extends APIObject> = (
  request: ReconcileRequest<T>,
) => Promise<ReconcileResult | undefined> | Promise<void>;

/**
 * Error after which an object is not reconciled again until it changes (Go:
 * reconcile.TerminalError).
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";

  /** @param cause the original error, or a message */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Reports whether an error, or one of its causes, is a TerminalError. */
export function isTerminal(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof TerminalError) return true;
  return false;
}

/**
 * Reports whether an error is a bug of the program, like a panic in Go: a TypeError, a
 * ReferenceError, a RangeError, or a thrown value that is not an Error.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}
