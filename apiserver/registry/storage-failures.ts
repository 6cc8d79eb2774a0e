import {
  newBadRequest,
  newInternalError,
  newResourceExpired,
  newServiceUnavailable,
  newTimeout,
  newTooLargeResourceVersion,
  newTooManyRequests,
} from "../errors/index.js";
import {
  CompactedError,
  FutureRevisionError,
  InvalidKeyError,
  StorageClosedError,
  StorageConnectionError,
  StorageError,
  StorageTimeoutError,
  StorageUnavailableError,
  StorageWriteError,
  UnconfirmedWriteError,
} from "../storage/index.js";

/**
 * Returns the StatusError for an error of the store. Any other error is returned unchanged. Details
 * that clients must not see are in the property `cause`, which is logged.
 */
export function failureOf(error: unknown): unknown {
  if (error instanceof CompactedError)
    return newResourceExpired("The resourceVersion for the provided list is too old.");
  if (error instanceof FutureRevisionError) return newTooLargeResourceVersion(error.revision, error.currentRevision);
  if (error instanceof StorageConnectionError)
    return Object.assign(newServiceUnavailable("the storage cannot be reached", 1), { cause: error });
  if (error instanceof StorageTimeoutError)
    return Object.assign(newTimeout("the storage did not answer in time", 0), { cause: error });
  if (error instanceof UnconfirmedWriteError)
    return Object.assign(newTimeout("the storage did not confirm the write, which may have been executed", 0), {
      cause: error,
    });
  if (error instanceof StorageClosedError) return newServiceUnavailable("apiserver is shutting down");
  if (error instanceof StorageUnavailableError) return newTooManyRequests("storage is (re)initializing", 1);
  if (error instanceof InvalidKeyError) return newBadRequest(error.message);
  if (error instanceof StorageWriteError)
    return Object.assign(newInternalError(`nothing was written: ${error.reason}`), { cause: error });
  if (error instanceof StorageError)
    return Object.assign(newInternalError("the storage failed; the log of the server has the reason"), {
      cause: error,
    });
  return error;
}

/**
 * Awaits a call to the store and translates its error with `failureOf`.
 * @throws StatusError for an error of the store; any other error is rethrown unchanged
 */
export async function translateErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}
