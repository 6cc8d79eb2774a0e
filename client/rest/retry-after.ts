import { headerText, type TransportResponse } from "./transport.js";

/** Default of `maxRetryAfter`: the maximum wait after a response with `Retry-After`, in seconds. */
export const defaultMaxRetryAfter = 300;

/** Maximum value of `retryAfterSeconds` in a Status, which is an int32. */
const maxSeconds = 2 ** 31 - 1;

/**
 * Returns the number of seconds in the `Retry-After` header; undefined if the header is absent or
 * contains something else, such as a date.
 */
export function retryAfterOf(headers: TransportResponse["headers"]): number | undefined {
  const text = headerText(headers, "retry-after");
  return /^\d+$/.test(text) ? Math.min(Number(text), maxSeconds) : undefined;
}

/**
 * Returns the seconds after which the request can be retried. Returns undefined if the code is
 * neither 429 nor 5xx, or if the response has no `Retry-After`.
 */
export function retryDelayOf({ status, headers }: TransportResponse): number | undefined {
  return status === 429 || status >= 500 ? retryAfterOf(headers) : undefined;
}
