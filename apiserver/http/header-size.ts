import { jsonText } from "@apimachinery/runtime";
import { failureStatus } from "../errors/status-error.js";
import type { Response } from "./types.js";
import { requestLimits } from "./request-limits.js";

/**
 * Returns the cost of headers in bytes, as the sum over all header lines. Repeated headers are not
 * joined first, because the joined string can have megabytes.
 * @param rawHeaders names and values of the header lines, alternating
 */
export function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = (rawHeaders.length / 2) * requestLimits.bytesPerHeader;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}

/**
 * Returns the error response for a request whose target and headers are too large; undefined if
 * they are small enough. The status is 414 if the target is larger than the headers, otherwise 431.
 * @param bytes size of target and headers
 * @param targetBytes size of the target alone
 */
export function headerSizeProblem(bytes: number, targetBytes: number): Response | undefined {
  if (bytes <= requestLimits.headerBytes) return undefined;
  return targetBytes > bytes / 2 ? targetTooLong : headersTooLarge;
}

/** Response with status 431 for headers that are too large. */
export const headersTooLarge = refusal(431, "the request line and the headers of the request are too large");

const targetTooLong = refusal(414, "the path and the query of the request are too long");

/** Returns an error response in JSON. The `Accept` header is not read. */
function refusal(code: number, what: string): Response {
  const { headerBytes: limit, bytesPerHeader } = requestLimits;
  const message = `${what}: the limit is ${limit} bytes in total; for each header, ${bytesPerHeader} bytes are added to the length of its text`;
  return {
    status: code,
    headers: { "content-type": "application/json" },
    body: `${jsonText(failureStatus({ code, message }))}\n`,
  };
}
