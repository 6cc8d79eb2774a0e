import { newBadRequest, newInternalError, newResourceExpired, newServiceUnavailable, newTooLargeResourceVersion, newTooManyRequests } from "../errors/index.js";
import {
  CompactedError,
  FutureRevisionError,
  InvalidKeyError,
  StorageClosedError,
  StorageError,
  StorageUnavailableError,
} from "../storage/index.js";

/** What a client is told where the store could not do its work; what is no storage error stays what it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof CompactedError) return newResourceExpired("The resourceVersion for the provided list is too old.");
  if (error instanceof FutureRevisionError) return newTooLargeResourceVersion(error.revision, error.currentRevision);
  if (error instanceof StorageClosedError) return newServiceUnavailable("apiserver is shutting down");
  if (error instanceof StorageUnavailableError) return newTooManyRequests("storage is (re)initializing", 1);
  if (error instanceof InvalidKeyError) return newBadRequest(error.message);
  if (error instanceof StorageError) return newInternalError(error.message);
  return error;
}

/** Runs a call to the store. @throws StatusError for what `failureOf` knows */
export async function stored<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw failureOf(error);
  }
}
