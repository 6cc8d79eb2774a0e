import { shortened, type Status, type StatusDetails, type StatusReason } from "@apimachinery/runtime";
import { StatusError } from "@apimachinery/client";

/**
 * A failure that a client is told about as a `Status`. Anything else that is thrown is a 500
 * without a reason, as in Go. It is the class that clients throw, so that what another server has
 * refused passes through as it was said.
 */
export { StatusError };

export interface Failure {
  readonly code: number;
  readonly reason?: StatusReason;
  readonly message: string;
  readonly details?: StatusDetails;
  /** A token to go on with: of an expired list. */
  readonly continue?: string;
}

/** The document of a failure, its keys in the order in which Kubernetes prints them. */
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

/** The most characters of a message. Those about many fields stop earlier. */
const maxMessageLength = 64 * 1024;

export function failure(options: Failure): StatusError {
  return new StatusError(failureStatus({ ...options, message: shortened(options.message, maxMessageLength) }));
}

/**
 * The status of whatever was thrown: a Status' own, else 500 with the error's text and no reason.
 */
export function statusOf(error: unknown): Status {
  if (error instanceof StatusError) return error.status;
  return failureStatus({ code: 500, message: error instanceof Error ? error.message : String(error) });
}

/** Whether something thrown is a failure of this reason. */
export function hasReason(error: unknown, reason: StatusReason): boolean {
  return error instanceof StatusError && error.status.reason === reason;
}
