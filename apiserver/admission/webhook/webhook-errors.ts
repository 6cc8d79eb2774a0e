import { goQuote, shortened, type Status } from "@apimachinery/runtime";
import { newInternalError, StatusError } from "../../errors/index.js";

/**
 * Error of a webhook that could not be called, or whose response is invalid (Go:
 * ErrCallingWebhook).
 */
export class CallError extends Error {
  override readonly name = "CallError";
  /** HTTP status code for metrics. */
  readonly code: number;

  /** @param code status code of the response, or the status code that describes the failure best */
  constructor(hook: string, reason: string, code: number) {
    super(`failed calling webhook ${goQuote(hook)}: ${reason}`);
    this.code = code;
  }

  /** Returns the error for the client: a StatusError 500. */
  asStatus(): StatusError {
    return newInternalError(this.message);
  }
}

/** Error of a webhook that refuses a request. `status` is the error for the client. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly status: StatusError;

  constructor(status: StatusError) {
    super(status.message);
    this.status = status;
  }
}

/** Largest status code that HTTP allows. */
const maxCode = 599;
const maxMessageLength = 64 * 1024;

/**
 * Returns the error for a request that a webhook refuses (Go: webhookerrors.ToStatusErr). It
 * contains the webhook's Status with a code from 400 to 599 and with a shortened message.
 */
export function deniedBy(hook: string, result: Partial<Status> | undefined): StatusError {
  const denied = `admission webhook ${goQuote(hook)} denied the request`;
  const { code = 0, message = "", reason = "", details, metadata = {} } = result ?? {};
  const why = [message, reason].find((text) => text !== "");
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata,
    status: "Failure",
    message: shortened(why === undefined ? `${denied} without explanation` : `${denied}: ${why}`, maxMessageLength),
    ...(reason === "" ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    // HTTP does not allow codes above `maxCode`, and an error needs a code of at least 400.
    code: code > maxCode ? 500 : Math.max(code, 400),
  });
}
