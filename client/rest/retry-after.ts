import { headerText, type TransportResponse } from "./transport.js";

/** Default of `maxRetryAfter`: the longest wait that a server can ask for, in seconds. */
export const defaultMaxRetryAfter = 300;

/** The largest `retryAfterSeconds` of a Status, which is an int32. */
const maxSeconds = 2 ** 31 - 1;

/**
 * Returns the seconds of the `Retry-After` header; undefined without the header, or where it is a
 * date.
 */
export function retryAfterOf(headers: TransportResponse["headers"]): number | undefined {
  const text = headerText(headers, "retry-after");
  return /^\d+$/.test(text) ? Math.min(Number(text), maxSeconds) : undefined;
}

/**
 * Returns the seconds after which a request can be repeated. Only 429 and 5xx responses with
 * `Retry-After` have them.
 */
export function retryDelayOf({ status, headers }: TransportResponse): number | undefined {
  return status === 429 || status >= 500 ? retryAfterOf(headers) : undefined;
}
