import { shortened, type Status, type StatusDetails, type StatusReason } from "@apimachinery/runtime";
import { StatusError } from "@apimachinery/client";

/**
 * A failure that is reported to clients as a `Status`. Any other error becomes a 500 without a
 * reason, as in Go. The client throws the same class, so that an error of another server is passed
 * on unchanged.
 */
export { StatusError };

export interface Failure {
  readonly code: number;
  readonly reason?: StatusReason;
  readonly message: string;
  readonly details?: StatusDetails;
  /** The token of an expired list, for the rest of the list. */
  readonly continue?: string;
}

/** Returns the document of a failure, with its keys in Kubernetes' order. */
export function failureStatus(failure: Failure): Status {
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

/** The maximum number of characters of a message. Messages about many fields are shorter. */
const maxMessageLength = 64 * 1024;

export function failure(options: Failure): StatusError {
  return new StatusError(failureStatus({ ...options, message: shortened(options.message, maxMessageLength) }));
}

/** Returns the status of any error: its own, or a 500 with its message and without a reason. */
export function statusOf(error: unknown): Status {
  if (error instanceof StatusError) return error.status;
  return failureStatus({ code: 500, message: error instanceof Error ? error.message : String(error) });
}

/** Reports whether an error is a failure with this reason. */
export function hasReason(error: unknown, reason: StatusReason): boolean {
  return error instanceof StatusError && error.status.reason === reason;
}
