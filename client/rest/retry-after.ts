import { headerText, type TransportResponse } from "./transport.js";

/** Default of `maxRetryAfter`: maximum wait that a server can request, in seconds. */
export const defaultMaxRetryAfter = 300;

/** Largest `retryAfterSeconds` of a Status, which is an int32. */
const maxSeconds = 2 ** 31 - 1;

/** Returns the seconds of the `Retry-After` header; undefined if the header is absent or a date. */
export function retryAfterOf(headers: TransportResponse["headers"]): number | undefined {
  const text = headerText(headers, "retry-after");
  return /^\d+$/.test(text) ? Math.min(Number(text), maxSeconds) : undefined;
}

/**
 * Returns the seconds after which a request can be repeated; undefined if the response is neither
 * 429 nor 5xx, or has no `Retry-After`.
 */
export function retryDelayOf({ status, headers }: TransportResponse): number | undefined {
  return status === 429 || status >= 500 ? retryAfterOf(headers) : undefined;
}
