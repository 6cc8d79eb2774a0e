import type { Status } from "@apimachinery/runtime";

/**
 * Error response of a server, with the `Status` that the server sent or that the client made from
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
