import type { Status } from "@apimachinery/runtime";

/**
 * Error response of a server, with its `Status`. If the response contained no `Status`, the client
 * has created the `Status` (Go: apierrors.StatusError).
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
