import { headerText, type TransportResponse } from "./transport.js";

/**
 * The longest wait that a server can ask for where the client's configuration has no limit, in
 * seconds.
 */
export const defaultMaxRetryAfter = 300;

/** The largest `retryAfterSeconds` of a Status, which is an int32. */
const maxSeconds = 2 ** 31 - 1;

/**
 * Returns the seconds of a response's `Retry-After` header; undefined where it has none, or a date.
 */
export function retryAfterOf(headers: TransportResponse["headers"]): number | undefined {
  const text = headerText(headers, "retry-after");
  return /^\d+$/.test(text) ? Math.min(Number(text), maxSeconds) : undefined;
}

/**
 * Returns after how many seconds a request can be sent again: only for 429 and 5xx responses with
 * `Retry-After`.
 */
export function retryDelayOf({ status, headers }: TransportResponse): number | undefined {
  return status === 429 || status >= 500 ? retryAfterOf(headers) : undefined;
}
