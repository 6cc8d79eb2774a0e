import type { Status } from "@apimachinery/runtime";

/**
 * A server's failure: its `Status`, as it was sent or as it was made of an answer that was none.
 * Go's apierrors.StatusError.
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
