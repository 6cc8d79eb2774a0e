import type { Status } from "@apimachinery/runtime";

/**
 * Error response of a server. The server sent its `Status`, or the client created the `Status` from
 * the response (Go: apierrors.StatusError).
 */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly status: Status;
  /** The HTTP status code. */
  readonly code: number;

  constructor(status: Status) {
    super(status.message ?? "");
    this.status = status;
    this.code = status.code ?? 500;
  }
}
