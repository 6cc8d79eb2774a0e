import {
  ConnectionError,
  isInternalError,
  isTimeout,
  isTooManyRequests,
  suggestsClientDelay,
} from "@apimachinery/client";

/**
 * Reports whether a call to another server may succeed if it is repeated: the connection was reset,
 * the server failed or ran into a timeout, or it asked for a delay (Go:
 * webhook.DefaultShouldRetry). A refused connection and a call without a response in time are not
 * transient, because a client is waiting.
 */
export function isTransient(error: unknown): boolean {
  return (
    isReset(error) ||
    isInternalError(error) ||
    isTimeout(error) ||
    isTooManyRequests(error) ||
    suggestsClientDelay(error) !== undefined
  );
}

const resetCodes: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

function isReset(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.isUnsent) return false;
  const { code = "" } = error.cause as { readonly code?: string };
  return resetCodes.has(code);
}
