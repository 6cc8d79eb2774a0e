import { shortened, type Status, type StatusDetails, type StatusReason } from "@apimachinery/runtime";
import { StatusError } from "@apimachinery/client";

/**
 * A failure that the server reports to clients as a `Status`. Any other error becomes a 500 without
 * a reason, as in Go. The client package throws the same class, so errors from another server are
 * passed on unchanged.
 */
export { StatusError };

export interface StatusFailure {
  readonly code: number;
  readonly reason?: StatusReason;
  readonly message: string;
  readonly details?: StatusDetails;
  /** Continue token for the rest of an expired list. */
  readonly continue?: string;
}

/** Returns the Status document of a failure, with its keys in Kubernetes' order. */
export function failureStatus(failure: StatusFailure): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: failure.continue === undefined ? {} : { continue: failure.continue },
    status: "Failure",
    message: failure.message,
    ...(failure.reason === undefined ? {} : { reason: failure.reason }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
    code: failure.code,
  };
}

/**
 * Maximum number of characters of a message in a Status. Messages about many fields have a lower
 * limit.
 */
const maxMessageLength = 64 * 1024;

export function failure(options: StatusFailure): StatusError {
  return new StatusError(failureStatus({ ...options, message: shortened(options.message, maxMessageLength) }));
}

/**
 * Returns the Status of any error. An error that is not a StatusError becomes a 500 with the
 * error's message and without a reason.
 */
export function statusOf(error: unknown): Status {
  if (error instanceof StatusError) return error.status;
  return failureStatus({ code: 500, message: error instanceof Error ? error.message : String(error) });
}

/** Reports whether an error is a StatusError with this reason. */
export function hasReason(error: unknown, reason: StatusReason): boolean {
  return error instanceof StatusError && error.status.reason === reason;
}
