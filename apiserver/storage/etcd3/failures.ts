import { status, type ServiceError } from "@grpc/grpc-js";
import {
  StorageConnectionError,
  StorageError,
  StorageTimeoutError,
  StorageWriteError,
  UnconfirmedWriteError,
} from "../errors.js";

/**
 * Error messages of etcd for a write that is too large, or for which etcd's database has no space.
 */
const refusals = [
  "etcdserver: request is too large",
  "etcdserver: mvcc: database space exceeded",
  "grpc: received message larger than max",
];

/**
 * Returns the reason of a gRPC error, without the words that grpc-js adds to it, such as `14
 * UNAVAILABLE: No connection established. Last error: `.
 */
export function failureMessage({ details, message }: ServiceError): string {
  const text = details === "" ? message : details;
  return text.replace(/^No connection established\. Last error: (Error: )?/, "").replace(/\.? Resolution note: ?$/, "");
}

/**
 * Reports whether a request was certainly not executed, because it could not be sent or because
 * etcd had too many requests.
 */
export function wasNotExecuted({ code, details }: ServiceError): boolean {
  return (
    (code === status.UNAVAILABLE && details.startsWith("No connection established")) ||
    (code === status.RESOURCE_EXHAUSTED && details.includes("etcdserver: too many requests"))
  );
}

/** Reports whether a read that failed with this error can succeed with another member. */
export function canReadAgain({ code }: ServiceError): boolean {
  return code === status.UNAVAILABLE || code === status.CANCELLED || code === status.INTERNAL;
}

/** Converts the gRPC error of a read to the error that the storage throws. */
export function etcdReadFailure(error: ServiceError): StorageError {
  const text = failureMessage(error);
  if (error.code === status.DEADLINE_EXCEEDED) return new StorageTimeoutError("etcd did not answer in time");
  return wasNotExecuted(error) || canReadAgain(error)
    ? new StorageConnectionError(`etcd cannot be read: ${text}`, { cause: error })
    : new StorageError(`etcd has refused a read: ${text}`, { cause: error });
}

/**
 * gRPC codes that mean that etcd has refused a write without executing it. For example, etcd
 * returns NOT_FOUND if a lease has expired.
 */
const definite: ReadonlySet<status> = new Set([
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.NOT_FOUND,
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
]);

/** Converts the gRPC error of a write to the error that the storage throws. */
export function etcdWriteFailure(error: ServiceError): StorageError {
  const text = failureMessage(error);
  const refusal = refusals.find((each) => text.includes(each));
  if (refusal !== undefined) return new StorageWriteError(text, refusal, { cause: error });
  if (wasNotExecuted(error)) return new StorageConnectionError(`etcd did not receive a write: ${text}`);
  if (definite.has(error.code)) return new StorageError(`etcd has refused a write: ${text}`, { cause: error });
  return new UnconfirmedWriteError(`etcd did not confirm a write, it may have been executed: ${text}`, {
    cause: error,
  });
}

const compacted = "etcdserver: mvcc: required revision has been compacted";
const future = "etcdserver: mvcc: required revision is a future revision";

/**
 * Returns whether a read or a compaction failed because its revision is compacted or in the future;
 * undefined for another failure.
 */
export function revisionProblem({ details }: ServiceError): "compacted" | "future" | undefined {
  if (details.includes(compacted)) return "compacted";
  return details.includes(future) ? "future" : undefined;
}
