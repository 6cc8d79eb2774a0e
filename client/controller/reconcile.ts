import type { DeepReadonly } from "../cache/deep-readonly.js";
import type { APIObject } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import type { CacheReader } from "./source.js";

/** An object that a controller reconciles. */
export interface ReconcileRequest<T extends APIObject> extends CacheReader {
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /**
   * The object in the cache, which can be slightly outdated. It is shared and must not be changed:
   * `copyOf` returns a copy. Undefined if the object does not exist.
   */
  readonly object: DeepReadonly<T> | undefined;
  readonly client: RESTClient;
  /** Aborted at the end of the controller, and after the `reconcileTimeout`. */
  readonly signal: AbortSignal;
  /** Identity of this reconcile for logs. */
  readonly reconcileID: string;
}

/** When an object is reconciled again, although it has not changed (Go: reconcile.Result). */
export interface ReconcileResult {
  /** Delay in milliseconds. */
  readonly requeueAfter?: number;
  /** Priority of the next reconcile. Default: that of the present one. */
  readonly priority?: number;
}

/**
 * Makes the state of a system match an object. It is called with one object at a time, and with
 * several objects at once if `concurrency` is greater than 1. After an error, it is called again
 * after a delay that grows with each error.
 */
export type Reconcile<T extends APIObject> = (
  request: ReconcileRequest<T>,
) => Promise<ReconcileResult | undefined> | Promise<void>;

/**
 * An error after which an object is only reconciled again when it changes (Go:
 * reconcile.TerminalError).
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";

  /** @param cause the error, or a message */
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
 * Reports whether an error is a problem of the program, as a panic in Go: an exception of the
 * JavaScript engine, or a value that is not an Error.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}
